"""Trains the prosody network's F0 and energy on its frozen encoder.

    python train_melody.py CHECKPOINTS SECONDS CLIPS ...

The encoder has seen all alignments, and only the clips have F0. With the encoder trainable, F0 memorises these and is no better
than the mean on others; so this part is small, strongly regularised, and stopped where held-out clips are best. With
CHECKPOINTS/prosody.pt, only the norms of the readers that it does not know are learnt.
"""

import numpy as np
import torch
import torch.nn.functional as F

from clips import Clips, Phrases
from networks import Attention, Prosody
from readers import Rows, names_of
from tokens import FIRST_SOUND
from training_loop import (
    Average,
    Best,
    Budget,
    Draw,
    Progress,
    load_checkpoint,
    prepare_device,
    save_checkpoint,
    set_rate,
    step_optimizer,
    training_parser,
)

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
        tokens, durations, f0, energy, has_f0, reader, cuts_first = phrases.batch([i])
        x, _ = network.eval().encode(tokens, reader)
        mean = (f0 * has_f0).sum() / has_f0.sum().clamp_min(1)
        counts = (tokens != 0).float()
        counts[:, FIRST_SOUND] *= 1 - cuts_first.float()
        encoded[i] = (x[0], torch.log1p(durations)[0], (f0 - mean)[0], energy[0], has_f0[0], counts[0], tokens[0], reader)
    return encoded


def stack(encoded, picks):
    columns = [torch.nn.utils.rnn.pad_sequence([encoded[i][k] for i in picks], batch_first=True) for k in range(7)]
    return [*columns, torch.cat([encoded[i][7] for i in picks])]


def melody_loss(network, batch):
    """(F0 loss, energy loss, correlation of F0 with the recordings', its spread over theirs)."""
    x, log_durations, f0, energy, has_f0, counts, tokens, reader = batch
    keep = tokens != 0
    out = network.predict_melody(x, keep, log_durations, reader)
    has_f0 = has_f0 * counts
    # Unvoiced phones and boundaries count too: their interpolated F0 is an input of the acoustic network.
    weights = has_f0 + 0.4 * (counts - has_f0)
    f0_loss = (F.smooth_l1_loss(out[..., 0], f0, reduction="none", beta=0.5) * weights).sum() / weights.sum()
    energy_loss = F.smooth_l1_loss(out[..., 1], energy, reduction="none", beta=0.5)
    energy_loss = (energy_loss * counts).sum() / counts.sum()
    voiced = has_f0 > 0
    made, real = out[..., 0][voiced].detach(), f0[voiced]
    return f0_loss, energy_loss, torch.corrcoef(torch.stack([made, real]))[0, 1], made.std() / real.std()


def start_afresh(network):
    network.melody = Prosody(**network.options).melody.to(next(network.parameters()).device)
    for name in ("durations", "out"):
        torch.nn.init.normal_(network.melody[name].weight, std=0.03)


def regularise(network, dropout, attention_dropout):
    for module in network.melody.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = dropout
        if isinstance(module, Attention):
            module.dropout = attention_dropout


def train(clips, args):
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    network, _ = load_checkpoint(args.checkpoints / "durations.pt", Prosody)
    network = network.to(args.device)
    phrases = Phrases(clips)
    adapts, fixed = (args.checkpoints / "prosody.pt").exists(), []
    if adapts:
        fixed = clips.numbers_of(names_of(load_checkpoint(args.checkpoints / "prosody.pt", Prosody)[1]))
    picks = [i for i in phrases.training_heard + phrases.held_out_heard if int(phrases.reader[i]) not in fixed]
    held_out = set(phrases.held_out_heard) & set(picks)
    if not adapts:
        held_out |= set(picks[::HELD_OUT_EVERY])
    encoded = encode_all(network, phrases, picks)
    training, reader_of = [i for i in picks if i not in held_out], phrases.reader.cpu().numpy()
    judges = [stack(encoded, [i for i in sorted(held_out) if reader_of[i] == r]) for r in sorted({int(reader_of[i]) for i in held_out})]
    if adapts:
        rows = Rows(network, fixed, ("melody",))
        parameters = list(rows.parameters.values())
        regularise(network, 0.2, 0.1)
    else:
        start_afresh(network)
        regularise(network, DROPOUT, ATTENTION_DROPOUT)
        rows, parameters = None, list(network.melody.parameters())
    optimizer = torch.optim.AdamW(parameters, args.rate or RATE, weight_decay=0 if adapts else 0.1)
    average, budget = Average(network), Budget(args.seconds, args.steps, args.device)
    draw = Draw(reader_of, training, 1 / len(judges), rng)
    best = Best(average.network)
    progress = Progress("melody", args, rng, budget=budget, network=network, average=average.network, optimizer=optimizer, best=best)
    while budget.share < 1:
        set_rate(optimizer, (args.rate or RATE) * min(1, budget.step / 50 + 0.02) * (1 - 0.95 * budget.share))
        network.melody.train()
        x, log_durations, *targets = stack(encoded, draw(args.batch or BATCH))
        noisy = [x + 0.2 * torch.randn_like(x), log_durations + 0.1 * torch.randn_like(log_durations)]
        f0_loss, energy_loss, *_ = melody_loss(network, [*noisy, *targets])
        step_optimizer(optimizer, f0_loss + 0.7 * energy_loss, before=rows and rows.keep_fixed)
        budget.step += 1
        average.follow(network, 0.98)
        if budget.step % 40 == 0:
            with torch.no_grad():
                found = [melody_loss(average.network, judge) for judge in judges]
            score = sum((f0_loss + 0.7 * energy_loss).item() for f0_loss, energy_loss, *_ in found) / len(found)
            if best.offer(score, average.network) or budget.step % 200 == 0:
                told = (f"F0 correlates at {correlation:.3f} with {spread:.2f} of the spread" for *_, correlation, spread in found)
                print(f"step {budget.step}: held out {score:.4f},", "; ".join(told), flush=True)
        progress.keep()
    save_checkpoint(args.checkpoints / "melody.pt", best.network, clips.statistics)
    progress.end()


if __name__ == "__main__":
    args = training_parser(__doc__).parse_args()
    prepare_device(args.device)
    train(Clips(args.clips).to(args.device), args)
