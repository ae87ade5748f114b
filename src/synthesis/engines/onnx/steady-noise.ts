import { createNoiseTable, createUniformTable, NOISE_LENGTH } from '../noise-table.ts'
import { editGraph, type GraphNode, readNodes } from './edit-graph.ts'
import { type ConstantSpec, FLOAT, type NodeSpec } from './graph-parts.ts'

/** Random operators, the table that replaces each, and whether an input tensor gives the shape. */
const RANDOM_OPERATORS: Readonly<Record<string, { readonly table: string; readonly hasModel: boolean }>> = {
  RandomNormalLike: { table: 'normal', hasModel: true },
  RandomUniformLike: { table: 'uniform', hasModel: true },
  RandomNormal: { table: 'normal', hasModel: false },
  RandomUniform: { table: 'uniform', hasModel: false },
}

/**
 * Makes a model deterministic: the same input gives the same output. Each random tensor is read from a noise table that becomes
 * part of the model, starting at the table's beginning. Models without random operators are returned unchanged.
 */
export function steadyNoise(model: Uint8Array): Uint8Array {
  const random = readNodes(model).filter(({ operator }) => operator in RANDOM_OPERATORS)
  if (random.length === 0) return model
  const constants = [...tablesFor(random), ...random.flatMap(constantsOf)]
  return editGraph(model, {
    replace: (node) => (node.operator in RANDOM_OPERATORS ? readTable(node) : undefined),
    constants,
  })
}

/** The tables that these nodes need, and the constants for reading them. */
function tablesFor(random: readonly GraphNode[]): readonly ConstantSpec[] {
  const table = (name: string, create: () => Float32Array): readonly ConstantSpec[] => {
    if (!random.some(({ operator }) => RANDOM_OPERATORS[operator]!.table === name)) return []
    return [{ name: named('table', name), shape: [NOISE_LENGTH], values: create() }]
  }
  return [
    ...table('normal', createNoiseTable),
    ...table('uniform', createUniformTable),
    { name: named('table', 'length'), shape: [], values: BigInt64Array.of(BigInt(NOISE_LENGTH)) },
    { name: named('table', 'zero'), shape: [], values: BigInt64Array.of(0n) },
    { name: named('table', 'one'), shape: [], values: BigInt64Array.of(1n) },
  ]
}

function constantsOf(node: GraphNode): readonly ConstantSpec[] {
  const output = node.outputs[0]!
  const { scale, offset } = spreadOf(node)
  const shape = node.attributes.get('shape')?.integers ?? []
  return [
    { name: named(output, 'scale'), shape: [], values: Float32Array.of(scale) },
    { name: named(output, 'offset'), shape: [], values: Float32Array.of(offset) },
    ...(isLike(node)
      ? []
      : [{ name: named(output, 'shape'), shape: [shape.length], values: BigInt64Array.from(shape, BigInt) }]),
  ]
}

/** Nodes that write a random node's output: element i is element i of the repeating table. */
function readTable(node: GraphNode): readonly NodeSpec[] {
  const output = node.outputs[0]!
  const own = (part: string) => named(output, part)
  const step = (operator: string, inputs: readonly string[], result: string): NodeSpec => ({
    operator,
    inputs,
    outputs: [own(result)],
  })
  return [
    ...(isLike(node) ? [step('Shape', [node.inputs[0]!], 'shape')] : []),
    { operator: 'ReduceProd', inputs: [own('shape')], outputs: [own('count')], integers: { keepdims: 0 } },
    step('Range', [named('table', 'zero'), own('count'), named('table', 'one')], 'places'),
    step('Mod', [own('places'), named('table', 'length')], 'wrapped'),
    step('Gather', [named('table', RANDOM_OPERATORS[node.operator]!.table), own('wrapped')], 'list'),
    step('Mul', [own('list'), own('scale')], 'scaled'),
    step('Add', [own('scaled'), own('offset')], 'moved'),
    step('Reshape', [own('moved'), own('shape')], 'floats'),
    castToTypeOf(node, own('floats')),
  ]
}

/** A `...Like` node without a type uses the type of its input tensor. */
function castToTypeOf(node: GraphNode, floats: string): NodeSpec {
  const type = node.attributes.get('dtype')?.integer
  const outputs = [node.outputs[0]!]
  if (type === undefined && isLike(node)) return { operator: 'CastLike', inputs: [floats, node.inputs[0]!], outputs }
  return { operator: 'Cast', inputs: [floats], outputs, integers: { to: type ?? FLOAT } }
}

function spreadOf({ operator, attributes }: GraphNode): { readonly scale: number; readonly offset: number } {
  if (RANDOM_OPERATORS[operator]!.table === 'normal') {
    return { scale: attributes.get('scale')?.float ?? 1, offset: attributes.get('mean')?.float ?? 0 }
  }
  const low = attributes.get('low')?.float ?? 0
  return { scale: (attributes.get('high')?.float ?? 1) - low, offset: low }
}

function isLike({ operator }: GraphNode): boolean {
  return RANDOM_OPERATORS[operator]!.hasModel
}

function named(owner: string, part: string): string {
  return `declaim/noise/${owner}/${part}`
}
