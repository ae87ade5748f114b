"""Trains the vocoder: spectral losses, then light critics, then the acoustic network's predictions in place of real features.

    python train_vocoder.py CHECKPOINTS SECONDS CLIPS ...
    python train_vocoder.py CHECKPOINTS SECONDS CLIPS ... --lowered --periodicity 15 --blend 0.5

Begins with CHECKPOINTS/start-vocoder.pt if there is one. `--lowered` adds lowered copies of the first reader's recordings. Predictions are taken
from CHECKPOINTS/acoustic.pt as soon as it is their time and the file is there.
"""

import copy

import numpy as np
import torch

from clips import Clips
from critics import SampleCritics, critic_loss, generator_losses
from extension import extend_clips
from losses import PeriodicityLoss, SpectralLoss
from lowered import low_pass
from networks import Vocoder, excite
from predicted import predict_features
from tokens import HOP
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

# Outer frames have no context in training; they are left out of the losses.
EDGE = 2 * HOP
BATCH, RATE = 4, 6e-4
# Share of a batch that is lowered copies.
LOWERED_SHARE = 0.125


def judge(critics, optimizer, made, real, learns, device):
    """Lets the critics learn if it is their turn, then gives their losses for the vocoder."""
    if learns:
        with half_precision(device):
            loss = critic_loss(critics(real), critics(made.detach()))
        step_optimizer(optimizer, loss, limit=20.0)
    set_trainable(critics, False)
    with half_precision(device):
        losses = generator_losses(critics(real), critics(made))
    set_trainable(critics, True)
    return losses


@torch.no_grad()
def blend(start, network, share):
    """Weights between those at the start and those of `network`."""
    blended = copy.deepcopy(network)
    for mine, first in zip(blended.parameters(), start.parameters()):
        mine.lerp_(first, 1 - share)
    return blended


class Sources:
    """Where batches come from: real or predicted features, of recordings and perhaps of lowered copies."""

    def __init__(self, clips, args, rng):
        self.clips, self.args, self.rng = clips, args, rng
        self.draw = Draw(clips.reader_of, clips.training, args.first_share, rng)
        self.size, self.predicted = args.batch or BATCH, None

    def batch(self, share):
        """A batch at this share of the training's time."""
        path = self.args.checkpoints / "acoustic.pt"
        if self.predicted is None and share >= self.args.predicted_at and path.exists():
            self.predicted = predict_features(self.clips, range(self.clips.count), path)
            print("predictions are there", flush=True)
        is_predicted = self.predicted is not None and self.rng.random() < self.args.predicted_share
        lowered = int(self.size * LOWERED_SHARE) if self.clips.copies else 0
        picks = self.draw(self.size - lowered) + [self.clips.copies[i] for i in self.rng.integers(0, len(self.clips.copies) or 1, lowered)]
        return self.clips.cut_segments(picks, self.args.frames, self.rng, self.predicted if is_predicted else None)


@torch.no_grad()
@torch.random.fork_rng()
def report(network, clips, spectral, features, step):
    """Prints the mel distance of held-out stretches of each reader. Leaves the generators of the training as they are."""
    told = []
    for number, reader in enumerate(clips.readers):
        picks = [k for k in clips.held_out if clips.reader_of[k] == number and clips.lengths[k] > 140][:24]
        if not picks:
            continue
        rng = np.random.default_rng(5)
        inputs, voicing, log_f0, samples, limits = clips.cut_segments(picks, 128, rng, clips.features if features is None else features)
        made = network(inputs, excite(log_f0.exp(), voicing, torch.zeros(len(inputs), dtype=torch.float64, device=inputs.device)))
        made, real = (low_pass(x, limits)[:, EDGE:-EDGE] for x in (made, samples))
        told.append(f"{reader.name} {spectral(made, real)[0]:.4f}")
    print(f"step {step}: held out, {'real' if features is None else 'predicted'} features: mel", *told, flush=True)


def train(clips, args):
    rng = np.random.default_rng(3)
    device, start = args.device, args.checkpoints / "start-vocoder.pt"
    if start.exists():
        network, _ = load_checkpoint(start, Vocoder)
    else:
        network = Vocoder()
        network.mean.copy_(clips.mean)
        network.std.copy_(clips.std)
    network, critics = network.to(device).train(), SampleCritics().to(device)
    first, spectral, sources = copy.deepcopy(network), SpectralLoss().to(device), Sources(clips, args, rng)
    periodicity, average, budget = PeriodicityLoss().to(device), Average(network), Budget(args.seconds, args.steps, args.device)
    base = args.rate or RATE
    optimizer = torch.optim.AdamW(network.parameters(), base, betas=(0.8, 0.99), weight_decay=0.01)
    critic_optimizer = torch.optim.AdamW(critics.parameters(), base, betas=(0.8, 0.99), weight_decay=0.01)
    learning = dict(network=network, average=average.network, critics=critics, optimizer=optimizer, critic_optimizer=critic_optimizer)
    progress = Progress("vocoder", args, rng, budget=budget, first=first, **learning)
    report(average.network, clips, spectral, None, budget.step)
    told_at = kept_at = budget.used
    while budget.share < 1:
        rate = budget.rate(base, warm_up=100, floor=0.08)
        set_rate(optimizer, rate)
        set_rate(critic_optimizer, 0.6 * rate)
        features, voicing, log_f0, samples, limits = sources.batch(budget.share)
        phase = torch.rand(len(features), dtype=torch.float64, device=device)
        made = network(features, excite(log_f0.exp(), voicing, phase))
        made, real = (low_pass(x, limits)[:, EDGE:-EDGE] for x in (made, samples))
        mel, linear = spectral(made, real)
        has_critics = budget.share >= args.critics_at
        loss = 15 * mel + (1.0 if has_critics else 3.0) * linear
        if has_critics:
            adversarial, matching = judge(critics, critic_optimizer, made, real, budget.step % args.critics_every == 0, device)
            ramp = min(1.0, (budget.share - args.critics_at) / 0.05)
            loss = loss + ramp * (adversarial + 4 * matching)
        if args.periodicity:
            loss = loss + args.periodicity * periodicity(made, real, log_f0, voicing, -EDGE)
        step_optimizer(optimizer, loss, limit=20.0)
        budget.step += 1
        average.follow(network, min(0.998 if has_critics else 0.995, budget.step / (budget.step + 20)))
        if budget.used - told_at > 20:
            print(f"step {budget.step}, {budget.used:.0f} s: mel {mel.item():.4f} linear {linear.item():.3f}", flush=True)
            report(average.network, clips, spectral, sources.predicted, budget.step)
            save_checkpoint(args.checkpoints / "vocoder.pt", blend(first, average.network, args.blend), clips.statistics)
            told_at = budget.used
        if args.keep_every and budget.used - kept_at > args.keep_every:
            save_checkpoint(args.checkpoints / f"vocoder-{budget.step}.pt", average.network, clips.statistics)
            kept_at = budget.used
        progress.keep()
    report(average.network, clips, spectral, None, budget.step)
    save_checkpoint(args.checkpoints / "vocoder.pt", blend(first, average.network, args.blend), clips.statistics)
    progress.end()


if __name__ == "__main__":
    parser = training_parser(__doc__)
    parser.add_argument("--critics-at", type=float, default=0.15, help="share of the time")
    parser.add_argument("--critics-every", type=int, default=1, help="steps from one learning of the critics to the next")
    parser.add_argument("--predicted-at", type=float, default=0.82, help="share of the time")
    parser.add_argument("--predicted-share", type=float, default=1.0, help="share of the batches from then on")
    parser.add_argument("--lowered", action="store_true", help="add copies of the first reader at lower pitch")
    parser.add_argument("--first-share", type=float, default=0.4, help="share of the first reader in each batch")
    parser.add_argument("--periodicity", type=float, default=0, help="weight of the distance in periodicity")
    parser.add_argument("--blend", type=float, default=1.0, help="share of what was learnt in what is saved; the rest is as at the start")
    parser.add_argument("--keep-every", type=float, default=0, help="seconds between checkpoints that stay")
    parser.add_argument("--frames", type=int, default=32)
    args = parser.parse_args()
    prepare_device(args.device)
    clips = Clips(args.clips, lowered=args.lowered).to(args.device)
    extend_clips(clips, args.checkpoints / "start-acoustic.pt")
    train(clips, args)
