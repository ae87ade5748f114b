import { expect, test } from 'vitest'
import { makeSegment, NORTH_WIND } from '../../test/support/make-segment.ts'
import { speakWhole } from '../../test/support/speak-whole.ts'
import { replaceSpeech } from '../speaking/replace-speech.ts'
import { createToneEngine } from '../synthesis/engines/tone/tone-engine.ts'
import type { SpeechEngine } from '../synthesis/speech-engine.ts'
import { tallySpeech } from './tally-speech.ts'

const SEGMENT = makeSegment('tone', NORTH_WIND)
const { signal } = new AbortController()
const enginesOf = (engine: SpeechEngine) => ({ engines: new Map([[engine.name, engine]]), catalogue: 'kept' })

/** The tone engine, whose chunks come from a cache. */
function cachedTone(): SpeechEngine {
  const tone = createToneEngine()
  return replaceSpeech(tone, {
    async *speak(segment, options) {
      for await (const chunk of tone.speak(segment, options)) yield { ...chunk, isCached: true }
    },
  })
}

test('what was spoken is counted in milliseconds, for this request alone', async () => {
  const resources = enginesOf(createToneEngine())
  const [one, other] = [tallySpeech(resources), tallySpeech(resources)]
  const engine = one.resources.engines.get('tone')!
  expect(one.read()).toEqual({ audioMs: 0, cacheHits: 0 })
  const { audio } = await speakWhole(engine, SEGMENT)
  const seconds = audio.samples.length / audio.sampleRate
  expect(one.read()).toEqual({ audioMs: Math.round(1000 * seconds), cacheHits: 0 })
  await speakWhole(engine, SEGMENT)
  expect(one.read().audioMs).toBe(Math.round(2000 * seconds))
  expect(other.read().audioMs).toBe(0)
})

test('a segment from the cache is one hit, however many chunks it has', async () => {
  const { resources, read } = tallySpeech(enginesOf(cachedTone()))
  const engine = resources.engines.get('tone')!
  let chunks = 0
  for await (const _ of engine.speak(SEGMENT, { signal })) chunks += 1
  expect(chunks).toBeGreaterThan(1)
  expect(read().cacheHits).toBe(1)
  for await (const _ of engine.speak(SEGMENT, { signal }));
  expect(read().cacheHits).toBe(2)
})

test('what a listener left unheard is not counted', async () => {
  const { resources, read } = tallySpeech(enginesOf(createToneEngine()))
  for await (const { audio } of resources.engines.get('tone')!.speak(SEGMENT, { signal })) {
    expect(read().audioMs).toBe(Math.round((1000 * audio.samples.length) / audio.sampleRate))
    break
  }
})

test('everything else of the resources and the engines is as before', async () => {
  const tone = createToneEngine()
  const given = enginesOf(tone)
  const { resources } = tallySpeech(given)
  const engine = resources.engines.get('tone')!
  expect(resources.catalogue).toBe('kept')
  expect(engine).toMatchObject({ name: tone.name, version: tone.version, sampleRate: tone.sampleRate })
  expect(await engine.measure?.(SEGMENT)).toBe(await tone.measure?.(SEGMENT))
  expect('measure' in engine).toBe('measure' in tone)
})
