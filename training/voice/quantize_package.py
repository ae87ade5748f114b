"""Stores the largest layers of a voice package as 8-bit integers and computes them so: the acoustic network's and the vocoder's blocks, and the vocoder's gains.

    node record-inputs.ts INPUTS
    python quantize_package.py PACKAGE INPUTS --version 1.6.0

INPUTS are what the networks read in real speech; every second run sets the ranges of the activations, the others measure the loss. Prints the ratio
of signal to error of each output, in dB.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static

from export_package import describe_file, halve_weights

ROLES = ("acoustic", "vocoder")
# The two layers of each block, of which `up` widens it and `down` narrows it, and the gains of pulses and noise.
LAYERS = ("/up/MatMul", "/down/MatMul", "_gains/MatMul")
# How much of the differences between channels moves into the weights. Measured: 0.4 to 0.8 are within 1 dB.
BALANCE = 0.6


def read_inputs(folder, role):
    """What each run of a network read."""
    runs = []
    for path in sorted(folder.glob(f"{role}-*.json")):
        described = json.loads(path.read_text())
        read = lambda name, type, dims: np.fromfile(path.with_name(f"{path.stem}-{name}.bin"), dtype=type).reshape(dims)
        runs.append({name: read(name, tensor["type"], tensor["dims"]) for name, tensor in described.items()})
    return runs


class Runs(CalibrationDataReader):
    def __init__(self, runs):
        self.runs = iter(runs)

    def get_next(self):
        return next(self.runs, None)


def widen_weights(path):
    """The opposite of `halve_weights`: single precision without Cast nodes. Gives the layers to be quantised."""
    model = onnx.load(path)
    halves = {tensor.name: tensor for tensor in model.graph.initializer}
    kept = []
    for node in model.graph.node:
        if node.op_type == "Cast" and node.input[0] in halves:
            values = numpy_helper.to_array(halves.pop(node.input[0])).astype(np.float32)
            model.graph.initializer.append(numpy_helper.from_array(values, node.output[0]))
        else:
            kept.append(node)
    used = {name for node in kept for name in node.input}
    weights = [tensor for tensor in model.graph.initializer if tensor.name in used]
    del model.graph.node[:], model.graph.initializer[:]
    model.graph.node.extend(kept)
    model.graph.initializer.extend(weights)
    onnx.save(model, path)
    return [node.name for node in kept if node.name.endswith(LAYERS)]


def balance_channels(path, layers, runs):
    """Makes the channels of each norm before such layers more equal, and their weights less (SmoothQuant, Xiao et al., 2022): all channels
    share one range of 8 bits, and single ones are twenty times as large as most."""
    model = onnx.load(path)
    weights = {tensor.name: tensor for tensor in model.graph.initializer}
    source = {output: node for node in model.graph.node for output in node.output}
    readers = {}
    for node in model.graph.node:
        if node.name in layers and source[node.input[0]].op_type == "LayerNormalization":
            readers.setdefault(node.input[0], []).append(node)
    normed_runs = zip(*read_tensors(model, list(readers), runs))
    peaks = [np.abs(np.concatenate([x.reshape(-1, x.shape[-1]) for x in values])).max(0) for values in normed_runs]

    def edit(name, change):
        weights[name].CopyFrom(numpy_helper.from_array(change(numpy_helper.to_array(weights[name])).astype(np.float32), name))

    def stored(name):
        """The weights from which a value is read, such as the rows of all readers."""
        return name if name in weights else stored(source[name].input[0])

    for (normed, nodes), peak in zip(readers.items(), peaks):
        scale = (peak / np.exp(np.log(peak).mean())) ** BALANCE
        for name in source[normed].input[1:]:
            edit(stored(name), lambda values: values / scale)
        for node in nodes:
            edit(node.input[1], lambda values: values * scale[:, None])
    onnx.save(model, path)


def read_tensors(model, names, runs):
    """What these tensors are in each run."""
    shown = onnx.ModelProto()
    shown.CopyFrom(model)
    shown.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in names)
    session = onnxruntime.InferenceSession(shown.SerializeToString(), providers=["CPUExecutionProvider"])
    return [session.run(names, run) for run in runs]


def quantize(path, runs):
    layers = widen_weights(path)
    balance_channels(path, layers, runs)
    # Seven bits: processors without VNNI add two products in 16 bits, which eight would exceed. So all give the same sums.
    quantize_static(
        str(path),
        str(path),
        Runs(runs),
        quant_format=QuantFormat.QDQ,
        nodes_to_quantize=layers,
        per_channel=True,
        reduce_range=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        # What a layer gives stays in single precision: it is more exact, and the layer gives it so without another step.
        extra_options={"OpTypesToExcludeOutputQuantization": ["MatMul"]},
        calibrate_method=CalibrationMethod.MinMax,
    )
    halve_weights(str(path))
    return len(layers)


def outputs_of(path, runs):
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    return [dict(zip(names, session.run(names, run))) for run in runs]


def print_loss(role, before, after):
    for name in before[0]:
        signal = sum(float((one[name] ** 2).sum()) for one in before)
        errors = [float(((one[name] - other[name]) ** 2).sum()) for one, other in zip(before, after)]
        print(f"{role} {name}: {10 * np.log10(signal / sum(errors)):.1f} dB over {len(before)} runs")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", type=Path)
    parser.add_argument("inputs", type=Path)
    parser.add_argument("--version", required=True)
    args = parser.parse_args()
    manifest_path = args.package / "manifest.json"
    manifest = json.loads(manifest_path.read_text())
    for role in ROLES:
        path = args.package / manifest["files"][role]["path"]
        runs = read_inputs(args.inputs, role)
        before = outputs_of(path, runs[1::2])
        layers = quantize(path, runs[::2])
        print(f"{role}: {layers} layers, ranges from {len(runs[::2])} runs")
        print_loss(role, before, outputs_of(path, runs[1::2]))
        manifest["files"][role] = describe_file(path)
    manifest["version"] = args.version
    manifest_path.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
