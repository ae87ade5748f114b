#!/bin/sh
# Builds data/codecs/speex-resampler.wasm from the source of SpeexDSP 1.2.1. README.md beside this file lists the packages it needs.
#   [PLAIN=1] sh codecs/speex/build.sh speexdsp_1.2.1.orig.tar.gz
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../unpack.sh"
unpack "$1" 8c777343e4a6399569c72abc38a95b24db56882c83dbdb6c6424a5f4aeb54d3d speexdsp-1.2.1
# With RESAMPLE_FULL_SINC_TABLE every phase of a filter is computed once, where SpeexDSP would interpolate for each sample.
if [ -n "$PLAIN" ]; then kernel=; else kernel="-include kernel.h"; fi
clang-19 --target=wasm32-wasi -isystem /usr/include/wasm32-wasi -I. -Iinclude/speex -Ilibspeexdsp $kernel \
  -DOUTSIDE_SPEEX -DRANDOM_PREFIX=declaim -DFLOATING_POINT -DRESAMPLE_FULL_SINC_TABLE \
  -O3 ${vectors% -ffast-math} -mnontrapping-fptoint -mbulk-memory -w \
  -nostdlib -L/usr/lib/wasm32-wasi -Wl,--no-entry -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=65536 \
  -o speex-resampler.wasm resampler.c libspeexdsp/resample.c -lc -lm
deliver speex-resampler.wasm
