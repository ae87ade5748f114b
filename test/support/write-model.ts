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
  /** Constants of other types. */
  readonly tensors?: readonly TensorSpec[]
  /** Operators without a domain are ONNX's own. */
  readonly nodes: readonly (NodeSpec & { readonly domain?: string })[]
}

/** A constant of any type, by TensorProto.DataType, with its little-endian bytes. */
export type TensorSpec = {
  readonly name: string
  readonly type: number
  readonly shape: readonly number[]
  readonly bytes: Uint8Array
}

/** As Piper's export has them. */
const IR_VERSION = 8
const OPSET = 15

/** The bytes of an ONNX model. */
export function writeModel({ inputs, outputs, constants, tensors = [], nodes }: ModelSpec): Uint8Array {
  const domains = new Set(nodes.map(({ domain = '' }) => domain))
  const graph = Buffer.concat([
    ...nodes.map(({ domain, ...node }) =>
      writeField(1, Buffer.concat([writeNode(node), ...(domain === undefined ? [] : [writeField(7, domain)])])),
    ),
    writeField(2, 'tiny'),
    ...constants.map((constant) => writeField(5, writeConstant(constant))),
    ...tensors.map((tensor) => writeField(5, writeTensor(tensor))),
    ...inputs.map((port) => writeField(11, writePort(port))),
    ...outputs.map((port) => writeField(12, writePort(port))),
  ])
  return Buffer.concat([
    writeInteger(1, IR_VERSION),
    writeField(MODEL_GRAPH, graph),
    ...Array.from(domains, (domain) =>
      writeField(8, Buffer.concat([writeField(1, domain), writeInteger(2, domain === '' ? OPSET : 1)])),
    ),
  ])
}

function writeTensor({ name, type, shape, bytes }: TensorSpec): Uint8Array {
  return Buffer.concat([
    ...shape.map((length) => writeInteger(1, length)),
    writeInteger(2, type),
    writeField(8, name),
    writeField(9, bytes),
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
