import { expect, test } from 'vitest'
import { makeSegment, NORTH_WIND } from '../../test/support/make-segment.ts'
import { createToneEngine } from '../synthesis/engines/tone/tone-engine.ts'
import type { SpeechEngine } from '../synthesis/speech-engine.ts'
import type { SynthesisPlan } from '../synthesis/synthesis-plan.ts'
import { measureSpeech } from './measure-speech.ts'
import { renderSpeech } from './render-speech.ts'

const tone = createToneEngine()
const { signal } = new AbortController()
const segments = [makeSegment('tone', NORTH_WIND), makeSegment('tone', NORTH_WIND.slice(0, 3))]
const plan = { engine: 'tone', segments } as unknown as SynthesisPlan
const engines = (engine: SpeechEngine) => new Map([['tone', engine]])

test('speech is as long as it was measured', async () => {
  let spoken = 0
  for await (const { audio } of renderSpeech(plan, { engines: engines(tone) }, { signal, urgency: 'background' })) {
    spoken += audio.samples.length
  }
  expect(await measureSpeech(plan, { engines: engines(tone) }, signal)).toBe(spoken)
})

test('the length is unknown if the engine cannot tell it for one segment', async () => {
  const forgetful: SpeechEngine = {
    ...tone,
    measure: async (segment) => (segment === segments[1] ? undefined : await tone.measure?.(segment)),
  }
  expect(await measureSpeech(plan, { engines: engines(forgetful) }, signal)).toBeUndefined()
})

test('measuring stops when its caller leaves', async () => {
  const left = AbortSignal.abort(new Error('the caller left'))
  await expect(measureSpeech(plan, { engines: engines(tone) }, left)).rejects.toThrow('the caller left')
})
