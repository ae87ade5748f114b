"""Trains the acoustic network on recordings: first distances, then also a critic of envelopes.

    python train_acoustic.py CHECKPOINTS SECONDS CLIPS ...

Begins with CHECKPOINTS/start-acoustic.pt if there is one.
"""

import numpy as np
import torch

from clips import Clips
from critics import EnvelopeCritic, critic_loss, generator_losses
from extension import extend_clips
from losses import acoustic_loss
from networks import Acoustic
from readers import for_readers, names_of
from tokens import BANDS, FEATURES
from training_loop import (
    Average,
    Budget,
    Draw,
    Progress,
    half_precision,
    load_checkpoint,
    prepare_device,
    save_checkpoint,
    set_rate,
    set_trainable,
    step_optimizer,
    training_parser,
)

BATCH = 4
RATE = 1.5e-3
# Share of the time after which the critic judges, and over which it gains its full weight.
CRITIC_AT, CRITIC_RAMP = 0.4, 0.05
WINDOW = 64


def cut_windows(predicted, recorded, lengths, rng):
    """Two windows of each utterance, at the same places: (predicted, recorded); None when all are too short."""
    rows, starts = [], []
    for row, length in enumerate(lengths):
        if length >= WINDOW:
            rows += [row, row]
            starts += [int(rng.integers(0, max(1, length - WINDOW))) for _ in range(2)]
    if not rows:
        return None
    device = predicted.device
    at = torch.tensor(starts, device=device)[:, None] + torch.arange(WINDOW, device=device)
    rows = torch.tensor(rows, device=device)[:, None]
    return predicted[rows, at], recorded[rows, at]


def start_network(clips, args):
    start = args.checkpoints / "start-acoustic.pt"
    if not start.exists():
        return Acoustic(readers=len(clips.readers)), clips.statistics
    network, statistics = load_checkpoint(start, Acoustic)
    renormalise(network.out, statistics, clips.statistics)
    return for_readers(network, names_of(statistics), clips.names), clips.statistics


@torch.no_grad()
def renormalise(layer, old, new):
    """Lets a last layer give its features normalised in a new way."""
    scale = old["std"][:FEATURES] / new["std"][:FEATURES]
    layer.weight[:FEATURES] *= scale[:, None]
    layer.bias[:FEATURES] = layer.bias[:FEATURES] * scale + (old["mean"] - new["mean"])[:FEATURES] / new["std"][:FEATURES]


def train(clips, args):
    rng = np.random.default_rng(3)
    network, statistics = start_network(clips, args)
    network, critic = network.to(args.device).train(), EnvelopeCritic().to(args.device)
    average, budget = Average(network), Budget(args.seconds, args.steps, args.device)
    base, size = args.rate or RATE, args.batch or BATCH
    optimizer = torch.optim.AdamW(network.parameters(), base, betas=(0.9, 0.98), weight_decay=0.03)
    critic_optimizer = torch.optim.AdamW(critic.parameters(), 4e-4, betas=(0.5, 0.99))
    mean, std = statistics["mean"].to(args.device), statistics["std"].to(args.device)
    scale = lambda x: (x[..., :BANDS] - mean[:BANDS]) / std[:BANDS]
    draw = Draw(clips.reader_of, clips.training, args.first_share, rng)
    learning = dict(network=network, average=average.network, critic=critic, optimizer=optimizer, critic_optimizer=critic_optimizer)
    progress = Progress("acoustic", args, rng, budget=budget, **learning)
    kept_at = budget.used
    while budget.share < 1:
        set_rate(optimizer, budget.rate(base))
        batch = clips.batch_utterances(draw(size), rng, stretch=0.3, noise=True)
        with half_precision(args.device):
            loss, _, prediction = acoustic_loss(network, batch, mean, std)
        windows = None
        if budget.share > args.critic_at:
            windows = cut_windows(scale(prediction), scale(batch["features"]), batch["lengths"], rng)
        if windows is not None:
            made, real = windows
            step_optimizer(critic_optimizer, critic_loss(critic(real), critic(made.detach())), limit=20.0)
            set_trainable(critic, False)
            adversarial, matching = generator_losses(critic(real), critic(made))
            set_trainable(critic, True)
            weight = min(1.0, (budget.share - args.critic_at) / CRITIC_RAMP)
            loss = loss + weight * (0.12 * adversarial + 0.6 * matching)
        step_optimizer(optimizer, loss)
        budget.step += 1
        average.follow(network, min(0.998, budget.step / (budget.step + 50)))
        if budget.used - kept_at > 20:
            report(average.network, clips, budget, mean, std)
            save_checkpoint(args.checkpoints / "acoustic.tmp.pt", average.network, statistics)
            kept_at = budget.used
        progress.keep()
    report(average.network, clips, budget, mean, std)
    save_checkpoint(args.checkpoints / "acoustic.pt", average.network, statistics)
    progress.end()


@torch.no_grad()
def report(network, clips, budget, mean, std):
    for number, reader in enumerate(clips.readers):
        picks = [k for k in clips.held_out if clips.reader_of[k] == number]
        if not picks:
            continue
        loss, parts, _ = acoustic_loss(network, clips.batch_utterances(picks[:40]), mean, std)
        names = ("envelope", "periodicity", "voicing", "f0")
        told = " ".join(f"{n} {p:.3f}" for n, p in zip(names, parts))
        print(f"step {budget.step}: {reader.name} held out {loss:.4f} {told}", flush=True)


if __name__ == "__main__":
    parser = training_parser(__doc__)
    parser.add_argument("--first-share", type=float, default=0.4, help="share of the first reader in each batch")
    parser.add_argument("--critic-at", type=float, default=CRITIC_AT, help="share of the time")
    args = parser.parse_args()
    prepare_device(args.device)
    clips = Clips(args.clips).to(args.device)
    extend_clips(clips, args.checkpoints / "start-acoustic.pt")
    train(clips, args)
