import { expect, test } from 'vitest'
import { timePhones } from './time-phones.ts'

const WORD = { word: 0, startSample: 100, endSample: 1100 }

test('each phoneme is heard from the end of the one before it', () => {
  expect(timePhones(['K', 'AE1', 'T'], { ...WORD, phoneEnds: [300, 800, 1100] })).toEqual([
    { phone: 'K', startSample: 100, endSample: 300 },
    { phone: 'AE1', startSample: 300, endSample: 800 },
    { phone: 'T', startSample: 800, endSample: 1100 },
  ])
})

test('a phoneme that is merged into its neighbour is left out', () => {
  expect(timePhones(['AO1', 'R'], { ...WORD, phoneEnds: [1100, 1100] })).toEqual([
    { phone: 'AO1', startSample: 100, endSample: 1100 },
  ])
})

test('if the engine timed the word alone, sounds share it, and a stressed vowel gets most', () => {
  const phones = timePhones(['K', 'AE1', 'T'], WORD)
  expect(phones.map(({ phone }) => phone)).toEqual(['K', 'AE1', 'T'])
  const [k, ae, t] = phones.map(({ startSample, endSample }) => endSample - startSample)
  expect(k! + ae! + t!).toBe(1000)
  expect(ae!).toBeGreaterThan(1.5 * k!)
  expect(k).toBeCloseTo(t!, -1)
})
