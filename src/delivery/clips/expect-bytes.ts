import { WAV_HEADER_BYTES } from '../../audio/encoding/wav-header.ts'
import type { OutputFormat } from '../files/output-format.ts'
import type { SpeechPlan } from '../planning/plan-speech.ts'
import { clipFile, clipMasterKey } from './audio-keys.ts'

const BYTES_PER_SAMPLE = 2
/** Of the compressed formats, the most of any bitrate: 320 kbit/s. */
const COMPRESSED_BYTES_PER_SECOND = 40_000
/** Of a phoneme at a tempo of 1, spoken slowly. */
const PHONEME_SECONDS = 0.11
const UNCOMPRESSED = new Set(['wav', 'pcm', 'flac'])

type Audio = { readonly seconds: number /** Hz of the master. */; readonly sampleRate: number }

/** Returns the bytes of audio that a clip will store at most: its master, and its file if the master does not hold it. */
export function expectBytes({ seconds, sampleRate }: Audio, output: OutputFormat): number {
  const master = WAV_HEADER_BYTES + Math.ceil(seconds * sampleRate) * BYTES_PER_SAMPLE
  if (clipFile('', output).key === clipMasterKey('')) return master
  return master + expectFileBytes({ seconds, sampleRate }, output)
}

/** Returns the bytes that a file of this audio has at most. */
export function expectFileBytes({ seconds, sampleRate }: Audio, output: OutputFormat): number {
  const isLarge = UNCOMPRESSED.has(output.format)
  const perSecond = isLarge ? (output.sampleRate ?? sampleRate) * BYTES_PER_SAMPLE : COMPRESSED_BYTES_PER_SECOND
  return Math.ceil(seconds * perSecond)
}

/** Returns about how many seconds a plan will speak, from its phonemes, tempos and pauses. */
export function expectSeconds({ segments }: Pick<SpeechPlan, 'segments'>): number {
  let seconds = 0
  for (const { words } of segments)
    for (const { phonemes, prosody, shape, boundary } of words)
      seconds += (phonemes.length * PHONEME_SECONDS) / (prosody.tempo * shape.tempo) + (boundary?.pauseSeconds ?? 0)
  return seconds
}
