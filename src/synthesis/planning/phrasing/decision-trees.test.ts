import { describe, expect, test } from 'vitest'
import { type DecisionTrees, evaluateTrees } from './decision-trees.ts'

const LEAF = -1

type Node = number | { readonly feature: number; readonly atMost: number; readonly yes: Node; readonly no: Node }

/** Trees in the form of the model, from trees that are easy to read. */
function plant(base: number, trees: readonly Node[]): DecisionTrees {
  const [feature, threshold, right]: [number[], number[], number[]] = [[], [], []]
  const add = (node: Node): void => {
    if (typeof node === 'number') {
      feature.push(LEAF)
      threshold.push(node)
      right.push(0)
      return
    }
    const at = feature.push(node.feature) - 1
    threshold.push(node.atMost)
    right.push(0)
    add(node.yes)
    right[at] = feature.length
    add(node.no)
  }
  const roots = trees.map((tree) => {
    const root = feature.length
    add(tree)
    return root
  })
  return {
    base,
    roots,
    feature: Int16Array.from(feature),
    threshold: Float64Array.from(threshold),
    right: Uint32Array.from(right),
  }
}

const evaluate = (trees: DecisionTrees, ...features: readonly number[]) =>
  evaluateTrees(trees, Float64Array.from(features))

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

test('each tree adds one leaf', () => {
  const ask = (feature: number): Node => ({ feature, atMost: 0, yes: 0, no: 2 ** feature })
  const trees = plant(0.5, [ask(0), ask(1), ask(2)])
  for (let bits = 0; bits < 8; bits += 1) expect(evaluate(trees, bits & 1, bits & 2, bits & 4)).toBe(0.5 + bits)
})
