import { describe, expect, test } from 'vitest'
import { createTreeScorer, type DecisionTrees } from './decision-trees.ts'

const LEAF = -1

type Node = number | { readonly feature: number; readonly atMost: number; readonly yes: Node; readonly no: Node }

/** Trees in the form of the model, from trees that are easy to read. */
function plant(base: number, trees: readonly Node[]): DecisionTrees {
  const nodes = trees.flatMap(layOut)
  return {
    base,
    feature: Int16Array.from(nodes, ([feature]) => feature),
    threshold: Float64Array.from(nodes, ([, threshold]) => threshold),
  }
}

function layOut(node: Node): readonly (readonly [feature: number, threshold: number])[] {
  if (typeof node === 'number') return [[LEAF, node]]
  return [[node.feature, node.atMost], ...layOut(node.yes), ...layOut(node.no)]
}

const evaluate = (trees: DecisionTrees, ...features: readonly number[]) =>
  createTreeScorer(trees)(Float64Array.from(features))

test('no trees give the base', () => {
  expect(evaluate(plant(-1.5, []), 7)).toBe(-1.5)
})

test('a leaf counts whatever the features are', () => {
  expect(evaluate(plant(1, [2, 0.25]), Number.NaN)).toBe(3.25)
})

describe('a question', () => {
  const trees = plant(0, [{ feature: 1, atMost: 3, yes: 10, no: 20 }])

  test.each([
    [2.999, 10],
    [3, 10],
    [3.001, 20],
    [Number.NEGATIVE_INFINITY, 10],
    [Number.POSITIVE_INFINITY, 20],
  ])('of %d leads to %d: the threshold itself is inside', (value, expected) => {
    expect(evaluate(trees, 99, value)).toBe(expected)
  })
})

test('questions lead to questions on both sides', () => {
  const trees = plant(0, [
    {
      feature: 0,
      atMost: 0,
      yes: { feature: 1, atMost: 0, yes: 1, no: 2 },
      no: { feature: 1, atMost: 5, yes: { feature: 0, atMost: 1, yes: 3, no: 4 }, no: 5 },
    },
  ])
  const paths: readonly (readonly [number, number, number])[] = [
    [0, 0, 1],
    [0, 1, 2],
    [1, 5, 3],
    [2, 5, 4],
    [2, 6, 5],
  ]
  for (const [first, second, expected] of paths) expect(evaluate(trees, first, second)).toBe(expected)
})

test('features that no question is about are passed over', () => {
  const trees = plant(0, [{ feature: 0, atMost: 0, yes: 1, no: { feature: 4, atMost: 2, yes: 2, no: 3 } }])
  expect(evaluate(trees, 1, 9, 9, 9, 2)).toBe(2)
  expect(evaluate(trees, 1, 9, 9, 9, 3)).toBe(3)
})

test('each tree adds one leaf', () => {
  const ask = (feature: number): Node => ({ feature, atMost: 0, yes: 0, no: 2 ** feature })
  const trees = plant(0.5, [ask(0), ask(1), ask(2)])
  for (let bits = 0; bits < 8; bits += 1) expect(evaluate(trees, bits & 1, bits & 2, bits & 4)).toBe(0.5 + bits)
})

/** A tree that asks about one feature again and again: `leaves` are counted from the left. */
function ladder(leaves: number): Node {
  return Array.from({ length: leaves - 1 }, (_, i) => leaves - 2 - i).reduce<Node>(
    (no, at) => ({ feature: 0, atMost: at, yes: at, no }),
    leaves - 1,
  )
}

test('a tree may have 32 leaves, and no more', () => {
  const score = createTreeScorer(plant(0, [ladder(32)]))
  for (let leaf = 0; leaf < 32; leaf++) expect(score(Float64Array.of(leaf))).toBe(leaf)
  expect(() => createTreeScorer(plant(0, [ladder(33)]))).toThrow('33 leaves')
})

test('rows do not change one another', () => {
  const score = createTreeScorer(plant(0, [ladder(4), ladder(8)]))
  const rows = [7, 0, 2, 9, 1].map((value) => Float64Array.of(value))
  expect(rows.map(score)).toEqual([10, 0, 4, 10, 2])
})
