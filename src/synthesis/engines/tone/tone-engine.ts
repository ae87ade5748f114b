import type { SpeechChunk, SpeechEngine } from '../../speech-engine.ts'
import type { ProsodyDimension, Segment, SegmentWord } from '../../synthesis-plan.ts'

const SAMPLE_RATE = 16_000
const VOICE = 'tone'
/** Duration of a phoneme at tempo 1. */
export const TONE_SECONDS_PER_PHONEME = 0.08
const AMPLITUDE = 0.25
const LOWEST_HZ = 150
const HIGHEST_HZ = 450
/** Number of samples over which each tone fades in and out, so that none clicks. */
const FADE = 80

/**
 * Creates an engine with predictable sound, for tests and measurements. Each word is one sine tone, 80 ms long per phoneme at
 * tempo 1, followed by exactly its pause. Its phonemes determine the frequency. Each word is one chunk.
 */
export function createToneEngine(): SpeechEngine {
  return {
    name: 'tone',
    version: '1',
    sampleRate: SAMPLE_RATE,
    timing: 'exact',
    voices: [VOICE],
    renders: () => new Set<ProsodyDimension>(['tempo', 'pitchSemitones', 'gainDb']),
    async *speak(segment, { signal }) {
      signal.throwIfAborted()
      if (segment.voice.name !== VOICE)
        throw new Error(`Cannot speak with voice "${segment.voice.name}": tone has ${VOICE}`)
      for (const chunk of toneChunks(segment)) {
        yield chunk
        signal.throwIfAborted()
      }
    },
    measure: async (segment) => segmentLength(segment),
    close: async () => {},
  }
}

function* toneChunks(segment: Segment): Generator<SpeechChunk> {
  let startSample = 0
  for (const [word, spoken] of segment.words.entries()) {
    const tone = toneSamples(spoken)
    const pause = pauseLength(spoken)
    const samples = new Float32Array(tone.length + pause)
    samples.set(tone)
    const endSample = startSample + tone.length
    yield {
      audio: { sampleRate: SAMPLE_RATE, samples },
      words: [{ word, startSample, endSample, phoneEnds: phoneEnds(spoken, startSample) }],
      ...(word === 0 && { segmentSamples: segmentLength(segment) }),
    }
    startSample = endSample + pause
  }
}

function segmentLength({ words }: Segment): number {
  return words.reduce((sum, word) => sum + toneLength(word) + pauseLength(word), 0)
}

function toneLength({ phonemes, prosody }: SegmentWord): number {
  return Math.round((phonemes.length * TONE_SECONDS_PER_PHONEME * SAMPLE_RATE) / prosody.tempo)
}

function phoneEnds(word: SegmentWord, startSample: number): readonly number[] {
  const { phonemes } = word
  return phonemes.map((_, i) => startSample + Math.round((toneLength(word) * (i + 1)) / phonemes.length))
}

function pauseLength({ boundary }: SegmentWord): number {
  return Math.round((boundary?.pauseSeconds ?? 0) * SAMPLE_RATE)
}

function toneSamples(word: SegmentWord): Float32Array {
  const { phonemes, prosody } = word
  const length = toneLength(word)
  const frequency = toneFrequency(phonemes) * 2 ** (prosody.pitchSemitones / 12)
  const amplitude = Math.min(1, AMPLITUDE * 10 ** (prosody.gainDb / 20))
  const samples = new Float32Array(length)
  for (let i = 0; i < length; i++) {
    const edge = Math.min(1, (i + 1) / FADE, (length - i) / FADE)
    samples[i] = amplitude * edge * Math.sin((2 * Math.PI * frequency * i) / SAMPLE_RATE)
  }
  return samples
}

/** Frequency in Hz. The same phonemes always give the same tone; others almost always give a different one. */
export function toneFrequency(phonemes: readonly string[]): number {
  let hash = 0
  for (const letter of phonemes.join(' ')) hash = (hash * 31 + letter.charCodeAt(0)) % 9973
  return LOWEST_HZ + ((HIGHEST_HZ - LOWEST_HZ) * hash) / 9973
}
