import { MODEL_GRAPH } from '../../src/synthesis/engines/onnx/edit-graph.ts'
import {
  type ConstantSpec,
  type NodeSpec,
  type PortSpec,
  writeConstant,
  writeNode,
  writePort,
} from '../../src/synthesis/engines/onnx/graph-parts.ts'
import { writeField, writeInteger } from '../../src/synthesis/engines/onnx/protobuf.ts'

export type ModelSpec = {
  readonly inputs: readonly PortSpec[]
  readonly outputs: readonly PortSpec[]
  readonly constants: readonly ConstantSpec[]
  readonly nodes: readonly NodeSpec[]
}

/** As Piper's export has them. */
const IR_VERSION = 8
const OPSET = 15

/** The bytes of an ONNX model. */
export function writeModel({ inputs, outputs, constants, nodes }: ModelSpec): Uint8Array {
  const graph = Buffer.concat([
    ...nodes.map((node) => writeField(1, writeNode(node))),
    writeField(2, 'tiny'),
    ...constants.map((constant) => writeField(5, writeConstant(constant))),
    ...inputs.map((port) => writeField(11, writePort(port))),
    ...outputs.map((port) => writeField(12, writePort(port))),
  ])
  return Buffer.concat([
    writeInteger(1, IR_VERSION),
    writeField(MODEL_GRAPH, graph),
    writeField(8, Buffer.concat([writeField(1, ''), writeInteger(2, OPSET)])),
  ])
}

/** A node with one output. */
export function node(operator: string, inputs: readonly string[], output: string, integers = {}): NodeSpec {
  return { operator, inputs, outputs: [output], integers }
}

export function floats(name: string, values: readonly number[], shape: readonly number[] = []): ConstantSpec {
  return { name, shape, values: Float32Array.from(values) }
}

export function integers(name: string, values: readonly number[], shape: readonly number[] = []): ConstantSpec {
  return { name, shape, values: BigInt64Array.from(values, BigInt) }
}
