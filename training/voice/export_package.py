"""Checkpoints -> a voice package: four ONNX files with weights in half precision, and the manifest.

    python export_package.py CHECKPOINTS PACKAGE --version 1.0.0 --licence Apache-2.0 --source "..." [--presence READER=DB ...] [--own-acoustic READER=FILE ...]

The name of the folder PACKAGE is the name of the voice. `--presence` sets the gain of the envelope from 4.5 kHz on for a reader. `--own-acoustic`
takes a reader's acoustic network over from another package; it must know this reader alone.
"""

import argparse
import hashlib
import inspect
import json
import shutil
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from envelope import band_centres
from exports import AcousticExport, NoiseExport, ProsodyExport, VocoderExport
from networks import STEP, TRANSFORM, Acoustic, Prosody, Vocoder
from tokens import BANDS, FEATURES, HOP, PERIODICITIES, SAMPLE_RATE, TOKENS
from training_loop import load_checkpoint

# Valleys of predicted envelopes are a little too shallow; measured, see README.md.
SHARPENING = 0.15
# Predicted envelopes are dull from 4 kHz on, and pulses without jitter are a little too regular; measured, see docs/voices.md.
PRESENCE_DB, JITTER = 1.2, 0.002
LEAD_FRAMES, TAIL_FRAMES = 6, 12
# Tensors below this size are not worth a conversion.
SMALLEST_HALVED = 4096


def halve_weights(path, lossless=False):
    """Stores large weights in half precision behind Cast nodes, which ONNX Runtime folds when it loads the file. `lossless`: only those that
    stay the same."""
    model = onnx.load(path)
    kept, casts = [], []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size <= SMALLEST_HALVED or np.abs(values).max() >= 6e4:
            kept.append(tensor)
            continue
        halves = values.astype(np.float16)
        if lossless and not np.array_equal(halves, values):
            kept.append(tensor)
            continue
        kept.append(numpy_helper.from_array(halves, f"{tensor.name}_half"))
        casts.append(helper.make_node("Cast", [f"{tensor.name}_half"], [tensor.name], to=TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def gate_melody(path):
    """Gives the prosody network an input `melody`: without it, only durations are computed, which is all that a length needs."""
    model = onnx.load(path)
    graph = model.graph
    makers = {output: node for node in graph.node for output in node.output}
    needed, wanted = set(), ["dur"]
    while wanted:
        node = makers.get(wanted.pop())
        if node is not None and id(node) not in needed:
            needed.add(id(node))
            wanted += node.input
    nodes = list(graph.node)
    outputs = ("f0", "energy")
    describe = lambda prefix: [helper.make_tensor_value_info(f"{prefix}_{name}", TensorProto.FLOAT, [1, None]) for name in outputs]
    drawn = helper.make_graph([node for node in nodes if id(node) not in needed], "drawn", [], describe("drawn"))
    for node in drawn.node:
        for names in (node.input, node.output):
            names[:] = [f"drawn_{name}" if name in outputs else name for name in names]
    nothing = numpy_helper.from_array(np.zeros((1, 0), np.float32))
    constants = [helper.make_node("Constant", [], [f"no_{name}"], value=nothing) for name in outputs]
    absent = helper.make_graph(constants, "absent", [], describe("no"))
    del graph.node[:]
    graph.node.extend(node for node in nodes if id(node) in needed)
    graph.node.append(helper.make_node("If", ["melody"], outputs, then_branch=drawn, else_branch=absent))
    graph.input.append(helper.make_tensor_value_info("melody", TensorProto.BOOL, [1]))
    onnx.checker.check_model(model)
    onnx.save(model, path)


def export(network, example, path, inputs, outputs, axes, lossless=False):
    """`axes`: the name of each input and output -> {axis: name of its length}."""
    names = dict(input_names=inputs, output_names=outputs, dynamic_axes=axes)
    # PyTorch 1 has one exporter, and knows fewer operators.
    is_old = "dynamo" not in inspect.signature(torch.onnx.export).parameters
    how = dict(opset_version=17) if is_old else dict(opset_version=20, dynamo=False)
    torch.onnx.export(network.eval(), example, str(path), **how, **names)
    halve_weights(str(path), lossless)


def export_networks(checkpoints, package):
    """Writes the four files; gives the opened networks and the statistics of their data."""
    prosody, _ = load_checkpoint(checkpoints / "melody.pt", Prosody)
    acoustic, statistics = load_checkpoint(checkpoints / "acoustic.pt", Acoustic)
    vocoder, _ = load_checkpoint(checkpoints / "vocoder.pt", Vocoder)
    count, frames = 12, 40
    tokens = torch.randint(2, len(TOKENS), (1, count))
    reader = torch.zeros(1, dtype=torch.long)
    per_token, per_frame = {1: "N"}, {1: "T"}
    export(
        ProsodyExport(prosody),
        (tokens, torch.zeros(1, count), reader),
        package / "prosody.onnx",
        ["tok", "boundary", "reader"],
        ["dur", "f0", "energy"],
        {name: per_token for name in ("tok", "boundary", "dur", "f0", "energy")},
        # Durations are rounded to frames, so every digit may matter.
        lossless=True,
    )
    gate_melody(str(package / "prosody.onnx"))
    token_of_frame = torch.arange(frames)[None] * count // frames
    values = (torch.randn(1, count), torch.randn(1, count))
    export(
        AcousticExport(acoustic, statistics["mean"], statistics["std"]),
        (tokens, *values, reader, token_of_frame, torch.randn(1, frames, 4)),
        package / "acoustic.onnx",
        ["tok", "f0", "energy", "reader", "idx", "frame"],
        ["feat", "voicing", "f0_res"],
        {name: per_token for name in ("tok", "f0", "energy")}
        | {name: per_frame for name in ("idx", "frame", "feat", "voicing", "f0_res")},
    )
    export_vocoder(vocoder, package, frames)
    return acoustic, vocoder, statistics


def export_vocoder(vocoder, package, frames):
    """Two files: what of the vocoder depends on its noise alone, and the rest."""
    length = frames * HOP + TRANSFORM - STEP
    noise = NoiseExport(vocoder)
    export(
        noise,
        (torch.randn(1, length),),
        package / "noise.onnx",
        ["noise"],
        ["spectra", "excitation"],
        {"noise": {1: "L"}, "spectra": {1: "S"}, "excitation": {1: "T"}},
    )
    spectra, excitation = noise(torch.randn(1, length))
    export(
        VocoderExport(vocoder),
        (
            torch.randn(1, frames, FEATURES + 2),
            torch.randn(1, length),
            spectra,
            excitation,
            torch.arange(1, frames - 1),
        ),
        package / "vocoder.onnx",
        ["feat", "pulses", "noise", "excitation", "frames"],
        ["wav"],
        {
            "feat": {1: "T"},
            "pulses": {1: "L"},
            "noise": {1: "S"},
            "excitation": {1: "T"},
            "frames": {0: "K"},
            "wav": {1: "W"},
        },
    )


def describe_pitch(reader):
    return {"mean": round(reader["f0_mean"], 6), "standardDeviation": round(reader["f0_std"], 6)}


def describe_reader(reader, presence, own):
    name, described = reader["name"], {"name": reader["name"], "logF0": describe_pitch(reader)}
    if name in presence:
        described["presenceDb"] = float(presence[name])
    if name in own:
        described["acoustic"] = f"acoustic-{name}"
    return described


def describe_file(path):
    return {"path": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoints", type=Path)
    parser.add_argument("package", type=Path)
    for name in ("version", "licence", "source"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--presence", nargs="*", default=[], metavar="READER=DB")
    parser.add_argument("--own-acoustic", nargs="*", default=[], metavar="READER=FILE")
    args = parser.parse_args()
    presence, own = (dict(one.split("=", 1) for one in given) for given in (args.presence, args.own_acoustic))
    args.package.mkdir(parents=True, exist_ok=True)
    with torch.no_grad():
        acoustic, vocoder, statistics = export_networks(args.checkpoints, args.package)
    for name, path in own.items():
        shutil.copy(path, args.package / f"acoustic-{name}.onnx")
    roles = ["prosody", "acoustic", *(f"acoustic-{name}" for name in own), "noise", "vocoder"]
    manifest = {
        "format": 1,
        "name": args.package.resolve().name,
        "version": args.version,
        "engine": "neural",
        "languageCode": "en-us",
        "sampleRate": SAMPLE_RATE,
        "licence": args.licence,
        "source": args.source,
        "files": {role: describe_file(args.package / f"{role}.onnx") for role in roles},
        "settings": {
            "frameSamples": HOP,
            "tokens": TOKENS,
            "bandHz": [round(float(hz), 2) for hz in band_centres()],
            "periodicityBands": PERIODICITIES,
            "sharpening": SHARPENING,
            "presenceDb": PRESENCE_DB,
            "jitter": JITTER,
            "logF0": describe_pitch(statistics["readers"][0]),
            "readers": [describe_reader(reader, presence, own) for reader in statistics["readers"]],
            "leadFrames": LEAD_FRAMES,
            "tailFrames": TAIL_FRAMES,
            "acousticContextFrames": acoustic.context_frames,
            "acousticContextTokens": acoustic.context_tokens,
            "vocoderContextFrames": vocoder.context_frames,
            "vocoderExtraSamples": TRANSFORM - STEP,
        },
    }
    assert len(manifest["settings"]["bandHz"]) == BANDS
    (args.package / "manifest.json").write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
