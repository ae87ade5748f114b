"""Trains the prosody network's F0 and energy on its frozen encoder.

    python train_melody.py CLIPS CHECKPOINTS SECONDS

The encoder has seen all alignments, and only the clips have F0. With the encoder trainable, F0 memorises these and is no better
than the mean on others; so this part is small, strongly regularised, and stopped where held-out clips are best.
"""

import copy

import numpy as np
import torch
import torch.nn.functional as F

from clips import Clips, Phrases
from networks import Attention, Prosody
from tokens import FIRST_SOUND
from training_loop import Average, Budget, load_checkpoint, save_checkpoint, set_rate, step_optimizer, training_parser

BATCH = 16
RATE = 1.5e-3
DROPOUT, ATTENTION_DROPOUT = 0.4, 0.2
# Of the clips that the durations were trained with, every ninth is kept out here.
HELD_OUT_EVERY = 9


@torch.no_grad()
def encode_all(network, phrases, picks):
    """What the encoder says of each clip, with the targets; F0 is relative to the clip's mean."""
    encoded = {}
    for i in picks:
        tokens, durations, f0, energy, has_f0, _ = phrases.batch([i])
        x, _ = network.encode(tokens)
        mean = (f0 * has_f0).sum() / has_f0.sum().clamp_min(1)
        encoded[i] = (x[0], torch.log1p(durations)[0], (f0 - mean)[0], energy[0], has_f0[0], tokens[0])
    return encoded


def stack(encoded, picks):
    return [torch.nn.utils.rnn.pad_sequence([encoded[i][k] for i in picks], batch_first=True) for k in range(6)]


def melody_loss(network, batch):
    """(F0 loss, energy loss, correlation of F0 with the recordings')."""
    x, log_durations, f0, energy, has_f0, tokens = batch
    keep = tokens != 0
    out = network.predict_melody(x, keep, log_durations)
    counts = keep.clone()
    counts[:, FIRST_SOUND] = False
    has_f0 = has_f0 * counts
    # Unvoiced phones and boundaries count too: their interpolated F0 is an input of the acoustic network.
    weights = has_f0 + 0.4 * (counts.float() - has_f0)
    f0_loss = (F.smooth_l1_loss(out[..., 0], f0, reduction="none", beta=0.5) * weights).sum() / weights.sum()
    energy_loss = F.smooth_l1_loss(out[..., 1], energy, reduction="none", beta=0.5)
    energy_loss = (energy_loss * counts).sum() / counts.sum()
    voiced = has_f0 > 0
    correlation = torch.corrcoef(torch.stack([out[..., 0][voiced], f0[voiced]]))[0, 1]
    return f0_loss, energy_loss, correlation


def start_afresh(network):
    network.melody = Prosody(**network.options).melody
    for name in ("durations", "out"):
        torch.nn.init.normal_(network.melody[name].weight, std=0.03)
    for module in network.melody.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = DROPOUT
        if isinstance(module, Attention):
            module.dropout = ATTENTION_DROPOUT


def train(clips, out, seconds):
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    network, statistics = load_checkpoint(out / "durations.pt", Prosody)
    phrases = Phrases(clips)
    picks = phrases.training_heard + phrases.held_out_heard
    held_out = sorted(set(picks[::HELD_OUT_EVERY]) | set(phrases.held_out_heard))
    encoded = encode_all(network, phrases, picks)
    order = sorted(set(picks) - set(held_out), key=lambda i: len(encoded[i][1]))
    judge = stack(encoded, held_out)
    start_afresh(network)
    optimizer = torch.optim.AdamW(network.melody.parameters(), RATE, weight_decay=0.1)
    average, budget = Average(network), Budget(seconds)
    best, best_network = float("inf"), average.network
    while budget.share < 1:
        set_rate(optimizer, RATE * min(1, budget.step / 50 + 0.02) * (1 - 0.95 * budget.share))
        network.melody.train()
        first = int(rng.integers(0, max(1, len(order) - BATCH)))
        x, log_durations, *targets = stack(encoded, order[first : first + BATCH])
        noisy = [x + 0.2 * torch.randn_like(x), log_durations + 0.1 * torch.randn_like(log_durations)]
        f0_loss, energy_loss, _ = melody_loss(network, [*noisy, *targets])
        step_optimizer(optimizer, f0_loss + 0.7 * energy_loss)
        budget.step += 1
        average.follow(network, 0.98)
        if budget.step % 40 == 0:
            with torch.no_grad():
                f0_loss, energy_loss, correlation = melody_loss(average.network, judge)
            score = (f0_loss + 0.7 * energy_loss).item()
            print(f"step {budget.step}: held out {score:.4f}, F0 correlates at {correlation:.3f}", flush=True)
            if score < best:
                best, best_network = score, copy.deepcopy(average.network)
    save_checkpoint(out / "prosody.pt", best_network, statistics)


if __name__ == "__main__":
    args = training_parser(__doc__).parse_args()
    train(Clips(args.clips), args.checkpoints, args.seconds)
