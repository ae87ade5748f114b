import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSegment, makeWord, NORTH_WIND, withProsody } from '../../../test/support/make-segment.ts'
import { truePeakDb } from '../../../test/support/true-peak.ts'
import { EMBER, loadNeuralPackage } from '../../../test/support/voice-packages.ts'
import type { PcmAudio } from '../../audio/pcm-audio.ts'
import { createFliteEngine } from '../../synthesis/engines/flite/flite-engine.ts'
import { createNeuralEngine } from '../../synthesis/engines/neural/neural-engine.ts'
import { createToneEngine } from '../../synthesis/engines/tone/tone-engine.ts'
import type { SpeechChunk, SpeechEngine } from '../../synthesis/speech-engine.ts'
import type { Segment, SegmentWord } from '../../synthesis/synthesis-plan.ts'
import { measureSegment, speakSegment } from './speak-segment.ts'

const tone = createToneEngine()
let engines: ReadonlyMap<string, SpeechEngine>
beforeAll(async () => {
  const [flite, ember] = await Promise.all([createFliteEngine(), createNeuralEngine(await loadNeuralPackage(EMBER))])
  engines = new Map([
    ['rms', flite],
    ['kal16', flite],
    ['ember', ember],
    ['tone', tone],
  ])
})
afterAll(() => Promise.all([...engines.values()].map((engine) => engine.close())))

async function speak(engine: SpeechEngine, segment: Segment) {
  const chunks: SpeechChunk[] = []
  for await (const chunk of speakSegment(engine, segment, { signal: new AbortController().signal })) chunks.push(chunk)
  const samples = Float32Array.from(chunks.flatMap(({ audio }) => [...audio.samples]))
  const audio: PcmAudio = { sampleRate: engine.sampleRate, samples }
  return { chunks, audio, words: chunks.flatMap(({ words }) => words) }
}

const VOICES = ['ember', 'rms', 'kal16', 'tone']

test.each(VOICES)('%s far too loud stays below -1 dBTP, in the same chunks and as long', async (voice) => {
  const engine = engines.get(voice)!
  const plain = makeSegment(voice, NORTH_WIND)
  const [before, after] = [await speak(engine, plain), await speak(engine, { ...plain, levelDb: 18 })]
  expect(truePeakDb(after.audio)).toBeLessThan(-1)
  expect(after.words).toEqual(before.words)
  expect(after.chunks).toHaveLength(before.chunks.length)
  expect(after.audio.samples).toHaveLength(before.audio.samples.length)
  expect(after.chunks[0]!.segmentSamples).toBe(after.audio.samples.length)
})

test.each(VOICES)('%s times each word in a chunk by whose end it has been heard', async (voice) => {
  const { chunks, words } = await speak(engines.get(voice)!, { ...makeSegment(voice, NORTH_WIND), levelDb: 6 })
  expect(words.map(({ word }) => word)).toEqual(NORTH_WIND.map((_, index) => index))
  let given = 0
  for (const chunk of chunks) {
    given += chunk.audio.samples.length
    for (const { endSample } of chunk.words) expect(endSample).toBeLessThanOrEqual(given)
  }
})

test('comes as it is from an engine whose peaks are low', async () => {
  const segment = makeSegment('tone', NORTH_WIND)
  const spoken: number[] = []
  for await (const { audio } of tone.speak(segment, { signal: new AbortController().signal })) {
    spoken.push(...audio.samples)
  }
  expect([...(await speak(tone, segment)).audio.samples]).toEqual(spoken)
})

test('has everything where the engine does not tell how long it will be', async () => {
  const silent: SpeechEngine = {
    ...tone,
    async *speak(segment, options) {
      for await (const { segmentSamples: _, ...chunk } of tone.speak(segment, options)) yield chunk
    },
  }
  const segment = makeSegment('tone', NORTH_WIND)
  const [known, unknown] = [await speak(tone, segment), await speak(silent, segment)]
  expect(unknown.audio).toEqual(known.audio)
  expect(unknown.words).toEqual(known.words)
})

test.each(['ember', 'rms', 'kal16'])(
  '%s is silent in a silent pause, from its first sample to its last',
  async (voice) => {
    const quiet = ({ boundary, ...word }: SegmentWord): SegmentWord =>
      boundary === undefined ? word : { ...word, boundary: { ...boundary, isSilent: true } }
    const engine = engines.get(voice)!
    const plain = makeSegment(voice, NORTH_WIND)
    const shapes: readonly Partial<Segment>[] = [{}, { brightnessDb: 2 }]
    for (const shape of shapes) {
      const segment = { ...plain, ...shape }
      const before = await speak(engine, segment)
      const after = await speak(engine, { ...segment, words: segment.words.map(quiet) })
      expect(after.words).toEqual(before.words)
      for (const { word, endSample } of after.words) {
        const pause = segment.words[word]!.boundary
        if (pause === undefined) continue
        const pauseEnd = endSample + Math.round(pause.pauseSeconds * engine.sampleRate)
        const soundsIn = ({ audio }: typeof after) =>
          audio.samples.subarray(endSample, pauseEnd).some((value) => value !== 0)
        expect([soundsIn(before), soundsIn(after)]).toEqual([true, false])
        expect(Math.abs(after.audio.samples[endSample - 1]!)).toBeLessThan(0.005)
      }
    }
  },
)

test('presses what is asked to be loud, and comes whole', async () => {
  const engine = engines.get('ember')!
  const segment = { ...makeSegment('ember', withProsody(NORTH_WIND, { gainDb: 9 })), levelDb: 4 }
  const { chunks, audio } = await speak(engine, { ...segment, isPressed: true })
  expect(chunks).toHaveLength(1)
  expect(truePeakDb(audio)).toBeLessThan(-1)
  expect(await measureSegment(engine, segment)).toBe(audio.samples.length)
})

test('tells the length of nothing whose tempo it shapes', async () => {
  const shaped = { ...makeWord('AA1'), shape: { tempo: 2, pitchSemitones: 0, gainDb: 0 } }
  expect(await measureSegment(tone, makeSegment('tone', [shaped]))).toBeUndefined()
})
