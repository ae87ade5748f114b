import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FramePlan } from './frame-plan.ts'
import { planTimeline, timelineLength } from './speech-timeline.ts'
import type { TokenScript } from './token-script.ts'

const FRAME = 256

/** Words of some sounds with a boundary after each, which lasts no frames or is a pause of any length. */
const speech = fc
  .array(
    fc.record({
      sounds: fc.array(fc.double({ min: 0.3, max: 9, noNaN: true }), { minLength: 1, maxLength: 6 }),
      pauseFrames: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 16 })),
      pauseSamples: fc.nat(60_000),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((words) => {
    // The opening, whose frames are not heard.
    const times = [0, 6]
    const starts = [0, 6]
    const scripted = words.map(({ sounds, pauseFrames, pauseSamples }, i) => {
      const firstToken = starts.length - 1
      for (const length of sounds) {
        times.push(times.at(-1)! + length)
        starts.push(Math.max(Math.round(times.at(-1)!), starts.at(-1)!))
      }
      starts[starts.length - 1] = Math.max(starts.at(-1)!, starts[firstToken]! + 1)
      const endToken = starts.length - 1
      const frames = i === words.length - 1 ? Math.max(1, pauseFrames) : pauseFrames
      times.push(times.at(-1)! + frames)
      starts.push(starts.at(-1)! + frames)
      return { firstToken, endToken, pauseSamples: frames === 0 ? 0 : pauseSamples }
    })
    const script = { tokens: starts.map(() => 'AH1'), words: scripted } as unknown as TokenScript
    return { script, plan: { starts: Int32Array.from(starts), times: Float64Array.from(times) } as FramePlan }
  })

test('every pause is as long as it is asked to be, to the sample', () => {
  fc.assert(
    fc.property(speech, ({ script, plan }) => {
      const timeline = planTimeline(script, plan, FRAME)
      const length = timelineLength(timeline, FRAME)
      for (const [i, { endSample }] of timeline.words.entries()) {
        const next = timeline.words[i + 1]?.startSample ?? length
        // A word that is shorter than a sample is heard for one.
        expect(Math.abs(next - endSample - script.words[i]!.pauseSamples)).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('words begin with the audio and follow one another, each of at least a sample', () => {
  fc.assert(
    fc.property(speech, ({ script, plan }) => {
      const { words } = planTimeline(script, plan, FRAME)
      expect(words[0]!.startSample).toBe(0)
      let last = 0
      for (const { startSample, endSample } of words) {
        expect(startSample).toBeGreaterThanOrEqual(last - 1)
        expect(endSample).toBeGreaterThan(startSample)
        last = endSample
      }
    }),
  )
})

test('the sounds of a word divide it, from its start to its end', () => {
  fc.assert(
    fc.property(speech, ({ script, plan }) => {
      for (const [i, { startSample, endSample, phoneEnds }] of planTimeline(script, plan, FRAME).words.entries()) {
        const { firstToken, endToken } = script.words[i]!
        expect(phoneEnds).toHaveLength(endToken - firstToken)
        const edges = [startSample, ...phoneEnds]
        expect(edges).toEqual(edges.toSorted((one, other) => one - other))
        expect(phoneEnds.at(-1)).toBe(endSample)
      }
    }),
  )
})

test('what a pause takes the place of is inside its frames, and pauses do not overlap', () => {
  fc.assert(
    fc.property(speech, ({ script, plan }) => {
      let last = 0
      for (const { fromFrame, endFrame, fromSample, endSample } of planTimeline(script, plan, FRAME).pauses) {
        expect(fromSample).toBeGreaterThanOrEqual(last)
        expect(endSample).toBeGreaterThanOrEqual(fromSample)
        expect(fromFrame * FRAME).toBeLessThanOrEqual(fromSample)
        expect(endFrame * FRAME).toBeGreaterThanOrEqual(endSample)
        last = endSample
      }
    }),
  )
})

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
  return planTimeline({ tokens, words }, plan, FRAME).words
}

/** Where its words start and end. */
function spansOf(secondOnset: string, pauseFrames = 0) {
  return timelineOf(secondOnset, pauseFrames).map(({ startSample, endSample }) => [startSample, endSample])
}

test('a word begins where the word before it ends', () => {
  expect(spansOf('M')).toEqual([
    [0, 8 * FRAME],
    [8 * FRAME, 16 * FRAME],
  ])
})

test('a word that begins with a fricative begins a frame earlier, and so the word before it ends', () => {
  expect(spansOf('S')).toEqual([
    [0, 7 * FRAME],
    [7 * FRAME, 16 * FRAME],
  ])
})

test('after a pause a fricative begins with the word', () => {
  expect(spansOf('S', 3)).toEqual([
    [0, 8 * FRAME],
    [11 * FRAME, 19 * FRAME],
  ])
})

test('within a word too, a fricative begins a frame earlier', () => {
  const tokens = ['.', 'AH1', 'S', '.']
  const starts = [0, 6, 10, 14, 26]
  const words = [{ firstToken: 1, endToken: 3, pauseSamples: 12 * FRAME }]
  const plan = { starts: Int32Array.from(starts), times: Float64Array.from(starts) }
  const [word] = planTimeline({ tokens, words }, plan, FRAME).words
  expect(word!.phoneEnds).toEqual([3 * FRAME, 8 * FRAME])
})

test('the last sound of a word ends where a fricative begins the next', () => {
  expect(timelineOf('S').map(({ phoneEnds }) => phoneEnds)).toEqual([
    [4 * FRAME, 7 * FRAME],
    [12 * FRAME, 16 * FRAME],
  ])
})
