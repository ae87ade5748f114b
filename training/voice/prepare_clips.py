"""Builds the training set: tokens with times for every aligned utterance, samples and F0 for those with audio.

    python prepare_clips.py LJSPEECH TEXTGRIDS OUT

LJSPEECH holds metadata.csv and wavs/ (any part of the wavs), TEXTGRIDS one TextGrid an utterance.
Writes OUT/alignments.json and OUT/clips.npz.
"""

import argparse
import difflib
import json
import re
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import soundfile

from pitch_tracker import track_pitch
from tokens import SAMPLE_RATE, TOKEN_IDS

INTERVAL = re.compile(r'xmin = ([\d.]+)\s+xmax = ([\d.]+)\s+text = "([^"]*)"')
LETTER = "A-Za-zÀ-ÿ"


def read_tiers(path):
    """The (start, end, label) intervals of the words and of the phones, in seconds."""
    words, phones = path.read_text(encoding="utf8").split('name = "words"')[1].split('name = "phones"')
    return tuple([(float(a), float(b), label) for a, b, label in INTERVAL.findall(tier)] for tier in (words, phones))


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


def align_utterance(job):
    """{id, tokens, starts, ends} of one utterance, times in seconds; None where there is no usable alignment."""
    name, text, path = job
    if not path.exists():
        return None
    words, phones = read_tiers(path)
    words = [word for word in words if word[2]]
    if not words or not phones:
        return None
    marks = match_marks([word[2].strip("'") for word in words], text)
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
        "id": name,
        "tokens": [TOKEN_IDS[token] for token, _, _ in rows],
        "starts": [round(start, 4) for _, start, _ in rows],
        "ends": [round(stop, 4) for _, _, stop in rows],
    }


def read_clip(path):
    samples, rate = soundfile.read(path, dtype="int16")
    if rate != SAMPLE_RATE:
        raise SystemExit(f"Cannot use {path}: it has {rate} Hz, expected {SAMPLE_RATE}")
    return samples, track_pitch(samples / 32768.0)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ljspeech", type=Path)
    parser.add_argument("textgrids", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    rows = [line.split("|") for line in (args.ljspeech / "metadata.csv").read_text(encoding="utf8").splitlines()]
    jobs = [(row[0], row[2], args.textgrids / f"{row[0]}.TextGrid") for row in rows]
    with ProcessPoolExecutor() as pool:
        aligned = [row for row in pool.map(align_utterance, jobs, chunksize=200) if row]
        known = {row["id"] for row in aligned}
        paths = [path for path in sorted((args.ljspeech / "wavs").glob("*.wav")) if path.stem in known]
        clips = list(pool.map(read_clip, paths, chunksize=8))
    (args.out / "alignments.json").write_text(json.dumps(aligned))
    offsets = lambda arrays: np.concatenate([[0], np.cumsum([len(array) for array in arrays])])
    samples, pitches = [clip[0] for clip in clips], [clip[1] for clip in clips]
    np.savez(
        args.out / "clips.npz",
        ids=np.array([path.stem for path in paths]),
        samples=np.concatenate(samples),
        sample_offsets=offsets(samples),
        f0=np.concatenate(pitches),
        f0_offsets=offsets(pitches),
    )
    minutes = sum(map(len, samples)) / SAMPLE_RATE / 60
    print(f"{len(aligned)} aligned utterances, {len(paths)} of them with audio ({minutes:.1f} min)")


if __name__ == "__main__":
    main()
