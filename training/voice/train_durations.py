"""Trains the prosody network's encoder and durations on all alignments.

    python train_durations.py CLIPS CHECKPOINTS SECONDS
"""


import numpy as np
import torch

from clips import Clips, Phrases
from losses import duration_loss
from networks import Prosody
from training_loop import Average, Budget, half_precision, save_checkpoint, set_rate, step_optimizer, training_parser

BATCH = 24
RATE = 1.5e-3


def train(clips, out, seconds):
    rng = np.random.default_rng(3)
    phrases = Phrases(clips)
    network = Prosody()
    average, budget = Average(network), Budget(seconds)
    parameters = [p for name, p in network.named_parameters() if not name.startswith("melody")]
    optimizer = torch.optim.AdamW(parameters, RATE, betas=(0.9, 0.98), weight_decay=0.03)
    order = sorted(phrases.training_unheard + phrases.training_heard, key=lambda i: phrases.lengths[i])
    while budget.share < 1:
        set_rate(optimizer, budget.rate(RATE))
        first = int(rng.integers(0, max(1, len(order) - BATCH)))
        with half_precision():
            loss, _ = duration_loss(network, phrases.batch(order[first : first + BATCH]))
        step_optimizer(optimizer, loss)
        budget.step += 1
        average.follow(network, min(0.998, budget.step / (budget.step + 50)))
        if budget.step % 150 == 0:
            report(average.network, phrases, budget)
            save_checkpoint(out / "durations.pt", average.network, clips.statistics)
    save_checkpoint(out / "durations.pt", average.network, clips.statistics)


@torch.no_grad()
def report(network, phrases, budget):
    _, parts = duration_loss(network, phrases.batch(phrases.held_out_unheard[::4] or phrases.held_out_heard))
    names = ("phones", "pauses", "pause lengths")
    print(f"step {budget.step}: held out", *(f"{n} {p:.3f}" for n, p in zip(names, parts)), flush=True)


if __name__ == "__main__":
    args = training_parser(__doc__).parse_args()
    train(Clips(args.clips), args.checkpoints, args.seconds)
