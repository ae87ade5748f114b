import { describe, expect, test } from 'vitest'
import { bandLevelDb } from '../../../test/support/band-level.ts'
import { loadRecording, type Recording } from '../../../test/support/load-fixture.ts'
import { weightLoudness } from '../loudness/k-weighting.ts'
import type { PcmAudio } from '../pcm-audio.ts'
import { powerOf } from './shape-level.ts'
import { type ProsodyShape, type ShapedSegment, shapeProsody } from './shape-prosody.ts'
import { trackPitch } from './track-pitch.ts'

const NEUTRAL: ProsodyShape = { tempo: 1, pitchSemitones: 0, gainDb: 0 }
const RECORDINGS = { rms: loadRecording('rms'), slt: loadRecording('slt') }
const NAMES = ['rms', 'slt'] as const

/** A segment whose words from `first` to `last` are shaped. */
function segmentOf(
  { words }: Recording,
  shape: Partial<ProsodyShape>,
  [first, last] = [0, words.length - 1],
): ShapedSegment {
  const shapes = words.map(({ word }) => (word >= first! && word <= last! ? { ...NEUTRAL, ...shape } : NEUTRAL))
  return { brightnessDb: 0, words: shapes.map((each) => ({ shape: each })) }
}

/** Finds low voices too: a man's, lowered by 10 semitones, sounds at 60 Hz. */
function medianPitch(audio: PcmAudio): number {
  const voiced = trackPitch(audio, { lowestHertz: 35 })
    .hertz.filter((hertz) => hertz > 0)
    .sort()
  return voiced[voiced.length >> 1]!
}

function loudnessOf({ audio, words }: Recording, word: number): number {
  const { startSample, endSample } = words[word]!
  return 10 * Math.log10(powerOf(weightLoudness(audio), { start: startSample, end: endSample }))
}

const largestStep = (samples: Float32Array) =>
  samples.reduce((most, sample, i) => (i === 0 ? 0 : Math.max(most, Math.abs(sample - samples[i - 1]!))), 0)

describe.each(NAMES)('the voice %s', (name) => {
  const recording = RECORDINGS[name]
  const { audio, words } = recording
  const ownPitch = medianPitch(audio)

  test('is returned as it is where nothing is left to do', () => {
    expect(shapeProsody(recording, segmentOf(recording, {}))).toBe(recording)
  })

  test.each([-10, 4, 12])('sounds %i semitones away, at the same time and loudness', (pitchSemitones) => {
    const shaped = shapeProsody(recording, segmentOf(recording, { pitchSemitones }))
    const shift = 12 * Math.log2(medianPitch(shaped.audio) / ownPitch)
    expect(Math.abs(shift - pitchSemitones)).toBeLessThan(0.3)
    expect(shaped.words).toEqual(words)
    expect(shaped.audio.samples.length).toBe(audio.samples.length)
    for (const { word } of words)
      expect(Math.abs(loudnessOf(shaped, word) - loudnessOf(recording, word))).toBeLessThan(0.2)
  })

  test.each([-6, 8])('keeps its formants %i semitones away', (pitchSemitones) => {
    const shaped = shapeProsody(recording, segmentOf(recording, { pitchSemitones }))
    for (const hertz of [700, 1000, 1400, 2000, 2800, 4000])
      expect(Math.abs(bandLevelDb(shaped.audio, hertz) - bandLevelDb(audio, hertz))).toBeLessThan(4)
  })

  test.each([0.7, 2.3])('speaks at tempo %f: words follow exactly, pauses stay, the pitch stays', (tempo) => {
    const shaped = shapeProsody(recording, segmentOf(recording, { tempo }))
    for (const [i, { startSample, endSample }] of shaped.words.entries()) {
      const before = words[i]!
      expect(endSample - startSample).toBe(Math.round((before.endSample - before.startSample) / tempo))
      const pause = startSample - (shaped.words[i - 1]?.endSample ?? 0)
      expect(pause).toBe(before.startSample - (words[i - 1]?.endSample ?? 0))
    }
    const tail = audio.samples.length - words.at(-1)!.endSample
    expect(shaped.audio.samples.length).toBe(shaped.words.at(-1)!.endSample + tail)
    expect(Math.abs(12 * Math.log2(medianPitch(shaped.audio) / ownPitch))).toBeLessThan(0.3)
  })

  test.each([-15, 8])('delivers words %i dB away, and only those', (gainDb) => {
    const [first, last] = [3, 5]
    const shaped = shapeProsody(recording, segmentOf(recording, { gainDb }, [first, last]))
    for (const { word } of words) {
      const asked = word >= first && word <= last ? gainDb : 0
      expect(Math.abs(loudnessOf(shaped, word) - loudnessOf(recording, word) - asked)).toBeLessThan(0.5)
    }
    expect(shaped.words).toEqual(words)
  })

  test('is brighter when it is louder, darker when it is softer', () => {
    const tiltOf = (gainDb: number) => {
      const { audio: louder } = shapeProsody(recording, segmentOf(recording, { gainDb }))
      return bandLevelDb(louder, 3000) - bandLevelDb(louder, 400)
    }
    expect(tiltOf(6) - tiltOf(0)).toBeGreaterThan(1)
    expect(tiltOf(6) - tiltOf(0)).toBeLessThan(3)
    expect(tiltOf(-12) - tiltOf(0)).toBeLessThan(-2)
  })

  test('gets its upper part raised by brightness, and little else', () => {
    const { audio: bright } = shapeProsody(recording, { ...segmentOf(recording, {}), brightnessDb: 4 })
    expect(bandLevelDb(bright, 6000) - bandLevelDb(audio, 6000)).toBeGreaterThan(3)
    expect(Math.abs(bandLevelDb(bright, 300) - bandLevelDb(audio, 300))).toBeLessThan(0.3)
  })

  test('passes from word to word without a click', () => {
    const shape = { tempo: 0.8, pitchSemitones: 5, gainDb: -9 }
    const shaped = shapeProsody(recording, segmentOf(recording, shape, [4, 4]))
    const { samples } = shaped.audio
    for (const border of [shaped.words[4]!.startSample, shaped.words[4]!.endSample]) {
      const around = samples.subarray(border - 1600, border + 1600)
      const before = recording.words[border === shaped.words[4]!.startSample ? 4 : 5]!.startSample
      const spoken = audio.samples.subarray(before - 1600, before + 1600)
      expect(largestStep(around.subarray(1440, 1760))).toBeLessThanOrEqual(1.2 * largestStep(spoken))
    }
  })

  test('is left alone outside of the words that are shaped', () => {
    const shape = { tempo: 0.7, pitchSemitones: 6 }
    const shaped = shapeProsody(recording, segmentOf(recording, shape, [9, 9]))
    const margin = 800
    const before = words[9]!.startSample - margin
    const after = words[9]!.endSample + margin
    const shift = shaped.words[9]!.endSample - words[9]!.endSample
    const differences = [
      ...audio.samples.subarray(0, before).map((sample, i) => sample - shaped.audio.samples[i]!),
      ...audio.samples.subarray(after).map((sample, i) => sample - shaped.audio.samples[after + i + shift]!),
    ]
    expect(Math.max(...differences.map(Math.abs))).toBeLessThan(0.003)
  })
})

test.each([
  ['nothing', new Float32Array(0), []],
  ['one sample', Float32Array.of(0.1), [{ word: 0, startSample: 0, endSample: 1 }]],
  ['silence', new Float32Array(4000), [{ word: 0, startSample: 1000, endSample: 3000 }]],
] as const)('%s can be shaped', (_, samples, words) => {
  const segment = { brightnessDb: 3, words: [{ shape: { tempo: 0.7, pitchSemitones: 5, gainDb: 6 } }] }
  const shaped = shapeProsody({ audio: { sampleRate: 16000, samples }, words }, segment)
  expect(shaped.audio.samples.every(Number.isFinite)).toBe(true)
  expect(shaped.words).toHaveLength(words.length)
})
