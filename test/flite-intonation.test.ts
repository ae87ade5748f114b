import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { YES_NO_QUESTIONS } from './support/intonation-sentences.ts'
import { measureRises } from './support/measure-rises.ts'
import { medianOf } from './support/melody-figures.ts'
import { loadServiceVoices } from './support/speak-text.ts'

let resources: Awaited<ReturnType<typeof loadServiceVoices>>
beforeAll(async () => {
  resources = await loadServiceVoices()
})
afterAll(() => resources.close())

describe.each([
  ['rms', 17, { lowestHz: 60, highestHz: 300 }],
  ['slt', 20, { lowestHz: 100, highestHz: 450 }],
  ['awb', 30, { lowestHz: 75, highestHz: 350 }],
  ['kal16', 33, { lowestHz: 55, highestHz: 280 }],
] as const)('%s', (_, speakerId, range) => {
  test('rises at the end of yes/no questions and falls at the end of statements', async () => {
    const rises = await measureRises(YES_NO_QUESTIONS.slice(0, 10), { speakerId, resources, range })
    const over = rises.map(({ asked, stated }) => asked - stated)
    expect(over.filter((semitones) => semitones > 2).length).toBeGreaterThanOrEqual(9)
    expect(medianOf(over)).toBeGreaterThan(4)
    expect(medianOf(rises.map(({ asked }) => asked))).toBeGreaterThan(3)
    expect(medianOf(rises.map(({ stated }) => stated))).toBeLessThan(1)
  })
})
