"""What the trainings share: arguments, time as the budget, the learning rate, the running average of weights, checkpoints."""

import argparse
import copy
import math
import time
from pathlib import Path

import torch


def training_parser(description):
    """The arguments of every training: where checkpoints go, for how many seconds, and the clips of each reader."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoints", type=Path)
    parser.add_argument("seconds", type=float)
    parser.add_argument("clips", type=Path, nargs="+", help="one folder a reader; the first is the one that the networks began with")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--steps", type=int, default=10**9, help="at most")
    parser.add_argument("--batch", type=int)
    parser.add_argument("--rate", type=float)
    return parser


class Budget:
    """Training lasts a given wall time: on a shared machine steps cannot be promised. It ends earlier after so many steps."""

    def __init__(self, seconds, steps=10**9):
        self.start, self.seconds, self.steps, self.step = time.time(), seconds, steps, 0

    @property
    def share(self):
        return max((time.time() - self.start) / self.seconds, self.step / self.steps)

    def rate(self, base, warm_up=200, floor=0.03):
        """Learning rate: a linear warm-up, then half a cosine down to `floor` of `base`."""
        cosine = 0.5 * (1 + math.cos(math.pi * min(1, self.share)))
        return base * min(1, (self.step + 1) / warm_up) * (floor + (1 - floor) * cosine)


class Average:
    """A running average of a network's weights; it is what is saved."""

    def __init__(self, network):
        self.network = copy.deepcopy(network).eval()

    @torch.no_grad()
    def follow(self, network, inertia):
        torch._foreach_lerp_(list(self.network.parameters()), list(network.parameters()), 1 - inertia)


def half_precision(device="cpu"):
    """Matrix products in bfloat16, which halves the time of a step on recent processors; those of graphics cards have TF32 instead."""
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=device == "cpu")


def prepare_device(device):
    """Lets a graphics card compute products in TF32."""
    if device != "cpu":
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.allow_tf32 = True


class Draw:
    """Draws from `picks` at random: with `first_share` from those of the first reader, from all other readers alike."""

    def __init__(self, reader_of, picks, first_share, rng):
        self.rng, groups = rng, {}
        for k in picks:
            groups.setdefault(int(reader_of[k]), []).append(k)
        readers, others = sorted(groups), len(groups) - 1
        self.groups = [groups[r] for r in readers]
        has_first = readers[0] == 0 and others > 0
        self.shares = [first_share, *[(1 - first_share) / others] * others] if has_first else [1 / len(readers)] * len(readers)

    def __call__(self, count):
        groups = (self.groups[g] for g in self.rng.choice(len(self.groups), count, p=self.shares))
        return [group[self.rng.integers(len(group))] for group in groups]



def set_rate(optimizer, rate):
    for group in optimizer.param_groups:
        group["lr"] = rate


def step_optimizer(optimizer, loss, limit=1.0, before=None):
    """`before` is called between the gradients and the step."""
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    if before is not None:
        before()
    for group in optimizer.param_groups:
        torch.nn.utils.clip_grad_norm_(group["params"], limit)
    optimizer.step()


def set_trainable(network, trainable):
    for parameter in network.parameters():
        parameter.requires_grad_(trainable)


def save_checkpoint(path, network, statistics):
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".tmp")
    torch.save({"weights": network.state_dict(), "options": network.options, "statistics": statistics}, unfinished)
    unfinished.replace(path)


def load_checkpoint(path, kind):
    """(network of class `kind`, statistics of its training data)."""
    stored = torch.load(path, map_location="cpu", weights_only=False)
    network = kind(**stored["options"])
    network.load_state_dict({k: v.float() if v.is_floating_point() else v for k, v in stored["weights"].items()})
    return network.eval(), stored["statistics"]
