#!/bin/sh
# Builds data/codecs/lame.wasm from the source of LAME 3.100. README.md beside this file lists the packages it needs.
#   [PLAIN=1] sh codecs/lame/build.sh lame_3.100.orig.tar.gz
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../unpack.sh"
unpack "$1" ddfe36cab873794038ae2c1210557ad34857a4b6bdc515785d1da9e175b1da1e lame-3.100
rm libmp3lame/mpglib_interface.c
if [ -n "$PLAIN" ]; then rm fft-by-four.c; else rm libmp3lame/fft.c; fi
# LAME's own build has -ffast-math too. Bulk memory operations are left out because they are slower here.
clang-19 --target=wasm32-wasi -isystem /usr/include/wasm32-wasi -I. -Iinclude -Ilibmp3lame -DHAVE_CONFIG_H -DNDEBUG -Dexit=end_program \
  -O3 $vectors -mnontrapping-fptoint -w \
  -nostdlib -L/usr/lib/wasm32-wasi -Wl,--no-entry -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=131072 \
  -Wl,--initial-memory=786432 -Wl,--max-memory=786432 \
  -o lame.wasm *.c libmp3lame/*.c -lc -lm
deliver lame.wasm
