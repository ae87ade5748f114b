"""Trains the acoustic network on recordings: first distances, then also a critic of envelopes.

    python train_acoustic.py CLIPS CHECKPOINTS SECONDS
"""


import numpy as np
import torch

from clips import Clips
from critics import EnvelopeCritic, critic_loss, generator_losses
from losses import acoustic_loss
from networks import Acoustic
from tokens import BANDS
from training_loop import Average, Budget, half_precision, save_checkpoint, set_rate, set_trainable, step_optimizer, training_parser

BATCH = 4
RATE = 1.5e-3
# Share of the time after which the critic judges, and over which it gains its full weight.
CRITIC_AT, CRITIC_RAMP = 0.4, 0.05
WINDOW = 64


def cut_windows(predicted, recorded, lengths, rng):
    """Two windows of each utterance, at the same places: (predicted, recorded); None when all are too short."""
    pairs = []
    for row, length in enumerate(lengths):
        for _ in range(2 if length >= WINDOW else 0):
            start = int(rng.integers(0, max(1, length - WINDOW)))
            pairs.append((predicted[row, start : start + WINDOW], recorded[row, start : start + WINDOW]))
    return tuple(torch.stack(side) for side in zip(*pairs)) if pairs else None


def train(clips, out, seconds):
    rng = np.random.default_rng(3)
    network, critic = Acoustic(), EnvelopeCritic()
    average, budget = Average(network), Budget(seconds)
    optimizer = torch.optim.AdamW(network.parameters(), RATE, betas=(0.9, 0.98), weight_decay=0.03)
    critic_optimizer = torch.optim.AdamW(critic.parameters(), 4e-4, betas=(0.5, 0.99))
    # Neighbours in length share a batch, so that little is padding.
    order = sorted(clips.training, key=lambda k: len(clips.items[k]["voicing"]))
    mean, std = clips.mean[:BANDS], clips.std[:BANDS]
    while budget.share < 1:
        set_rate(optimizer, budget.rate(RATE))
        first = int(rng.integers(0, max(1, len(order) - BATCH + 1)))
        batch = clips.batch_utterances(order[first : first + BATCH], rng, stretch=0.3)
        with half_precision():
            loss, _, prediction = acoustic_loss(network, batch, clips.mean, clips.std)
        windows = None
        if budget.share > CRITIC_AT:
            sides = ((x[..., :BANDS] - mean) / std for x in (prediction, batch["features"]))
            windows = cut_windows(*sides, batch["lengths"], rng)
        if windows is not None:
            made, real = windows
            step_optimizer(critic_optimizer, critic_loss(critic(real), critic(made.detach())), limit=20.0)
            set_trainable(critic, False)
            adversarial, matching = generator_losses(critic(real), critic(made))
            set_trainable(critic, True)
            weight = min(1.0, (budget.share - CRITIC_AT) / CRITIC_RAMP)
            loss = loss + weight * (0.12 * adversarial + 0.6 * matching)
        step_optimizer(optimizer, loss)
        budget.step += 1
        average.follow(network, min(0.998, budget.step / (budget.step + 50)))
        if budget.step % 100 == 0:
            report(average.network, clips, rng, budget)
            save_checkpoint(out / "acoustic.pt", average.network, clips.statistics)
    save_checkpoint(out / "acoustic.pt", average.network, clips.statistics)


@torch.no_grad()
def report(network, clips, rng, budget):
    batch = clips.batch_utterances(clips.held_out or clips.training[:1], rng, noise=False)
    loss, parts, _ = acoustic_loss(network, batch, clips.mean, clips.std)
    names = ("envelope", "periodicity", "voicing", "f0")
    print(f"step {budget.step}: held out {loss:.4f}", *(f"{n} {p:.3f}" for n, p in zip(names, parts)), flush=True)


if __name__ == "__main__":
    args = training_parser(__doc__).parse_args()
    train(Clips(args.clips), args.checkpoints, args.seconds)
