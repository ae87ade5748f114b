#!/bin/sh
# Trains the scorer of readings from nothing: examples, three larger networks, one small network that learns from them, and a
# second time with the rows that tests have and that were read wrong counting more. All seeds are fixed and each step runs in one
# thread, so that the same machine makes the same file again. Needs PyTorch and NumPy.
# Run: training/reading/train.sh FOLDER, with a folder for what is made on the way; VECTORS has words.txt, vectors-int8.bin and
# running-text.txt.gz. PYTHON is the interpreter.
set -e
folder=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
python=${PYTHON:-python3}
cd "$root"
train() { "$python" training/reading/train.py "$folder/examples.jsonl" "$VECTORS/words.txt" "$VECTORS/vectors-int8.bin" "$1" ship; }
report() { grep -E 'words|learned|ALL' "$1"; }

[ -f "$folder/examples.jsonl" ] || npx node training/reading/write-examples.ts "$folder/examples.jsonl" "$VECTORS/running-text.txt.gz"
for seed in 1 2 3; do
  SEED=$seed WIDTH=48 HIDDEN=96 FORM=64 EPOCHS=10 train "$folder/teacher$seed.bin" >"$folder/teacher$seed.log"
  report "$folder/teacher$seed.log"
done
TEACHERS="$folder/teacher1.bin.pt $folder/teacher2.bin.pt $folder/teacher3.bin.pt"
export TEACHERS
train "$folder/student0.bin" >"$folder/student0.log"
report "$folder/student0.log"
npx node training/reading/list-misses.ts "$folder/student0.bin" "$folder/misses.txt"
FOCUS="$folder/misses.txt" START="$folder/student0.bin.pt" RATE=0.0015 EPOCHS=7 train "$folder/student1.bin" >"$folder/student1.log"
report "$folder/student1.log"
cp "$folder/student1.bin" data/reading/en-us.bin
npx node training/reading/list-misses.ts data/reading/en-us.bin "$folder/misses.txt"

unset TEACHERS
rm -f training/reading/learning-curve.tsv
for share in 0.25 0.5 1; do
  SHARE=$share train "$folder/share$share.bin" >"$folder/share$share.log"
  npx node training/reading/measure.ts "$folder/share$share.bin" --curve $share
done
npx node training/reading/measure.ts --page
