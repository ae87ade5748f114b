#!/bin/sh
# Builds data/codecs/opus.wasm from the source of libopus 1.6.1. README.md beside this file lists the packages it needs.
#   [PLAIN=1] sh codecs/opus/build.sh opus_1.6.1.orig.tar.xz
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../unpack.sh"
unpack "$1" 001ac615b9f8f8994b229ad2b1a5969ed12ab48b0d154d0af1016a5899cd6ba1 opus-1.6.1
rm celt/opus_custom_demo.c celt/mini_kfft.c
if [ -n "$PLAIN" ]; then rm mdct-by-four.c; fi
# The linker leaves out what the encoder does not call, the decoder first of all. "-w": libopus warns of floats made shorter.
clang-19 --target=wasm32-wasi -isystem /usr/include/wasm32-wasi -I. -Iinclude -Icelt -Isilk -Isilk/float -DHAVE_CONFIG_H -DNDEBUG \
  -O3 -flto $vectors -mnontrapping-fptoint -mbulk-memory -ffunction-sections -w \
  -nostdlib -L/usr/lib/wasm32-wasi -Wl,--no-entry -Wl,--strip-all -Wl,--gc-sections -Wl,--lto-O3 -Wl,--stack-first \
  -Wl,-z,stack-size=262144 -o opus.wasm *.c celt/*.c silk/*.c silk/float/*.c \
  src/opus.c src/opus_encoder.c src/opus_decoder.c src/analysis.c src/mlp.c src/mlp_data.c src/extensions.c src/repacketizer.c -lc -lm
deliver opus.wasm
