#!/bin/sh
# Trains the scorer of readings from nothing. All seeds are fixed and each step runs in one thread, so that the same machine makes
# the same file again. Needs PyTorch and NumPy.
# Run: training/reading/train.sh FOLDER, with a folder for what is made on the way; VECTORS has words.txt and vectors-int8.bin.
# PYTHON is the interpreter. RUNNING teaches how plain text is read: it is what read-running-text.ts writes in a checkout of the
# previous release.
set -e
folder=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
python=${PYTHON:-python3}
cd "$root"
train() { "$python" training/reading/train.py "$1" "$VECTORS/words.txt" "$VECTORS/vectors-int8.bin" "$2" ship >"${2%.bin}.log"; grep -E 'words|learned|ALL' "${2%.bin}.log"; }
run() { script=$1; shift; npx node "training/reading/$script.ts" "$@"; }

if [ ! -f "$folder/examples.jsonl" ]; then
  run write-examples "$folder/examples.jsonl" "$RUNNING"
fi
rm -f training/reading/learning-curve.tsv
for share in 0.25 0.5 1; do
  SHARE=$share train "$folder/examples.jsonl" "$folder/share$share.bin"
  run measure "$folder/share$share.bin" --curve $share
done
cp "$folder/share1.bin" data/reading/en-us.bin
run measure --page
