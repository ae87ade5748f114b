import { decibelsToFactor } from '../../audio/decibels.ts'
import { limitPeaks } from '../../audio/limiting/limit-peaks.ts'
import { PeakLimiter } from '../../audio/limiting/peak-limiter.ts'
import { pressPeaks, type SampleRange } from '../../audio/prosody/press-peaks.ts'
import { shapeProsody } from '../../audio/prosody/shape-prosody.ts'
import { joinSamples } from '../../audio/samples/join-samples.ts'
import { releaseSamples } from '../../audio/samples/release-samples.ts'
import type { SpeakOptions, SpeechChunk, SpeechEngine } from '../../synthesis/speech-engine.ts'
import { NEUTRAL_PROSODY, type Prosody, type Segment } from '../../synthesis/synthesis-plan.ts'
import type { WordTime } from '../../timing/word-time.ts'
import { silencePauses } from './silence-pauses.ts'

/**
 * Speaks a segment as it will be heard: what the engine says, shaped by the delivery that the engine does not render, with its
 * peaks below -1 dBTP. If peaks only need limiting, chunks pass through as they come. Runs in the engine's thread, off the main
 * thread.
 */
export async function* speakSegment(
  engine: SpeechEngine,
  segment: Segment,
  options: SpeakOptions,
): AsyncGenerator<SpeechChunk> {
  if (!isShaped(segment) && !segment.isPressed) {
    const speech = levelSpeech(engine.speak(segment, options), segment)
    return yield* limitSpeech(silenceSpeech(speech, segment))
  }
  // Shaping waits for the last chunk, so short ones would help nobody.
  const { signal } = options
  const speech = levelSpeech(engine.speak(segment, { signal, pace: 'engine' }), segment)
  const { audio, words } = shapeProsody(await collectSpeech(speech), segment)
  silencePauses({ audio, from: 0 }, words, segment)
  const samples = segment.isPressed ? pressPeaks(audio, loudStretches(words, segment)) : limitPeaks(audio)
  yield { audio: { ...audio, samples }, words, segmentSamples: samples.length }
}

/** Brings an engine's speech to the level of the other voices, chunk by chunk, in place. The engine gives up ownership of the samples. */
async function* levelSpeech(speech: AsyncIterable<SpeechChunk>, { levelDb }: Segment): AsyncGenerator<SpeechChunk> {
  if (levelDb === 0) return yield* speech
  const factor = decibelsToFactor(levelDb)
  for await (const chunk of speech) {
    const { samples } = chunk.audio
    for (let i = 0; i < samples.length; i++) samples[i] = samples[i]! * factor
    yield chunk
  }
}

/** Makes pauses silent that shall be, chunk by chunk. */
async function* silenceSpeech(speech: AsyncIterable<SpeechChunk>, segment: Segment): AsyncGenerator<SpeechChunk> {
  if (segment.words.every(({ boundary }) => boundary?.isSilent !== true)) return yield* speech
  const heard: WordTime[] = []
  let from = 0
  for await (const chunk of speech) {
    heard.push(...chunk.words)
    silencePauses({ audio: chunk.audio, from }, heard, segment)
    from += chunk.audio.samples.length
    yield chunk
  }
}

/** Limits peaks, chunk by chunk; a segment that comes whole is limited whole. What the limiter holds back of a chunk, and the words that end in it, come with the next. */
async function* limitSpeech(speech: AsyncIterable<SpeechChunk>): AsyncGenerator<SpeechChunk> {
  let limiter: PeakLimiter | undefined
  let segmentSamples: number | undefined
  let waiting: readonly WordTime[] = []
  let [taken, given, sampleRate] = [0, 0, 0]
  for await (const chunk of speech) {
    if (chunk.segmentSamples === chunk.audio.samples.length) {
      yield { ...chunk, audio: { ...chunk.audio, samples: limitPeaks(chunk.audio) } }
      continue
    }
    sampleRate = chunk.audio.sampleRate
    segmentSamples ??= chunk.segmentSamples
    limiter ??= new PeakLimiter(sampleRate)
    taken += chunk.audio.samples.length
    const limited = limiter.push(chunk.audio.samples)
    releaseSamples(chunk.audio.samples)
    const isLast = taken === segmentSamples
    const samples = isLast ? joinSamples([limited, limiter.finish()]) : limited
    given += samples.length
    const words = [...waiting, ...chunk.words]
    waiting = words.filter(({ endSample }) => endSample > given)
    yield { ...chunk, audio: { sampleRate, samples }, words: words.slice(0, words.length - waiting.length) }
    if (isLast) limiter = undefined
  }
  if (limiter !== undefined) yield { audio: { sampleRate, samples: limiter.finish() }, words: waiting }
}

/** Number of samples that `speakSegment` will yield; undefined if the engine cannot know before speaking. */
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

/** The stretches of words that are asked to be louder than usual, each of one loudness. */
function loudStretches(words: readonly WordTime[], segment: Segment): readonly SampleRange[] {
  const stretches: { start: number; end: number; gainDb: number }[] = []
  let before = 0
  for (const { word, startSample, endSample } of words) {
    const { prosody, shape } = segment.words[word]!
    const gainDb = prosody.gainDb + shape.gainDb
    if (gainDb > 0 && gainDb === before) stretches.at(-1)!.end = endSample
    else if (gainDb > 0) stretches.push({ start: startSample, end: endSample, gainDb })
    before = gainDb
  }
  return stretches
}

/** A segment's chunks as one. Shaping needs the whole: it finds pitch periods across words. */
async function collectSpeech(speech: AsyncIterable<SpeechChunk>): Promise<SpeechChunk> {
  const chunks: SpeechChunk[] = []
  for await (const chunk of speech) chunks.push(chunk)
  const [first] = chunks
  if (first === undefined) throw new Error('Cannot shape a segment without speech')
  if (chunks.length === 1) return first
  const samples = joinSamples(chunks.map(({ audio }) => audio.samples))
  return {
    audio: { sampleRate: first.audio.sampleRate, samples },
    words: chunks.flatMap(({ words }) => words),
  }
}
