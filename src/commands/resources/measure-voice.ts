import { measureLoudness } from '../../audio/loudness/measure-loudness.ts'
import { joinSamples } from '../../audio/samples/join-samples.ts'
import type { SpeechChunk, SpeechEngine } from '../../synthesis/speech-engine.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import { checkSegments, speakWhole } from './check-sentences.ts'

/** What ten sentences of a voice measure. */
export type VoiceFigures = {
  readonly voice: string
  /** Of the engine's own speech, before an avatar's gain, in LUFS; null if it is silent. */
  readonly loudness: number | null
  /** Samples at full scale or beyond. */
  readonly clippedSamples: number
  /** Seconds of speech for a second of work. */
  readonly speed: number
  readonly words: number
  /** Words with a time within the audio, in order. */
  readonly timedWords: number
}

const FULL_SCALE = 0.9999

/** Speaks the check sentences with a voice and measures them. */
export async function measureVoice(engine: SpeechEngine, voice: string): Promise<VoiceFigures> {
  const parts: Float32Array[] = []
  let [words, timedWords] = [0, 0]
  const began = performance.now()
  for (const segment of checkSegments(voice)) {
    const { audio, words: times } = await speakWhole(engine, segment)
    parts.push(audio.samples)
    words += segment.words.length
    timedWords += countTimed(segment, times, audio.samples.length)
  }
  const seconds = (performance.now() - began) / 1000
  const samples = joinSamples(parts)
  const loudness = measureLoudness({ samples, sampleRate: engine.sampleRate })
  return {
    voice,
    loudness: Number.isFinite(loudness) ? round(loudness) : null,
    clippedSamples: samples.reduce((count, sample) => count + (Math.abs(sample) >= FULL_SCALE ? 1 : 0), 0),
    speed: round(samples.length / engine.sampleRate / seconds),
    words,
    timedWords,
  }
}

/** Words of the segment that are timed once, in order, and inside the audio. */
function countTimed({ words }: Segment, times: SpeechChunk['words'], length: number): number {
  let end = 0
  let count = 0
  for (const [i, { word, startSample, endSample }] of times.entries()) {
    const isPlaced = word === i && startSample >= end && endSample > startSample && endSample <= length
    if (isPlaced && i < words.length) count++
    end = endSample
  }
  return count
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** What is wrong with a voice that measures so, if anything. */
export function judgeFigures({ loudness, clippedSamples, speed, words, timedWords }: VoiceFigures): readonly string[] {
  return [
    ...(loudness === null ? ['it is silent'] : []),
    ...(clippedSamples > 0 ? [`${clippedSamples} samples are clipped`] : []),
    ...(speed < 1 ? ['it is slower than speech on this machine'] : []),
    ...(timedWords < words ? [`${words - timedWords} of ${words} words have no time of their own`] : []),
  ]
}
