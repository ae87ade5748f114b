"""Trains the prosody network's encoder and durations on all alignments.

    python train_durations.py CHECKPOINTS SECONDS CLIPS ...

Without CHECKPOINTS/prosody.pt, it begins with nothing and learns everything. With it, that network and the readers that it knows stay as they
are, and only what tells the new readers from the first one is learnt: their vectors and norms.
"""

import numpy as np
import torch

from clips import Clips, Phrases
from losses import duration_loss
from networks import Prosody
from readers import Rows, for_readers, names_of
from training_loop import (
    Average,
    Best,
    Budget,
    Draw,
    Progress,
    half_precision,
    load_checkpoint,
    prepare_device,
    save_checkpoint,
    set_rate,
    step_optimizer,
    training_parser,
)

BATCH = 24
RATE = 1.5e-3
# In the encoder; the melody has its own training.
ENCODER = ("reader", "first", "encoder", "norm")


def train(clips, args):
    rng = np.random.default_rng(3)
    phrases = Phrases(clips)
    rows, rate = None, args.rate or RATE
    if (args.checkpoints / "prosody.pt").exists():
        network, statistics = load_checkpoint(args.checkpoints / "prosody.pt", Prosody)
        network = for_readers(network, names_of(statistics), clips.names).to(args.device)
        rows = Rows(network, clips.numbers_of(names_of(statistics)), ENCODER)
        parameters, decay = list(rows.parameters.values()), 0.0
    else:
        network = Prosody(readers=len(clips.readers)).to(args.device)
        parameters, decay = [p for name, p in network.named_parameters() if not name.startswith("melody")], 0.03
    average, budget = Average(network), Budget(args.seconds, args.steps, args.device)
    optimizer = torch.optim.AdamW(parameters, rate, betas=(0.9, 0.98), weight_decay=decay)
    known = phrases.training_unheard + phrases.training_heard
    picks = [i for i in known if rows is None or int(phrases.reader[i]) not in rows.fixed]
    draw = Draw(phrases.reader.cpu().numpy(), picks, 1 / len(clips.readers), rng)
    best = Best(average.network)
    progress = Progress("durations", args, rng, budget=budget, network=network, average=average.network, optimizer=optimizer, best=best)
    while budget.share < 1:
        network.train()
        set_rate(optimizer, budget.rate(rate, warm_up=50))
        with half_precision(args.device):
            loss, _ = duration_loss(network, phrases.batch(draw(args.batch or BATCH)))
        step_optimizer(optimizer, loss, before=rows and rows.keep_fixed)
        budget.step += 1
        average.follow(network, min(0.998, budget.step / (budget.step + 50)))
        if budget.step % 150 == 0 or budget.share >= 1:
            if best.offer(report(average.network, phrases, clips, budget), average.network):
                save_checkpoint(args.checkpoints / "durations.pt", best.network, clips.statistics)
        progress.keep()
    save_checkpoint(args.checkpoints / "durations.pt", best.network, clips.statistics)
    progress.end()


@torch.no_grad()
def report(network, phrases, clips, budget):
    """Prints the held-out losses of each reader; gives the mean of those of the phones and pauses."""
    sums = []
    for number, reader in enumerate(clips.readers):
        picks = [i for i in phrases.held_out_unheard[::4] + phrases.held_out_heard if phrases.reader[i] == number]
        if not picks:
            continue
        loss, parts = duration_loss(network, phrases.batch(picks[:200]))
        sums.append(loss.item())
        names = ("phones", "pauses", "pause lengths")
        print(f"step {budget.step}: {reader.name} held out", *(f"{n} {p:.3f}" for n, p in zip(names, parts)), flush=True)
    return sum(sums) / len(sums)


if __name__ == "__main__":
    args = training_parser(__doc__).parse_args()
    prepare_device(args.device)
    train(Clips(args.clips).to(args.device), args)
