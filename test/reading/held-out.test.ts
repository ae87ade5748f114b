import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createReadingScorer } from '../../src/text/reading/scoring/scorer.ts'
import { judgeHeldOut, sumUp } from '../../training/reading/measure-held-out.ts'

const sums = sumUp(
  judgeHeldOut(createReadingScorer(readFileSync(`${import.meta.dirname}/../../data/reading/en-us.bin`))),
)

/** The least number of held-out sentences that must be read right; the scorer has learned none of them. */
const FLOORS = JSON.parse(readFileSync(`${import.meta.dirname}/held-out-floors.json`, 'utf8')) as Record<string, number>

test.each(Object.entries(FLOORS))('%s: at least %i are right', (key, floor) => {
  expect(sums.get(key)!.shipped).toBeGreaterThanOrEqual(floor)
})

test.each(['near', 'far', 'twins'])('the scorer and the rules together read more than the rules: %s', (kind) => {
  const { rules, scorer, shipped } = sums.get(`all ${kind}`)!
  expect(scorer).toBeGreaterThan(rules)
  expect(shipped).toBeGreaterThan(rules)
})
