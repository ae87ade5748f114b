import {
  ATTRIBUTE_FIELDS,
  type ConstantSpec,
  NODE_FIELDS,
  type NodeSpec,
  type PortSpec,
  writeConstant,
  writeNode,
  writePort,
} from './graph-parts.ts'
import { type ProtobufField, readFields, readPacked, readText, writeField } from './protobuf.ts'

/** A node of an existing model. */
export type GraphNode = {
  readonly operator: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes: ReadonlyMap<string, AttributeValue>
}

/** The value of an attribute, if it is a number or a list of integers. */
export type AttributeValue = {
  readonly integer: number
  readonly float: number
  readonly integers: readonly number[]
}

/** Changes to make to a graph. */
export type GraphEdit = {
  /** Returns the nodes that replace a node; undefined keeps it. */
  readonly replace?: (node: GraphNode) => readonly NodeSpec[] | undefined
  readonly constants?: readonly ConstantSpec[]
  readonly inputs?: readonly PortSpec[]
  readonly outputs?: readonly PortSpec[]
}

export const MODEL_GRAPH = 7
const GRAPH_FIELDS = { node: 1, constant: 5, input: 11, output: 12 } as const

/** The nodes of an ONNX model in order, without those of inner graphs (loops and branches). */
export function readNodes(model: Uint8Array): readonly GraphNode[] {
  const graph = readFields(model).find(({ number }) => number === MODEL_GRAPH)
  if (graph === undefined)
    throw new Error('Cannot read the model: the file has no graph; install the voice package again')
  return readFields(graph.content).flatMap((field) =>
    field.number === GRAPH_FIELDS.node ? [parseNode(field.content)] : [],
  )
}

/** Applies an edit to a model. All other parts stay identical, byte by byte. */
export function editGraph(model: Uint8Array, edit: GraphEdit): Uint8Array {
  return Buffer.concat(
    readFields(model).map((field) =>
      field.number === MODEL_GRAPH ? writeField(MODEL_GRAPH, editFields(readFields(field.content), edit)) : field.bytes,
    ),
  )
}

function editFields(fields: readonly ProtobufField[], edit: GraphEdit): Uint8Array {
  const { replace, constants = [], inputs = [], outputs = [] } = edit
  const kept = fields.flatMap(({ number, bytes, content }) => {
    const replacement = number === GRAPH_FIELDS.node ? replace?.(parseNode(content)) : undefined
    return replacement?.map((node) => writeField(GRAPH_FIELDS.node, writeNode(node))) ?? [bytes]
  })
  return Buffer.concat([
    ...kept,
    ...constants.map((constant) => writeField(GRAPH_FIELDS.constant, writeConstant(constant))),
    ...inputs.map((port) => writeField(GRAPH_FIELDS.input, writePort(port))),
    ...outputs.map((port) => writeField(GRAPH_FIELDS.output, writePort(port))),
  ])
}

function parseNode(content: Uint8Array): GraphNode {
  const fields = readFields(content)
  const all = (number: number) => fields.filter((field) => field.number === number)
  return {
    operator: readText(all(NODE_FIELDS.operator)[0]?.content ?? new Uint8Array(0)),
    inputs: all(NODE_FIELDS.input).map((field) => readText(field.content)),
    outputs: all(NODE_FIELDS.output).map((field) => readText(field.content)),
    attributes: new Map(all(NODE_FIELDS.attribute).map((field) => parseAttribute(field.content))),
  }
}

function parseAttribute(content: Uint8Array): readonly [name: string, value: AttributeValue] {
  const fields = readFields(content)
  const find = (number: number) => fields.find((field) => field.number === number)
  const float = find(ATTRIBUTE_FIELDS.float)
  const integers = fields.filter(({ number }) => number === ATTRIBUTE_FIELDS.integers)
  return [
    readText(find(ATTRIBUTE_FIELDS.name)?.content ?? new Uint8Array(0)),
    {
      integer: find(ATTRIBUTE_FIELDS.integer)?.value ?? 0,
      float: float === undefined ? 0 : Buffer.from(float.bytes).readFloatLE(float.bytes.length - 4),
      // Writers may pack a list or not.
      integers: integers.flatMap(({ content: packed, value }) => (packed.length > 0 ? readPacked(packed) : [value])),
    },
  ]
}
