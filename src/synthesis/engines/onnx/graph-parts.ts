import { writeField, writeInteger } from './protobuf.ts'

/** Element types of ONNX tensors (TensorProto.DataType). */
export const FLOAT = 1
export const INT64 = 7

/** One operation of a graph, with the names of its inputs and outputs. */
export type NodeSpec = {
  readonly operator: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** Integer attributes, such as an axis. */
  readonly integers?: Readonly<Record<string, number>>
}

/** A constant of a graph. */
export type ConstantSpec = {
  readonly name: string
  readonly shape: readonly number[]
  readonly values: Float32Array | BigInt64Array
}

/** An input or output. A string is an axis of any length. The type of an output is inferred if absent. */
export type PortSpec = {
  readonly name: string
  readonly type?: number
  readonly shape?: readonly (number | string)[]
}

/** Field numbers of nodes in onnx.proto3 (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3). */
export const NODE_FIELDS = { input: 1, output: 2, operator: 4, attribute: 5 } as const
export const ATTRIBUTE_FIELDS = { name: 1, float: 2, integer: 3, integers: 8, type: 20 } as const
const ATTRIBUTE_IS_INTEGER = 2

/** Encodes a NodeProto. */
export function writeNode({ operator, inputs, outputs, integers = {} }: NodeSpec): Uint8Array {
  const attributes = Object.entries(integers).map(([name, value]) =>
    writeField(
      NODE_FIELDS.attribute,
      Buffer.concat([
        writeField(ATTRIBUTE_FIELDS.name, name),
        writeInteger(ATTRIBUTE_FIELDS.integer, value),
        writeInteger(ATTRIBUTE_FIELDS.type, ATTRIBUTE_IS_INTEGER),
      ]),
    ),
  )
  return Buffer.concat([
    ...inputs.map((name) => writeField(NODE_FIELDS.input, name)),
    ...outputs.map((name) => writeField(NODE_FIELDS.output, name)),
    writeField(NODE_FIELDS.operator, operator),
    ...attributes,
  ])
}

/** Encodes a TensorProto. */
export function writeConstant({ name, shape, values }: ConstantSpec): Uint8Array {
  return Buffer.concat([
    ...shape.map((length) => writeInteger(1, length)),
    writeInteger(2, values instanceof Float32Array ? FLOAT : INT64),
    writeField(8, name),
    writeField(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
  ])
}

/** Encodes a ValueInfoProto. */
export function writePort({ name, type, shape = [] }: PortSpec): Uint8Array {
  if (type === undefined) return writeField(1, name)
  const axes = shape.map((axis) =>
    writeField(1, typeof axis === 'number' ? writeInteger(1, axis) : writeField(2, axis)),
  )
  const tensor = Buffer.concat([writeInteger(1, type), writeField(2, Buffer.concat(axes))])
  return Buffer.concat([writeField(1, name), writeField(2, writeField(1, tensor))])
}
