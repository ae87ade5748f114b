"""What the trainings share: arguments, time as the budget, the learning rate, the running average of weights, checkpoints."""

import argparse
import copy
import math
import time
from pathlib import Path

import torch


def training_parser(description):
    """The arguments of every training: where the clips are, where checkpoints go, and for how many seconds."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("clips", type=Path)
    parser.add_argument("checkpoints", type=Path)
    parser.add_argument("seconds", type=float)
    return parser


class Budget:
    """Training lasts a given wall time: on a shared machine steps cannot be promised."""

    def __init__(self, seconds):
        self.start, self.seconds, self.step = time.time(), seconds, 0

    @property
    def share(self):
        return (time.time() - self.start) / self.seconds

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
        for mine, theirs in zip(self.network.parameters(), network.parameters()):
            mine.lerp_(theirs, 1 - inertia)


def half_precision():
    """Matrix products in bfloat16, which halves the time of a step on recent processors."""
    return torch.autocast("cpu", dtype=torch.bfloat16)


def set_rate(optimizer, rate):
    for group in optimizer.param_groups:
        group["lr"] = rate


def step_optimizer(optimizer, loss, limit=1.0):
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    for group in optimizer.param_groups:
        torch.nn.utils.clip_grad_norm_(group["params"], limit)
    optimizer.step()


def set_trainable(network, trainable):
    for parameter in network.parameters():
        parameter.requires_grad_(trainable)


def save_checkpoint(path, network, statistics):
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    weights = {k: v.half() if v.is_floating_point() else v for k, v in network.state_dict().items()}
    unfinished = path.with_suffix(".tmp")
    torch.save({"weights": weights, "options": network.options, "statistics": statistics}, unfinished)
    unfinished.replace(path)


def load_checkpoint(path, kind):
    """(network of class `kind`, statistics of its training data)."""
    stored = torch.load(path, weights_only=False)
    network = kind(**stored["options"])
    network.load_state_dict({k: v.float() if v.is_floating_point() else v for k, v in stored["weights"].items()})
    return network.eval(), stored["statistics"]
