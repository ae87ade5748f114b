"""Builds the training set: tokens with times for every aligned utterance, samples and F0 for those with audio.

    python prepare_clips.py CORPUS CLIPS --name NAME

CORPUS holds alignments.jsonl.gz (a JSON object a line: id, text, and words and phones as [label, seconds] in order, "" for silence) and
flac/, the recordings of any part of it.
"""

import argparse
import difflib
import gzip
import json
import re
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import soundfile

from clip_files import write_clips
from pitch_tracker import track_pitch
from tokens import SAMPLE_RATE, TOKEN_IDS

# Of the recordings, these have been kept out since the first networks.
HELD_OUT_EVERY, HELD_OUT_AT = 64, 7
LETTER = "A-Za-zÀ-ÿ"


def read_tiers(row):
    """The (start, end, label) intervals of the words and of the phones, in seconds."""
    tiers = []
    for tier in ("words", "phones"):
        ends = np.cumsum([seconds for _, seconds in row[tier]])
        starts = ends - [seconds for _, seconds in row[tier]]
        tiers.append([(float(a), float(b), label) for (label, _), a, b in zip(row[tier], starts, ends)])
    return tiers


def boundary_token(between):
    """The token of what stands between two words: its strongest mark."""
    between = between.replace(" ", "").replace("--", "-")
    for mark in ".?!;:,(-":
        if mark in between:
            # A lone hyphen is inside a compound.
            return "_" if between == "-" else mark
    if any(bracket in between for bracket in ")[]"):
        return "("
    return '"' if any(quote in between for quote in '"“”') else "_"


def words_with_marks(text):
    """The words of a text in lower case, and what stands after each."""
    text = text.replace("’", "'")
    words, after = [], []
    for part in re.findall(rf"[{LETTER}']+|[^{LETTER}']+", text):
        if re.search(f"[{LETTER}]", part):
            words.append(part.lower())
            after.append("")
        elif words:
            after[-1] += part
    return words, after


def match_marks(spoken, text):
    """The boundary token after each spoken word; transcript and alignment may differ in how they spell numbers."""
    written, after = words_with_marks(text)
    matcher = difflib.SequenceMatcher(None, spoken, [word.strip("'") for word in written], autojunk=False)
    marks = ["_"] * len(spoken)
    for kind, i1, i2, j1, j2 in matcher.get_opcodes():
        if kind == "equal":
            for k in range(i2 - i1):
                marks[i1 + k] = boundary_token(after[j1 + k])
        elif j2 > j1 and i2 > i1:
            marks[i2 - 1] = boundary_token(after[j2 - 1])
    return marks


def align_utterance(row):
    """{id, text, tokens, starts, ends} of one utterance, times in seconds; None where there is no usable alignment."""
    words, phones = read_tiers(row)
    words = [word for word in words if word[2]]
    if not words or not phones:
        return None
    marks = match_marks([word[2].strip("'") for word in words], row["text"])
    end = phones[-1][1]
    rows = [("<s>", 0.0, words[0][0])]
    for i, (word_start, word_end, _) in enumerate(words):
        for start, stop, phone in phones:
            if start >= word_start - 1e-4 and stop <= word_end + 1e-4 and phone not in ("", "sp", "sil"):
                rows.append((phone if phone in TOKEN_IDS else "<spn>", start, stop))
        is_last = i + 1 == len(words)
        mark = "</s>" if is_last and marks[i] == "_" else marks[i]
        rows.append((mark, word_end, max(end if is_last else words[i + 1][0], word_end)))
    if len(rows) < 4:
        return None
    return {
        "id": row["id"],
        "text": row["text"],
        "tokens": [TOKEN_IDS[token] for token, _, _ in rows],
        "starts": [round(start, 4) for _, start, _ in rows],
        "ends": [round(stop, 4) for _, _, stop in rows],
    }


def read_clip(path):
    samples, rate = soundfile.read(path, dtype="float32")
    if rate != SAMPLE_RATE:
        raise SystemExit(f"Cannot use {path}: it has {rate} Hz, expected {SAMPLE_RATE}")
    return samples


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--name", required=True)
    args = parser.parse_args()
    with gzip.open(args.corpus / "alignments.jsonl.gz", "rt") as lines:
        rows = [json.loads(line) for line in lines]
    with ProcessPoolExecutor() as pool:
        aligned = [row for row in pool.map(align_utterance, rows, chunksize=200) if row]
        known = {row["id"] for row in aligned}
        paths = [path for path in sorted((args.corpus / "flac").glob("*.flac")) if path.stem in known]
        recordings = list(pool.map(read_clip, paths, chunksize=8))
        pitches = list(pool.map(track_pitch, recordings, chunksize=8))
    log_f0 = np.log(np.concatenate(pitches)[np.concatenate(pitches) > 0])
    ids = [path.stem for path in paths]
    described = {
        "name": args.name,
        "locale": "en_US",
        "limitHz": SAMPLE_RATE / 2,
        "cutsFirstSound": True,
        "logF0": {"mean": float(log_f0.mean()), "standardDeviation": float(log_f0.std())},
        "alwaysHeldOut": ids[HELD_OUT_AT::HELD_OUT_EVERY],
    }
    write_clips(args.out, described, aligned, ids, recordings, pitches)
    minutes = sum(map(len, recordings)) / SAMPLE_RATE / 60
    print(f"{len(aligned)} aligned utterances, {len(paths)} of them with audio ({minutes:.1f} min)")


if __name__ == "__main__":
    main()
