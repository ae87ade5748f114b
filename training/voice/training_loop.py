"""What the trainings share: arguments, time as the budget, the learning rate, the running average of weights, checkpoints, and going on after a stop."""

import argparse
import copy
import math
import os
import time
from pathlib import Path

import torch

# Wall time between two writings of the state of a training.
KEEP_SECONDS = 120
SEED = 3


def training_parser(description):
    """The arguments of every training: where checkpoints go, for how many seconds of computing, and the clips of each reader."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoints", type=Path)
    parser.add_argument("seconds", type=float)
    parser.add_argument("clips", type=Path, nargs="+", help="one folder a reader; the first is the one that the networks began with")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--steps", type=int, default=10**9, help="at most")
    parser.add_argument("--batch", type=int)
    parser.add_argument("--rate", type=float)
    return parser


def read_clock(device):
    """Processor seconds of this thread, which other work does not add to; wall time with a graphics card.

    A thread that spins until another one is done counts this as work: beside other work, train with one thread."""
    return time.thread_time() if device == "cpu" else time.monotonic()


class Budget:
    """Training lasts for a given time of computing. It ends earlier after so many steps."""

    def __init__(self, seconds, steps=10**9, device="cpu"):
        self.seconds, self.steps, self.step, self.device = seconds, steps, 0, device
        self.start = read_clock(device)

    @property
    def used(self):
        """Seconds of computing so far, including those before a stop."""
        return read_clock(self.device) - self.start

    @property
    def share(self):
        return max(self.used / self.seconds, self.step / self.steps)

    def state_dict(self):
        return {"used": self.used, "step": self.step}

    def load_state_dict(self, state):
        self.start, self.step = read_clock(self.device) - state["used"], state["step"]

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
        for own, other in zip(self.network.parameters(), network.parameters()):
            own.lerp_(other, 1 - inertia)


class Best:
    """The network with the lowest held-out loss; `network` itself until there is one."""

    def __init__(self, network):
        self.loss, self.network = float("inf"), network

    def offer(self, loss, network):
        """Copies a network that is better than all before; returns whether it is."""
        is_better = loss < self.loss
        if is_better:
            self.loss, self.network = loss, copy.deepcopy(network)
        return is_better

    def state_dict(self):
        return {"loss": self.loss, "weights": self.network.state_dict()}

    def load_state_dict(self, state):
        if math.isfinite(state["loss"]):
            self.loss, self.network = state["loss"], copy.deepcopy(self.network)
            self.network.load_state_dict(state["weights"])


class Progress:
    """Keeps the state of a training in CHECKPOINTS/unfinished-KIND.pt, from which the same command goes on after a stop.

    `rng` is the generator of the batches. Each of `parts` has `state_dict` and `load_state_dict`; one of them is the budget."""

    def __init__(self, kind, args, rng, **parts):
        self.path = args.checkpoints / f"unfinished-{kind}.pt"
        self.arguments = {name: str(value) for name, value in vars(args).items()}
        self.rng, self.device, self.parts = rng, args.device, parts
        if self.path.exists():
            self._go_on()
        self.kept_at = time.monotonic()

    def _go_on(self):
        state = torch.load(self.path, map_location="cpu", weights_only=False)
        others = [name for name, value in self.arguments.items() if state["arguments"].get(name) != value]
        if others:
            raise SystemExit(f"Cannot go on: {self.path} has another value of {', '.join(others)}; delete the file to begin again")
        for name, part in self.parts.items():
            part.load_state_dict(state["parts"][name])
        self.rng.bit_generator.state = state["rng"]
        torch.set_rng_state(state["torch"])
        if self.device != "cpu":
            torch.cuda.set_rng_state(state["cuda"], self.device)
        print(f"going on from step {self.parts['budget'].step}", flush=True)

    def keep(self):
        """Writes the state if that was done more than KEEP_SECONDS ago. Call it between steps."""
        if time.monotonic() - self.kept_at < KEEP_SECONDS:
            return
        state = {
            "arguments": self.arguments,
            "parts": {name: part.state_dict() for name, part in self.parts.items()},
            "rng": self.rng.bit_generator.state,
            "torch": torch.get_rng_state(),
            "cuda": None if self.device == "cpu" else torch.cuda.get_rng_state(self.device),
        }
        replace_file(self.path, state)
        self.kept_at = time.monotonic()

    def end(self):
        """Removes the file. Call it when the result is saved."""
        self.path.unlink(missing_ok=True)


def half_precision(device="cpu"):
    """Matrix products in bfloat16, which halves the time of a step on recent processors; those of graphics cards have TF32 instead."""
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=device == "cpu")


def prepare_device(device):
    """Lets a graphics card compute products in TF32. Seeds what is drawn, so that clips are completed alike after a stop."""
    torch.manual_seed(SEED)
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


def replace_file(path, stored):
    """Saves an object, so that after a stop the file has either its old or its new contents."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".tmp")
    with unfinished.open("wb") as file:
        torch.save(stored, file)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def save_checkpoint(path, network, statistics):
    replace_file(Path(path), {"weights": network.state_dict(), "options": network.options, "statistics": statistics})


def load_checkpoint(path, kind):
    """(network of class `kind`, statistics of its training data)."""
    stored = torch.load(path, map_location="cpu", weights_only=False)
    network = kind(**stored["options"])
    network.load_state_dict({k: v.float() if v.is_floating_point() else v for k, v in stored["weights"].items()})
    return network.eval(), stored["statistics"]
