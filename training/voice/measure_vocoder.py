"""How close the vocoder is to recordings that were held out, and to copies of those of the first reader at lower pitch.

    python measure_vocoder.py CHECKPOINTS CLIPS ... [--vocoder vocoder.pt] [--jitter 0.001]

For each reader and each copy, with real and with predicted features: the mel distance (the training's loss) and, for 0 to 1, 1 to 2, 2 to 4
and 4 to 6 kHz, how much more periodic the voiced frames are than those of the recording or copy.
"""

import argparse
from pathlib import Path

import numpy as np
import torch

from clips import Clips
from envelope import analyse
from extension import extend_clips
from losses import SpectralLoss
from lowered import SEMITONES, low_pass, lower, lower_prediction
from networks import Vocoder, excite
from predicted import predict_features
from tokens import BANDS, HOP
from training_loop import load_checkpoint

# Periodicities that are compared; the fifth band lies above the limits of the lowest copies.
COMPARED = 4


# Clips of each reader: more tell no more.
MOST_CLIPS = 12


def item_of(clips, k):
    frames = clips.frames_of(k)
    return {
        "samples": clips.samples_of(k),
        "features": clips.features[frames],
        "voicing": clips.voicing[frames],
        "log_f0": clips.log_f0[frames],
        "limit": float(clips.limits[k]),
        "first": int(clips.first[k]),
    }


def cases(clips, predicted):
    """(name, clip, real features, predicted features) of held-out clips and of copies of those of the first reader."""
    for number, name in enumerate(clips.names):
        picks = [k for k in clips.held_out if clips.reader_of[k] == number][:MOST_CLIPS]
        for semitones in (0.0, *SEMITONES) if number == 0 else (0.0,):
            for k in picks:
                item, made = item_of(clips, k), predicted[clips.frames_of(k)]
                if semitones:
                    item = lower(item, semitones)
                    made = lower_prediction(made, item)
                yield f"{name}, -{semitones:g} st", item, item["features"], made


@torch.no_grad()
def compare(network, item, features, spectral, seed, jitter):
    """(mel distance, excess periodicities of the four bands) of one clip; its first sound is left out."""
    frames = min(len(item["samples"]) // HOP, len(features))
    inputs = torch.cat([features, item["voicing"][:, None], item["log_f0"][:, None]], 1)[None, :frames]
    voicing, f0 = item["voicing"][None, :frames], item["log_f0"][None, :frames].exp()
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        excitation = excite(f0, voicing, torch.zeros(1, dtype=torch.float64), jitter)
    made, real = network(inputs, excitation), item["samples"][None, : frames * HOP]
    limits = [item["limit"]]
    cut = item["first"] * HOP
    mel, _ = spectral(low_pass(made, limits)[:, cut:], low_pass(real, limits)[:, cut:])
    pitch = torch.where(voicing[0] > 0, f0[0], torch.zeros(()))
    voiced = (voicing[0] > 0).numpy()
    voiced[: item["first"]] = False
    heard = analyse(made[0], pitch)[voiced, BANDS : BANDS + COMPARED]
    recorded = analyse(real[0], pitch)[voiced, BANDS : BANDS + COMPARED]
    return float(mel), (heard - recorded).mean(0).numpy(), heard.mean(0).numpy()


def measure(network, prepared, kinds=("real", "predicted"), jitter=0.0):
    """Rows (name, kind of features, mel distance, excess periodicities, periodicities)."""
    spectral, rows = SpectralLoss(), []
    for kind in kinds:
        for name in dict.fromkeys(case[0] for case in prepared):
            of_these = [case for case in prepared if case[0] == name]
            inputs = [(item, real if kind == "real" else moved) for _, item, real, moved in of_these]
            found = [compare(network, *pair, spectral, seed, jitter) for seed, pair in enumerate(inputs)]
            rows.append((name, kind, *(np.mean([one[i] for one in found], 0) for i in range(3))))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoints", type=Path)
    parser.add_argument("clips", type=Path, nargs="+")
    parser.add_argument("--vocoder", default="vocoder.pt", help="name of the checkpoint")
    parser.add_argument("--jitter", type=float, default=0.0, help="share of a period, as in the package")
    args = parser.parse_args()
    network, _ = load_checkpoint(args.checkpoints / args.vocoder, Vocoder)
    clips = Clips(args.clips)
    extend_clips(clips, args.checkpoints / "acoustic.pt")
    predicted = predict_features(clips, clips.held_out, args.checkpoints / "acoustic.pt")
    for name, kind, mel, excess, _ in measure(network, list(cases(clips, predicted)), jitter=args.jitter):
        print(f"{name}, {kind}: mel {mel:.4f}, periodicity", *(f"{x:+.3f}" for x in excess), flush=True)


if __name__ == "__main__":
    main()
