import { expect, test } from 'vitest'
import { planTimeline } from './speech-timeline.ts'

const FRAME = 256

/** Two words of two sounds each, every sound four frames long, after a lead of six frames. */
function timelineOf(secondOnset: string, pauseFrames = 0) {
  const tokens = ['.', 'AH1', 'N', '_', secondOnset, 'AH1', '.']
  const lengths = [6, 4, 4, pauseFrames, 4, 4, 12]
  const starts = [0]
  for (const length of lengths) starts.push(starts.at(-1)! + length)
  const words = [
    { firstToken: 1, endToken: 3, pauseSamples: pauseFrames * FRAME },
    { firstToken: 4, endToken: 6, pauseSamples: 12 * FRAME },
  ]
  const plan = { starts: Int32Array.from(starts), times: Float64Array.from(starts) }
  return planTimeline({ tokens, words }, plan, FRAME).words.map(({ startSample, endSample }) => [
    startSample,
    endSample,
  ])
}

test('a word begins where the word before it ends', () => {
  expect(timelineOf('M')).toEqual([
    [0, 8 * FRAME],
    [8 * FRAME, 16 * FRAME],
  ])
})

test('a word that begins with a fricative begins a frame earlier, and so the word before it ends', () => {
  expect(timelineOf('S')).toEqual([
    [0, 7 * FRAME],
    [7 * FRAME, 16 * FRAME],
  ])
})

test('after a pause a fricative begins with the word', () => {
  expect(timelineOf('S', 3)).toEqual([
    [0, 8 * FRAME],
    [11 * FRAME, 19 * FRAME],
  ])
})
