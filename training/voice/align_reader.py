"""Checks the recordings of a reader, finds when each sound is heard, and writes the clips for the trainings.

    python align_reader.py READER TEXTS ALIGNER.pt CLIPS --name NAME --locale en_US [--limit-hz 7300] [--corpus CORPUS]

READER holds flac/ or wav/; TEXTS comes from read-texts.ts. The aligner learns from what it found before it aligns for the second time, and from CORPUS,
with which it was trained, if that is at hand. Recordings that are too noisy, clipped, or do not say their text are left out; CLIPS/report.json
names them. `--limit-hz` is the highest frequency of the recordings; above it they teach nothing.
"""

import argparse
import copy
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from aligner import STEP, Listener, align, hear, sound_id
from clip_files import write_clips
from pitch_tracker import track_reader
from recordings import level_recording, measure_levels, read_recording
from splits import is_held_out
from tokens import SAMPLE_RATE, TOKEN_IDS
from train_aligner import fit, label_steps, read_corpus
from training_loop import load_checkpoint, save_checkpoint

# What is kept before the first and after the last sound.
LEAD_SECONDS, TAIL_SECONDS = 0.1, 0.2
LEAST_SNR_DB = 20
# A clip whose text fits so much worse than usual (in deviations of the middle half) does not say it.
WORST_FIT = 6
# Share of samples at full scale.
MOST_CLIPPED = 1e-4
REFINING_SECONDS = 60
LEAST_CLIPS = 20
OPENING = "."
MARKS = {"…": ".", "-": ",", "(": ",", ")": ","}


def distinct(pronunciations):
    """Those that differ in more than stress, the first of each."""
    found = {}
    for phonemes in pronunciations:
        found.setdefault(tuple(sound_id(phone) for phone in phonemes), phonemes)
    return list(found.values())


def check_recording(samples):
    """What is wrong with a recording, or None."""
    speech, quiet = measure_levels(samples)
    if speech - quiet < LEAST_SNR_DB:
        return f"noise is only {speech - quiet:.0f} dB below the speech"
    if (np.abs(samples) > 0.999).mean() > MOST_CLIPPED:
        return "it is clipped"
    return None


def align_all(network, clips):
    return [align(network.score(clip["heard"]), clip["words"]) for clip in clips]


def labelled(clip, found):
    chosen, sounds, _ = found
    phones = [(clip["words"][w][chosen[w]][i], a * STEP, b * STEP) for w, i, a, b in sounds]
    return clip["heard"], label_steps(phones, len(clip["heard"]))


def misfits(alignments):
    """Whether each clip fits its text far worse than the others do."""
    lost = np.array([np.inf if found is None else found[2] for found in alignments])
    low, middle, high = np.percentile(lost[np.isfinite(lost)], [25, 50, 75])
    return lost > middle + WORST_FIT * max(1e-3, (high - low) / 1.35)


def tokenise(clip, found):
    """(row for alignments.json, the samples that it is about)."""
    chosen, sounds, _ = found
    first, last = sounds[0][2] * STEP, sounds[-1][3] * STEP
    start = max(0.0, first - LEAD_SECONDS)
    end = min(len(clip["samples"]) / SAMPLE_RATE, last + TAIL_SECONDS)
    tokens, ends = [OPENING], [first]
    for w, mark in enumerate(clip["marks"]):
        own = [sound for sound in sounds if sound[0] == w]
        tokens += clip["words"][w][chosen[w]]
        ends += [b * STEP for *_, b in own]
        tokens.append("_" if mark is None else MARKS.get(mark, mark))
        following = next((a * STEP for v, _, a, _ in sounds if v == w + 1), end)
        ends.append(following)
    starts = [start, *ends[:-1]]
    moved = lambda times: [round(time - start, 4) for time in times]
    row = {"id": clip["id"], "text": clip["text"], "tokens": [TOKEN_IDS[t] for t in tokens], "starts": moved(starts), "ends": moved(ends)}
    return row, clip["samples"][round(start * SAMPLE_RATE) : round(end * SAMPLE_RATE)]


def read_reader(folder, texts):
    """Clips with samples, what the aligner hears, words and marks; and what is wrong with the others."""
    clips, refused = [], {}
    for line in texts.read_text().splitlines():
        row = json.loads(line)
        path = next((found for kind in ("flac", "wav") if (found := folder / kind / f"{row['id']}.{kind}").exists()), None)
        if path is None:
            refused[row["id"]] = "there is no recording"
            continue
        samples = read_recording(path)
        problem = check_recording(samples)
        if problem:
            refused[row["id"]] = problem
            continue
        clips.append(
            {
                "id": row["id"],
                "text": row["text"],
                "samples": level_recording(samples),
                "heard": hear(samples),
                "words": [distinct(word["pronunciations"]) for word in row["words"]],
                "marks": [word["mark"] for word in row["words"]],
            }
        )
    return clips, refused


def keep_fitting(clips, found, refused):
    bad = misfits(found)
    refused |= {clip["id"]: "it does not say its text" for clip, is_bad in zip(clips, bad) if is_bad}
    pairs = [(clip, one) for clip, one, is_bad in zip(clips, found, bad) if not is_bad]
    return [clip for clip, _ in pairs], [one for _, one in pairs]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("reader", "texts", "aligner", "clips"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--name", required=True)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--locale", default="en_US")
    parser.add_argument("--limit-hz", type=float, default=SAMPLE_RATE / 2)
    parser.add_argument("--refining", type=float, default=REFINING_SECONDS, help="seconds")
    args = parser.parse_args()
    clips, refused = read_reader(args.reader, args.texts)
    print(f"{len(clips)} recordings, {len(refused)} refused", flush=True)
    if len(clips) < LEAST_CLIPS:
        raise SystemExit(f"Cannot train: {len(clips)} usable recordings, expected at least {LEAST_CLIPS}")
    network, _ = load_checkpoint(args.aligner, Listener)
    first = align_all(network, clips)
    clips, first = keep_fitting(clips, first, refused)
    corpus = read_corpus(args.corpus) if args.corpus else []
    known = [(heard, label_steps(phones, len(heard))) for _, text, heard, phones in corpus if not is_held_out(text)]
    own = [labelled(clip, one) for clip, one in zip(clips, first) if not is_held_out(clip["text"])]
    network = fit(copy.deepcopy(network), [*known, *own, *own], args.refining, rate=1e-3)
    second = align_all(network, clips)
    clips, second = keep_fitting(clips, second, refused)
    args.clips.mkdir(parents=True, exist_ok=True)
    save_checkpoint(args.clips / "aligner.pt", network, {})
    rows, recordings = zip(*(tokenise(clip, one) for clip, one in zip(clips, second)))
    with ProcessPoolExecutor() as pool:
        pitches = track_reader(recordings, lambda f, xs: pool.map(f, xs, chunksize=8))
    log_f0 = np.log(np.concatenate(pitches)[np.concatenate(pitches) > 0])
    described = {
        "name": args.name,
        "locale": args.locale,
        "limitHz": args.limit_hz,
        # Whether clips begin with their first sound, and cut it.
        "cutsFirstSound": False,
        "logF0": {"mean": float(log_f0.mean()), "standardDeviation": float(log_f0.std())},
    }
    write_clips(args.clips, described, rows, [row["id"] for row in rows], recordings, pitches)
    other = [clip["words"][w][p] != clip["words"][w][0] for clip, one in zip(clips, second) for w, p in enumerate(one[0])]
    report = {
        "clips": len(rows),
        "minutes": round(sum(map(len, recordings)) / SAMPLE_RATE / 60, 2),
        "heldOut": sum(is_held_out(row["text"]) for row in rows),
        "medianHz": round(float(np.exp(np.median(log_f0))), 1),
        "otherPronunciations": round(float(np.mean(other)), 4),
        "fit": round(float(np.mean([one[2] for one in second])), 3),
        "refused": refused,
    }
    (args.clips / "report.json").write_text(json.dumps(report, indent=2) + "\n")
    print(json.dumps(report | {"refused": len(refused)}))


if __name__ == "__main__":
    main()
