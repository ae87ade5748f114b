"""Trains the vocoder: spectral losses, then light critics, then the acoustic network's predictions in place of real features.

    python train_vocoder.py CLIPS CHECKPOINTS SECONDS [--resume] [--critics-at 0.15] [--predicted-at 0.82]
    python train_vocoder.py CLIPS CHECKPOINTS SECONDS --resume --lowered 1 --periodicity 15 --blend 0.5 ...

The second form goes on from a trained vocoder with lowered copies of the recordings among them; README.md has all its options. `--critics` begins with the weights
of trained critics; without it they learn from nothing.
"""

import copy
import time
from pathlib import Path

import numpy as np
import torch

from clips import Clips
from critics import SampleCritics, critic_loss, generator_losses
from losses import PeriodicityLoss, SpectralLoss
from lowered import low_pass, lower_prediction
from measure_vocoder import cases, measure, print_rows
from networks import Vocoder, excite
from predicted import predict_features
from tokens import HOP
from training_loop import (
    Average,
    Budget,
    half_precision,
    load_checkpoint,
    save_checkpoint,
    set_rate,
    set_trainable,
    step_optimizer,
    training_parser,
)

# Outer frames have no context in training; they are left out of the losses.
EDGE = 2 * HOP


def judge(critics, optimizer, made, real, learns):
    """Lets the critics learn if it is their turn, then gives their losses for the vocoder."""
    if learns:
        with half_precision():
            loss = critic_loss(critics(real), critics(made.detach()))
        step_optimizer(optimizer, loss, limit=20.0)
    set_trainable(critics, False)
    with half_precision():
        losses = generator_losses(critics(real), critics(made))
    set_trainable(critics, True)
    return losses


def load_networks(clips, args):
    """The vocoder, its critics, and the statistics of the data on which its input is normalised."""
    critics = SampleCritics()
    if args.critics is not None:
        weights = torch.load(args.critics, weights_only=True)
        critics.load_state_dict({name: values.float() for name, values in weights.items()})
    if args.resume:
        network, statistics = load_checkpoint(args.checkpoints / "vocoder.pt", Vocoder)
        return network.train(), critics, statistics
    network = Vocoder()
    network.mean.copy_(clips.mean)
    network.std.copy_(clips.std)
    return network, critics, clips.statistics


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
        self.copies = clips.lowered(args.lowered) if args.lowered else None
        self.predicted = None

    def batch(self, share):
        """A batch at this share of the training's time."""
        if self.predicted is None and share >= self.args.predicted_at:
            self.predicted = predict_features(self.clips, self.clips.training, self.args.checkpoints / "acoustic.pt")
        is_predicted = self.predicted is not None and self.rng.random() < self.args.predicted_share
        predict = self._predict if is_predicted else None
        return self.clips.cut_segments(self.args.batch, self.args.frames, self.rng, predict, self.copies)

    def _predict(self, clip, item):
        return lower_prediction(self.predicted[clip], item) if "ratio" in item else self.predicted[clip]


class Keeper:
    """Writes the average: often to `vocoder.pt`, and at times to a file that stays, with how it does on held-out clips."""

    def __init__(self, clips, args, network, statistics):
        self.path, self.statistics, self.every = args.checkpoints / "vocoder.pt", statistics, args.keep_every
        self.start, self.share = copy.deepcopy(network), args.blend
        self.kept_at, self.prepared = time.time(), []
        if self.every:
            predicted = predict_features(clips, clips.held_out, args.checkpoints / "acoustic.pt")
            self.prepared = list(cases(clips, predicted))

    def save(self, network, step):
        blended = blend(self.start, network, self.share)
        save_checkpoint(self.path, blended, self.statistics)
        if self.every and time.time() - self.kept_at > self.every:
            self.keep(blended, step)

    def keep(self, network, step):
        save_checkpoint(self.path.with_name(f"vocoder-{step}.pt"), network, self.statistics)
        print_rows(measure(network, self.prepared, kinds=("predicted",)))
        self.kept_at = time.time()


def train(clips, args):
    rng = np.random.default_rng(3)
    network, critics, statistics = load_networks(clips, args)
    spectral, sources, keeper = SpectralLoss(), Sources(clips, args, rng), Keeper(clips, args, network, statistics)
    periodicity, average, budget = PeriodicityLoss(), Average(network), Budget(args.seconds)
    optimizer = torch.optim.AdamW(network.parameters(), args.rate, betas=(0.8, 0.99), weight_decay=0.01)
    critic_optimizer = torch.optim.AdamW(critics.parameters(), args.rate, betas=(0.8, 0.99), weight_decay=0.01)
    while budget.share < 1:
        rate = budget.rate(args.rate, warm_up=100, floor=0.15)
        set_rate(optimizer, rate)
        set_rate(critic_optimizer, 0.6 * rate)
        features, voicing, log_f0, samples, limits = sources.batch(budget.share)
        made = network(features, excite(log_f0.exp(), voicing, torch.rand(args.batch, dtype=torch.float64)))
        made, real = (low_pass(x, limits)[:, EDGE:-EDGE] for x in (made, samples))
        mel, linear = spectral(made, real)
        has_critics = budget.share >= args.critics_at
        loss = 15 * mel + (1.0 if has_critics else 3.0) * linear
        if has_critics:
            adversarial, matching = judge(critics, critic_optimizer, made, real, budget.step % args.critics_every == 0)
            ramp = 1.0 if args.critics else min(1.0, (budget.share - args.critics_at) / 0.05)
            loss = loss + ramp * (adversarial + 4 * matching)
        irregular = torch.zeros(())
        if args.periodicity:
            irregular = periodicity(made, real, log_f0, voicing, -EDGE)
            loss = loss + args.periodicity * irregular
        step_optimizer(optimizer, loss, limit=20.0)
        budget.step += 1
        average.follow(network, min(0.998 if has_critics else 0.995, budget.step / (budget.step + 20)))
        if budget.step % 50 == 0:
            print(f"step {budget.step}, {time.time() - budget.start:.0f} s: mel {mel:.4f} linear {linear:.3f} periodicity {irregular:.3f}", flush=True)
            keeper.save(average.network, budget.step)
    keeper.save(average.network, budget.step)
    torch.save({name: values.half() for name, values in critics.state_dict().items()}, args.checkpoints / "critics.pt")


if __name__ == "__main__":
    parser = training_parser(__doc__)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--critics", type=Path, help="weights of critics to begin with")
    parser.add_argument("--critics-at", type=float, default=0.15, help="share of the time")
    parser.add_argument("--critics-every", type=int, default=1, help="steps from one learning of the critics to the next")
    parser.add_argument("--predicted-at", type=float, default=0.82, help="share of the time")
    parser.add_argument("--predicted-share", type=float, default=1.0, help="share of the batches from then on")
    parser.add_argument("--lowered", type=int, default=0, help="copies of each clip at lower pitch")
    parser.add_argument("--periodicity", type=float, default=0, help="weight of the distance in periodicity")
    parser.add_argument("--blend", type=float, default=1.0, help="share of what was learnt in what is saved; the rest is as at the start")
    parser.add_argument("--keep-every", type=float, default=0, help="seconds between checkpoints that stay and are measured")
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--frames", type=int, default=32)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--threads", type=int, default=0, help="0: as many as PyTorch wants")
    args = parser.parse_args()
    if args.threads:
        torch.set_num_threads(args.threads)
    train(Clips(args.clips), args)
