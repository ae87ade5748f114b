#!/bin/sh
# Builds data/codecs/aac.wasm from the source of vo-aacenc 0.1.3. README.md beside this file lists the packages it needs.
#   [PLAIN=1] sh codecs/aac/build.sh vo-aacenc_0.1.3.orig.tar.gz
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../unpack.sh"
unpack "$1" e51a7477a359f18df7c4f82d195dab4e14e7414cbd48cf79cc195fc446850f36 vo-aacenc-0.1.3
# aac-enc.c and wavreader.c are the program of vo-aacenc. "-w": it warns of pointers to other kinds of integers.
clang-19 --target=wasm32-wasi -isystem /usr/include/wasm32-wasi -Iaacenc/inc -Iaacenc/basic_op -Icommon/include -DNDEBUG \
  -O3 -flto $vectors -mnontrapping-fptoint -mbulk-memory -ffunction-sections -w \
  -nostdlib -L/usr/lib/wasm32-wasi -Wl,--no-entry -Wl,--strip-all -Wl,--gc-sections -Wl,--lto-O3 -Wl,--stack-first \
  -Wl,-z,stack-size=131072 -o aac.wasm encoder.c aacenc/src/*.c aacenc/basic_op/*.c common/*.c -lc
deliver aac.wasm
