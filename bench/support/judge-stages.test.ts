import { expect, test } from 'vitest'
import { judgeStages } from './judge-stages.ts'

const BANDS = { markup: 0.5, reading: 4, plan: 2, network: 10, encoder: 3, pulses: 1 }
const KINDS = { markup: 'text', reading: 'text', plan: 'text', network: 'sound', encoder: 'sound', pulses: 'sound' }

/** Stages as the bands have them, some of them changed by a factor. */
function slower(factors: Readonly<Partial<Record<keyof typeof BANDS, number>>>) {
  const stages = Object.entries(BANDS).map(([stage, band]) => ({
    stage,
    kind: KINDS[stage as keyof typeof KINDS],
    ratio: band * (factors[stage as keyof typeof BANDS] ?? 1),
  }))
  return judgeStages(stages, BANDS).flatMap(({ stage, isSlower }) => (isSlower ? [stage] : []))
}

test('nothing is found where nothing moved, or only by as much as measuring varies', () => {
  expect(slower({})).toEqual([])
  expect(slower({ markup: 1.05, reading: 0.96, network: 1.04, pulses: 0.95 })).toEqual([])
})

test('a stage that takes a quarter longer is named, and no other', () => {
  for (const stage of ['markup', 'reading', 'plan', 'network', 'encoder', 'pulses'] as const)
    expect(slower({ [stage]: 1.25 })).toEqual([stage])
})

test('another processor moves a kind together, which is no regression unless it is as large as none does', () => {
  expect(slower({ network: 1.4, encoder: 1.38, pulses: 1.45 })).toEqual([])
  expect(slower({ network: 1.4, encoder: 1.75, pulses: 1.4 })).toEqual(['encoder'])
  expect(slower({ network: 2, encoder: 2, pulses: 2 })).toEqual(['network', 'encoder', 'pulses'])
})

test('a stage without a band is an error', () => {
  expect(() => judgeStages([{ stage: 'new', kind: 'text', ratio: 1 }], BANDS)).toThrow('"new"')
})
