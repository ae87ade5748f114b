/** Pauses of the phrasing model, in the audio of the neural voice. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNeuralEngine } from '../src/synthesis/engines/neural/neural-engine.ts'
import { planSynthesis } from '../src/synthesis/planning/plan-synthesis.ts'
import type { SpeechEngine } from '../src/synthesis/speech-engine.ts'
import type { Segment } from '../src/synthesis/synthesis-plan.ts'
import { findVoice, parseCatalogue } from '../src/voices/catalogue.ts'
import { loadJson, PHRASING } from './support/planning-data.ts'
import { analyzeEnglish } from './support/sentence-speaker.ts'
import { speakWhole } from './support/speak-whole.ts'
import { EMBER, loadNeuralPackage } from './support/voice-packages.ts'

const VOICE = findVoice(parseCatalogue(loadJson('avatars.json')), 3)
const TEXT = 'Please leave a message after the tone and we will call you back.'
const TONE = 6
/** The sounds around a pause fade in and out at its edges. */
const EDGE_SECONDS = 0.005

let engine: SpeechEngine
beforeAll(async () => {
  engine = await createNeuralEngine(await loadNeuralPackage(EMBER))
})
afterAll(() => engine.close())

function planOne(): Segment {
  const options = { text: TEXT, voice: VOICE, engine, speechLoudness: -19, phrasing: PHRASING }
  return planSynthesis(analyzeEnglish(TEXT), options).segments[0]!
}

test('a pause without punctuation is silent for exactly its length', async () => {
  const segment = planOne()
  const { audio, words } = await speakWhole(engine, segment)
  const { samples, sampleRate } = audio
  const { endSample } = words[TONE]!
  const { startSample } = words[TONE + 1]!
  const pauseSeconds = segment.words[TONE]!.boundary!.pauseSeconds
  expect(pauseSeconds).toBeGreaterThan(0.1)
  expect(startSample - endSample).toBe(Math.round(pauseSeconds * sampleRate))
  const edge = Math.round(EDGE_SECONDS * sampleRate)
  expect(Math.max(...samples.subarray(endSample + edge, startSample - edge).map(Math.abs))).toBe(0)
})

test('the word before such a pause is lengthened, as readers do', async () => {
  const segment = planOne()
  const words = segment.words.map(({ boundary, ...word }, i) => ({
    ...word,
    ...(i !== TONE && boundary && { boundary }),
  }))
  const lengthOf = async (spoken: Segment) => {
    const { startSample, endSample } = (await speakWhole(engine, spoken)).words[TONE]!
    return endSample - startSample
  }
  expect(await lengthOf(segment)).toBeGreaterThan(1.15 * (await lengthOf({ ...segment, words })))
})
