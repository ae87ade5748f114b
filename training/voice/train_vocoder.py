"""Trains the vocoder: spectral losses, then light critics, then the acoustic network's predictions in place of real features.

    python train_vocoder.py CLIPS CHECKPOINTS SECONDS [--resume] [--critics-at 0.15] [--predicted-at 0.82]
"""


import numpy as np
import torch

from clips import Clips
from critics import SampleCritics, critic_loss, generator_losses
from losses import SpectralLoss, acoustic_loss
from networks import Acoustic, Vocoder, excite
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


@torch.no_grad()
def predict_features(clips, path):
    """The acoustic network's features of each training clip, at the recording's own times, F0 and energy."""
    network, _ = load_checkpoint(path, Acoustic)
    rng = np.random.default_rng(0)
    predicted = {}
    for k in clips.training:
        batch = clips.batch_utterances([k], rng, noise=False)
        predicted[k] = acoustic_loss(network, batch, clips.mean, clips.std)[2][0]
    return predicted


def judge(critics, optimizer, made, real):
    """Lets the critics learn, then gives their losses for the vocoder."""
    with half_precision():
        loss = critic_loss(critics(real), critics(made.detach()))
    step_optimizer(optimizer, loss, limit=20.0)
    set_trainable(critics, False)
    with half_precision():
        losses = generator_losses(critics(real), critics(made))
    set_trainable(critics, True)
    return losses


def train(clips, args):
    rng = np.random.default_rng(3)
    path = args.checkpoints / "vocoder.pt"
    network = load_checkpoint(path, Vocoder)[0].train() if args.resume else Vocoder()
    if not args.resume:
        network.mean.copy_(clips.mean)
        network.std.copy_(clips.std)
    critics, spectral = SampleCritics(), SpectralLoss()
    average, budget = Average(network), Budget(args.seconds)
    optimizer = torch.optim.AdamW(network.parameters(), args.rate, betas=(0.8, 0.99), weight_decay=0.01)
    critic_optimizer = torch.optim.AdamW(critics.parameters(), args.rate, betas=(0.8, 0.99), weight_decay=0.01)
    predicted = None
    while budget.share < 1:
        rate = budget.rate(args.rate, warm_up=100, floor=0.15)
        set_rate(optimizer, rate)
        set_rate(critic_optimizer, 0.6 * rate)
        if predicted is None and budget.share > args.predicted_at:
            predicted = predict_features(clips, args.checkpoints / "acoustic.pt")
        features, voicing, log_f0, samples = clips.cut_segments(args.batch, args.frames, rng, predicted)
        made = network(features, excite(log_f0.exp(), voicing, torch.rand(args.batch, dtype=torch.float64)))
        made, real = made[:, EDGE:-EDGE], samples[:, EDGE:-EDGE]
        mel, linear = spectral(made, real)
        has_critics = budget.share > args.critics_at
        loss = 15 * mel + (1.0 if has_critics else 3.0) * linear
        if has_critics:
            adversarial, matching = judge(critics, critic_optimizer, made, real)
            loss = loss + min(1.0, (budget.share - args.critics_at) / 0.05) * (adversarial + 4 * matching)
        step_optimizer(optimizer, loss, limit=20.0)
        budget.step += 1
        average.follow(network, min(0.998 if has_critics else 0.995, budget.step / (budget.step + 20)))
        if budget.step % 50 == 0:
            print(f"step {budget.step}: mel {mel:.4f} linear {linear:.3f}", flush=True)
            save_checkpoint(path, average.network, clips.statistics)
    save_checkpoint(path, average.network, clips.statistics)


if __name__ == "__main__":
    parser = training_parser(__doc__)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--critics-at", type=float, default=0.15, help="share of the time")
    parser.add_argument("--predicted-at", type=float, default=0.82, help="share of the time")
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--frames", type=int, default=32)
    parser.add_argument("--rate", type=float, default=6e-4)
    args = parser.parse_args()
    train(Clips(args.clips), args)
