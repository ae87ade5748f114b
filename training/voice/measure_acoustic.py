"""How close acoustic networks are to recordings that were held out, at the recordings' own times and pitch.

    python measure_acoustic.py CLIPS ... --checkpoints ACOUSTIC.pt ...

For each reader that a network knows: the mean distance of the envelope in dB, of its bands below the reader's highest frequency; that of the
periodicities of voiced frames (0 to 1); and the share of frames whose voicing is wrong. The first sound of a clip is left out if it was cut.
"""

import argparse
from pathlib import Path

import numpy as np
import torch

from clips import Clips
from extension import whole_bands
from losses import ACOUSTIC_INPUTS
from networks import Acoustic
from readers import names_of
from tokens import BANDS, FEATURES
from training_loop import load_checkpoint

DB = 20 / np.log(10)
BATCH = 8


@torch.no_grad()
def distances(network, statistics, clips, number):
    """(dB, periodicity, share of frames with wrong voicing, frames) of a reader's held-out clips."""
    known = names_of(statistics).index(clips.names[number])
    bands = whole_bands(clips.readers[number].limit_hz)
    picks = [k for k in clips.held_out if clips.reader_of[k] == number]
    sums, frames, voiced_frames = np.zeros(3), 0.0, 0.0
    for at in range(0, len(picks), BATCH):
        batch = clips.batch_utterances(picks[at : at + BATCH])
        batch["reader"] = torch.full_like(batch["reader"], known)
        out = network(*(batch[name] for name in ACOUSTIC_INPUTS))
        made = out[..., :FEATURES] * statistics["std"][:FEATURES] + statistics["mean"][:FEATURES]
        heard = out[..., FEATURES] > 0
        mask, voiced = batch["mask"], batch["mask"] * batch["voicing"]
        error = (made - batch["features"]).abs()
        sums[0] += float((error[..., :bands].mean(-1) * mask).sum()) * DB
        sums[1] += float((error[..., BANDS:].mean(-1) * voiced).sum())
        sums[2] += float(((heard != (batch["voicing"] > 0.5)).float() * mask).sum())
        frames, voiced_frames = frames + float(mask.sum()), voiced_frames + float(voiced.sum())
    return sums[0] / frames, sums[1] / voiced_frames, sums[2] / frames, int(frames)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clips", type=Path, nargs="+")
    parser.add_argument("--checkpoints", type=Path, nargs="+", required=True)
    args = parser.parse_args()
    clips = Clips(args.clips)
    for path in args.checkpoints:
        network, statistics = load_checkpoint(path, Acoustic)
        for number, name in enumerate(clips.names):
            if name not in names_of(statistics):
                continue
            envelope, periodicity, voicing, frames = distances(network, statistics, clips, number)
            print(f"{path}, {name}: envelope {envelope:.2f} dB, periodicity {periodicity:.3f}, voicing wrong {100 * voicing:.1f} % of {frames} frames", flush=True)


if __name__ == "__main__":
    main()
