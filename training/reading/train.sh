#!/bin/sh
# Trains the scorer of readings from nothing: examples, a network, and a second time with the rows that tests have and that were
# read wrong counting more. All seeds are fixed and each step runs in one thread, so that the same machine makes the same file
# again. Needs PyTorch and NumPy.
# Run: training/reading/train.sh FOLDER, with a folder for what is made on the way; VECTORS has words.txt and vectors-int8.bin.
# PYTHON is the interpreter.
set -e
folder=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
python=${PYTHON:-python3}
cd "$root"
train() { "$python" training/reading/train.py "$folder/examples.jsonl" "$VECTORS/words.txt" "$VECTORS/vectors-int8.bin" "$1" ship >"${1%.bin}.log"; grep -E 'words|learned|ALL' "${1%.bin}.log"; }

[ -f "$folder/examples.jsonl" ] || npx node training/reading/write-examples.ts "$folder/examples.jsonl"
rm -f training/reading/learning-curve.tsv
for share in 0.25 0.5 1; do
  SHARE=$share train "$folder/share$share.bin"
  npx node training/reading/measure.ts "$folder/share$share.bin" --curve $share
done
npx node training/reading/list-misses.ts "$folder/share1.bin" "$folder/misses.txt"
FOCUS="$folder/misses.txt" START="$folder/share1.bin.pt" RATE=0.001 EPOCHS=5 train "$folder/shipped.bin"
cp "$folder/shipped.bin" data/reading/en-us.bin
npx node training/reading/list-misses.ts data/reading/en-us.bin "$folder/misses.txt"
npx node training/reading/measure.ts --page
