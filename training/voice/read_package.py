"""A voice package -> checkpoints from which trainings can begin: start-acoustic.pt, start-vocoder.pt and prosody.pt.

    python read_package.py PACKAGE CHECKPOINTS

What the export folded stays folded, and 8-bit weights stay rounded: the networks give the same, but for the rounding of the package.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from networks import BINS, EXCITATION_SCALE, Acoustic, Prosody, Vocoder
from tokens import FEATURES, TOKENS
from training_loop import save_checkpoint


class Weights:
    """The weights of a network of a package in single precision: by their names, and by the nodes that multiply with them."""

    def __init__(self, path):
        graphs = [onnx.load(path).graph]
        nodes = list(graphs[0].node)
        for node in nodes:
            nodes += [inner for attribute in node.attribute if attribute.HasField("g") for inner in attribute.g.node]
        self.stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in graphs[0].initializer}
        for node in nodes:
            if node.op_type == "Cast" and node.input[0] in self.stored:
                self.stored[node.output[0]] = self.stored[node.input[0]].astype(np.float32)
            if node.op_type == "DequantizeLinear" and node.input[0].endswith("_quantized"):
                values, scale, zero = (self.stored[name].astype(np.float32) for name in node.input)
                self.stored[node.output[0]] = (values - zero) * scale
        self.factors = {}
        for node in nodes:
            if node.op_type == "MatMul" and node.input[1] in self.stored:
                self.factors[node.name] = self.stored[node.input[1]]

    def __getitem__(self, name):
        return torch.tensor(self.stored[name].astype(np.float32))

    def norm(self, path, shared, part):
        """The gains or offsets of a norm: a row for each reader, or one for all."""
        own = f"{path}.norm.{part}"
        return self[own] if own in self.stored else self[f"{shared}.norm.{part}"]

    def factor(self, place):
        """The weight of the linear layer at the end of this path, as PyTorch has it."""
        end = f"/{place}/MatMul"
        names = [end] if end in self.factors else [name for name in self.factors if name.endswith(end)]
        if len(names) != 1:
            raise SystemExit(f"Cannot read the package: {len(names)} layers are called {place}")
        return torch.tensor(self.factors[names[0]].T.copy())


def block(weights, path, shared, place):
    """The state of a ConvBlock: `path` of what the export made new, `shared` of what it took over, `place` of the nodes."""
    norms = {f"norm.{part}": weights.norm(path, shared, part) for part in ("weight", "bias")}
    return {
        "depthwise.weight": weights[f"{path}.weight"][:, :, 0],
        "depthwise.bias": weights[f"{path}.bias"],
        **norms,
        "up.weight": weights.factor(f"{place}/up"),
        "up.bias": weights[f"{shared}.up.bias"],
        "down.weight": weights.factor(f"{place}/down"),
        "down.bias": weights[f"{path}.down.bias"],
        "gamma": torch.ones(len(weights[f"{path}.bias"])),
    }


def attention(weights, path, shared, place, heads):
    """Undoes the order and the scale that the export gave to queries, keys and values."""
    folded, bias = weights.factor(f"{place}/qkv"), weights[f"{path}.qkv.bias"]
    width = folded.shape[1]
    order = torch.arange(3 * width).reshape(3, heads, 2, -1)
    order = torch.cat([order[:2, :, 0].flatten(), order[:2, :, 1].flatten(), order[2].flatten()])
    scale = torch.ones(3 * width)
    scale[:width] = (width // heads) ** 0.5
    plain, plain_bias = torch.empty_like(folded), torch.empty_like(bias)
    plain[order], plain_bias[order] = folded, bias
    return {
        "qkv.weight": plain * scale[:, None],
        "qkv.bias": plain_bias * scale,
        "out.weight": weights.factor(f"{place}/out"),
        "out.bias": weights[f"{shared}.out.bias"],
    }


def prefix(name, state):
    return {f"{name}.{key}": values for key, values in state.items()}


def encoder_block(weights, path, shared, place, heads):
    return {
        **{f"norm.{part}": weights[f"{path}.norm.{part}"] for part in ("weight", "bias")},
        **prefix("attention", attention(weights, f"{path}.attention", f"{shared}.attention", f"{place}/attention", heads)),
        **prefix("conv", block(weights, f"{path}.conv", f"{shared}.conv", f"{place}/conv")),
    }


def read_prosody(path, heads=4):
    weights = Weights(path)
    count = sum(name.startswith("encoder.") and name.endswith(".conv.bias") for name in weights.stored)
    norm = {f"norm.{part}": weights[f"norm.{part}"] for part in ("weight", "bias")}
    readers, width = norm["norm.weight"].shape
    state = {
        "embedding.weight": weights["network.embedding.weight"],
        "reader": weights["readers"],
        **prefix("first", block(weights, "first", "network.first", "first")),
        **norm,
        "duration.weight": weights.factor("duration"),
        "duration.bias": weights["network.duration.bias"],
        "melody.durations.weight": weights.factor("durations"),
        "melody.durations.bias": weights["network.melody.durations.bias"],
        **prefix("melody.block", encoder_block(weights, "melody", "network.melody.block", "melody", heads)),
        "melody.norm.weight": weights["melody_norm.weight"],
        "melody.norm.bias": weights["melody_norm.bias"],
        "melody.out.weight": weights.factor("out"),
        "melody.out.bias": weights["network.melody.out.bias"],
    }
    for i in range(count):
        state |= prefix(f"encoder.{i}", encoder_block(weights, f"encoder.{i}", f"network.encoder.{i}", f"encoder.{i}", heads))
    network = Prosody(width=width, layers=count, heads=heads, readers=readers)
    network.load_state_dict(state)
    return network


def read_acoustic(path):
    weights = Weights(path)
    counts = {
        part: sum(name.startswith(f"{part}.") and name.endswith(".bias") and name.count(".") == 2 for name in weights.stored)
        for part in ("encoder", "decoder")
    }
    norm = {f"norm.{part}": weights[f"norm.{part}"] for part in ("weight", "bias")}
    readers, width = norm["norm.weight"].shape
    state = {
        "embedding.weight": weights["network.embedding.weight"],
        "reader": weights["readers"],
        "prosody.weight": weights.factor("prosody"),
        "prosody.bias": weights["network.prosody.bias"],
        "frame.weight": weights.factor("frame"),
        "frame.bias": weights["network.frame.bias"],
        **norm,
        "out.weight": weights.factor("out"),
        "out.bias": weights["out.bias"],
    }
    for part, count in counts.items():
        for i in range(count):
            name = f"{part}.{i}"
            state |= prefix(name, block(weights, name, f"network.{name}", name))
    network = Acoustic(width=width, readers=readers, **counts)
    network.load_state_dict(state)
    return network


def read_vocoder(path, noise_path):
    weights, noise = Weights(path), Weights(noise_path)
    count = sum(name.startswith("blocks.") and name.count(".") == 2 and name.endswith(".bias") for name in weights.stored)
    width = len(weights["bias"])
    kernel = weights["kernel"][:, :, 0]
    excitation = torch.empty(width, 2, 2, 2 * BINS)
    for source, table in enumerate((weights["weight"], noise["weight"])):
        excitation[:, :, source] = (table / EXCITATION_SCALE).t().reshape(width, 2, 2 * BINS)
    head, head_bias = torch.empty(2, 2, 2, BINS, width), torch.empty(2, 2, 2, BINS)
    for source, name in enumerate(("pulse_gains", "noise_gains")):
        head[:, source] = weights.factor(name).reshape(2, 2, BINS, width).transpose(0, 1)
        head_bias[:, source] = weights[f"{name}.bias"].reshape(2, 2, BINS).transpose(0, 1)
    network = Vocoder(width=width, layers=count)
    state = network.state_dict() | {
        "features.weight": kernel[:, : FEATURES + 2],
        # The export adds both biases of the first layer.
        "features.bias": torch.zeros(width),
        "excitation.weight": excitation.reshape(width, 8 * BINS),
        "excitation.bias": weights["bias"],
        "head.weight": head.reshape(8 * BINS, width),
        "head.bias": head_bias.reshape(8 * BINS),
        "mean": weights["network.mean"],
        "std": weights["network.std"],
    }
    for part in ("first_norm", "norm"):
        state |= {f"{part}.{end}": weights[f"network.{part}.{end}"] for end in ("weight", "bias")}
    for i in range(count):
        state |= prefix(f"blocks.{i}", block(weights, f"blocks.{i}", f"network.blocks.{i}", f"blocks.{i}"))
    network.load_state_dict(state)
    return network


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", type=Path)
    parser.add_argument("checkpoints", type=Path)
    args = parser.parse_args()
    manifest = json.loads((args.package / "manifest.json").read_text())
    settings = manifest["settings"]
    if settings["tokens"] != TOKENS:
        raise SystemExit("Cannot read the package: its tokens are others")
    readers = settings.get("readers", [{"name": manifest["name"], "logF0": settings["logF0"]}])
    plain = {
        # The package gives features in their own scale.
        "mean": torch.zeros(FEATURES + 2),
        "std": torch.ones(FEATURES + 2),
        "readers": [
            {"name": reader["name"], "f0_mean": reader["logF0"]["mean"], "f0_std": reader["logF0"]["standardDeviation"]} for reader in readers
        ],
    }
    path = lambda role: args.package / manifest["files"][role]["path"]
    save_checkpoint(args.checkpoints / "prosody.pt", read_prosody(path("prosody")), plain)
    save_checkpoint(args.checkpoints / "start-acoustic.pt", read_acoustic(path("acoustic")), plain)
    save_checkpoint(args.checkpoints / "start-vocoder.pt", read_vocoder(path("vocoder"), path("noise")), plain)


if __name__ == "__main__":
    main()
