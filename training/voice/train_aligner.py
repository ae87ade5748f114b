"""Trains the aligner's network on recordings whose times are known, and prints how far its times are from these on clips that it has not heard.

    python train_aligner.py CORPUS ALIGNER.pt SECONDS

CORPUS holds flac/ and alignments.jsonl.gz (a JSON object a line: id, text, and phones as [label, seconds] in order).
"""

import argparse
import gzip
import json
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from aligner import SILENCE, SOUNDS, STEP, Listener, align, hear, sound_id, warp_bands
from recordings import read_recording
from splits import is_held_out
from training_loop import Budget, load_checkpoint, save_checkpoint

BATCH, STRETCH = 24, 300
RATE = 2e-3


def read_corpus(folder):
    """(id, text, heard, phones) of every aligned recording; phones as (label, start, end) in seconds."""
    rows = []
    with gzip.open(folder / "alignments.jsonl.gz", "rt") as lines:
        for line in lines:
            row = json.loads(line)
            path = folder / "flac" / f"{row['id']}.flac"
            if not path.exists():
                continue
            ends = np.cumsum([seconds for _, seconds in row["phones"]])
            starts = np.concatenate([[0], ends[:-1]])
            phones = [(label, a, b) for (label, _), a, b in zip(row["phones"], starts, ends)]
            rows.append((row["id"], row["text"], hear(read_recording(path)), phones))
    return rows


def label_steps(phones, steps):
    labels = np.full(steps, SILENCE)
    for phone, start, end in phones:
        labels[round(start / STEP) : round(end / STEP)] = sound_id(phone)
    return labels


def fit(network, clips, seconds, rate=RATE):
    """Trains on (heard, labels) for so many seconds of computing."""
    rng = np.random.default_rng(1)
    heard = torch.from_numpy(np.concatenate([one for one, _ in clips]))
    labels = torch.from_numpy(np.concatenate([one for _, one in clips])).long()
    counts = torch.bincount(labels, minlength=len(SOUNDS)).float() + 1
    network.log_prior.copy_((counts / counts.sum()).log())
    optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=0.01)
    budget = Budget(seconds)
    network.train()
    while (share := budget.share) < 1:
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1, (budget.step + 1) / 50) * (1.02 - share)
        at = torch.from_numpy(rng.integers(0, len(labels) - STRETCH, BATCH))[:, None] + torch.arange(STRETCH)
        x = warp_bands(heard[at], torch.from_numpy(rng.uniform(0.85, 1.15, BATCH)).float())
        x = x + 0.3 * torch.randn(BATCH, 1, x.shape[2]) + 0.1 * torch.randn_like(x)
        loss = F.cross_entropy(network(x).flatten(0, 1), labels[at].flatten(), label_smoothing=0.05)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        budget.step += 1
        if budget.step % 100 == 0:
            print(f"step {budget.step}, {budget.used:.0f} s: {loss.item():.3f}", flush=True)
    return network.eval()


def measure(network, rows):
    """Errors of the starts of sounds in ms, for rows with their true phones as the only pronunciation."""
    errors = []
    for _, _, heard, phones in rows:
        spoken = [(label, a) for label, a, _ in phones if sound_id(label) != SILENCE]
        found = align(network.score(heard), [[[label]] for label, _ in spoken])
        if found is not None:
            errors += [1000 * (first * STEP - at) for (_, _, first, _), (_, at) in zip(found[1], spoken)]
    return np.array(errors)


def describe(errors):
    size = np.abs(errors)
    return (
        f"{len(errors)} sounds: mean {size.mean():.1f} ms, median {np.median(size):.1f}, 90 % within {np.percentile(size, 90):.0f}, "
        f"within 20 ms {100 * (size <= 20).mean():.0f} %, bias {errors.mean():+.1f}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("aligner", type=Path)
    parser.add_argument("seconds", type=float)
    args = parser.parse_args()
    rows = read_corpus(args.corpus)
    training = [(heard, label_steps(phones, len(heard))) for _, text, heard, phones in rows if not is_held_out(text)]
    network = fit(Listener(), training, args.seconds)
    save_checkpoint(args.aligner, network, {})
    network, _ = load_checkpoint(args.aligner, Listener)
    print(describe(measure(network, [row for row in rows if is_held_out(row[1])])))


if __name__ == "__main__":
    main()
