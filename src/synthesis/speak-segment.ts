import { bendPeaks } from '../audio/bend-peaks.ts'
import { decibelsToFactor } from '../audio/decibels.ts'
import { shapeProsody } from '../audio/prosody/shape-prosody.ts'
import type { WordTime } from '../timing/word-time.ts'
import type { SpeakOptions, SpeechChunk, SpeechEngine } from './speech-engine.ts'
import { NEUTRAL_PROSODY, type Prosody, type Segment } from './synthesis-plan.ts'

/**
 * Speaks a segment as it will be heard: what the engine says, shaped by the delivery that the engine does not render.
 * Where nothing is left to shape, chunks pass as they come. Runs where the engine runs, off the main thread.
 */
export async function* speakSegment(
  engine: SpeechEngine,
  segment: Segment,
  options: SpeakOptions,
): AsyncGenerator<SpeechChunk> {
  if (!isShaped(segment)) return yield* levelSpeech(engine.speak(segment, options), segment)
  // Shaping waits for the last chunk, so short ones would help nobody.
  const speech = levelSpeech(engine.speak(segment, { ...options, pace: 'engine' }), segment)
  const shaped = shapeProsody(await collectSpeech(speech), segment)
  yield { ...shaped, segmentSamples: shaped.audio.samples.length }
}

/** Brings an engine's speech to the level of the other voices, chunk by chunk. */
async function* levelSpeech(speech: AsyncIterable<SpeechChunk>, { levelDb }: Segment): AsyncGenerator<SpeechChunk> {
  if (levelDb === 0) return yield* speech
  const factor = decibelsToFactor(levelDb)
  for await (const chunk of speech) {
    const samples = chunk.audio.samples.map((sample) => sample * factor)
    bendPeaks(samples)
    yield { ...chunk, audio: { sampleRate: chunk.audio.sampleRate, samples } }
  }
}

/** How many samples `speakSegment` will yield, where the engine can tell before it speaks. */
export async function measureSegment(engine: SpeechEngine, segment: Segment): Promise<number | undefined> {
  if (segment.words.some(({ shape }) => shape.tempo !== NEUTRAL_PROSODY.tempo)) return undefined
  return await engine.measure?.(segment)
}

function isShaped({ brightnessDb, words }: Segment): boolean {
  return brightnessDb !== 0 || words.some(({ shape }) => !isNeutral(shape))
}

function isNeutral({ tempo, pitchSemitones, gainDb }: Prosody): boolean {
  return (
    tempo === NEUTRAL_PROSODY.tempo &&
    pitchSemitones === NEUTRAL_PROSODY.pitchSemitones &&
    gainDb === NEUTRAL_PROSODY.gainDb
  )
}

/** A segment's chunks as one. Shaping needs the whole: it finds pitch periods across words. */
async function collectSpeech(speech: AsyncIterable<SpeechChunk>): Promise<SpeechChunk> {
  const chunks: SpeechChunk[] = []
  for await (const chunk of speech) chunks.push(chunk)
  const [first] = chunks
  if (first === undefined) throw new Error('Cannot shape a segment without speech')
  if (chunks.length === 1) return first
  const length = chunks.reduce((sum, { audio }) => sum + audio.samples.length, 0)
  const samples = new Float32Array(length)
  const words: WordTime[] = []
  let at = 0
  for (const chunk of chunks) {
    samples.set(chunk.audio.samples, at)
    at += chunk.audio.samples.length
    words.push(...chunk.words)
  }
  return { audio: { sampleRate: first.audio.sampleRate, samples }, words }
}
