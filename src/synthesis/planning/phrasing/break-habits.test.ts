import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classCount, edgeClass, pairKey, shapeClass, tripleKey } from './break-habits.ts'

const CLUSTERS = 40
const shapeOf = (text: string, written = text) => shapeClass(text, written, CLUSTERS) - CLUSTERS

describe('a word without a cluster has the class of its shape', () => {
  test.each([
    ['nandipha', 'Nandipha', 0],
    ['élodie', 'Élodie', 0],
    ['walking', 'walking', 1],
    ['jumped', 'jumped', 2],
    ['slowly', 'slowly', 3],
    ['dogs', 'dogs', 4],
    ['table', 'table', 5],
  ])('%s, written %s: %i', (text, written, shape) => {
    expect(shapeOf(text, written)).toBe(shape)
  })

  test.each([
    ['thing', 5],
    ['king', 5],
    ['bring', 5],
    ['being', 5],
    ['string', 1],
    ['red', 5],
    ['shed', 2],
    ['ly', 5],
    ['fly', 5],
    ['only', 3],
    ["dog's", 5],
    ['boss', 5],
    ['s', 5],
  ])('endings need enough before them: %s is %i', (text, shape) => {
    expect(shapeOf(text)).toBe(shape)
  })

  test('that it is a name counts more than its ending', () => {
    expect(shapeOf('sterling', 'Sterling')).toBe(0)
  })

  test('capitals throughout are no name', () => {
    expect(shapeOf('nasa', 'NASA')).toBe(5)
  })
})

test('classes are numbered without gaps: clusters, shapes, the edge', () => {
  const shapes = ['x', 'walking', 'jumped', 'slowly', 'dogs', 'table'].map((text, i) =>
    shapeClass(text, i === 0 ? 'Xy' : text, CLUSTERS),
  )
  expect(shapes).toEqual([40, 41, 42, 43, 44, 45])
  expect(edgeClass(CLUSTERS)).toBe(46)
  expect(classCount(CLUSTERS)).toBe(47)
})

test('each pair and each triple of classes has a key of its own', () => {
  const clusters = 3
  const all = Array.from({ length: classCount(clusters) }, (_, i) => i)
  const pairs = all.flatMap((a) => all.map((b) => pairKey(a, b, clusters)))
  expect(new Set(pairs).size).toBe(all.length ** 2)
  expect(Math.max(...pairs)).toBe(all.length ** 2 - 1)
  const triples = all.flatMap((a) => all.flatMap((b) => all.map((c) => tripleKey([a, b, c], clusters))))
  expect(new Set(triples).size).toBe(all.length ** 3)
})

test('a key says in which order its classes come', () => {
  const one = fc.nat(edgeClass(CLUSTERS))
  fc.assert(
    fc.property(one, one, (a, b) => {
      expect(pairKey(a, b, CLUSTERS) === pairKey(b, a, CLUSTERS)).toBe(a === b)
    }),
  )
})
