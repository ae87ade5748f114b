#!/bin/sh
# Builds data/codecs/speex-resampler.wasm from the source of SpeexDSP 1.2.1. README.md beside this file tells what has to be installed.
#   sh codecs/speex/build.sh speexdsp_1.2.1.orig.tar.gz
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../unpack.sh"
unpack "$1" 8c777343e4a6399569c72abc38a95b24db56882c83dbdb6c6424a5f4aeb54d3d speexdsp-1.2.1
# With RESAMPLE_FULL_SINC_TABLE every phase of a filter is computed once, where SpeexDSP would interpolate for each sample.
clang-19 --target=wasm32-wasi -isystem /usr/include/wasm32-wasi -I. -Iinclude/speex -Ilibspeexdsp -include kernel.h \
  -DOUTSIDE_SPEEX -DRANDOM_PREFIX=declaim -DFLOATING_POINT -DRESAMPLE_FULL_SINC_TABLE \
  -O3 -msimd128 -mnontrapping-fptoint -mbulk-memory -w \
  -nostdlib -L/usr/lib/wasm32-wasi -Wl,--no-entry -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=65536 \
  -o speex-resampler.wasm resampler.c libspeexdsp/resample.c -lc -lm
install -m 644 speex-resampler.wasm "$here/../../data/codecs/speex-resampler.wasm"
sha256sum "$here/../../data/codecs/speex-resampler.wasm"
