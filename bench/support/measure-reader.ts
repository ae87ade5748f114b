import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { PcmAudio } from '../../src/audio/pcm-audio.ts'
import type { CreateResampler } from '../../src/audio/resampling/resampler.ts'
import { joinSamples } from '../../src/audio/samples/join-samples.ts'
import { OCTAVES_HZ } from '../../src/synthesis/engines/neural/envelope-shaper.ts'
import { bandLevelDb } from '../../test/support/band-level.ts'
import { countWordErrors, sumWordErrors, totalErrors } from '../../test/support/count-word-errors.ts'
import { measureBuzz } from '../../test/support/measure-buzz.ts'
import { meanOf, medianOf, spreadOf, voicedPoints } from '../../test/support/melody-figures.ts'
import { transcribeWords } from '../../test/support/pocketsphinx.ts'
import { type PitchTrack, trackPitches } from '../../test/support/praat.ts'
import { readRecordings } from '../../training/phrasing/read-corpus.ts'

/** As in training/voice/splits.py: the spelling decides. */
const HELD_OUT_EVERY = 20
const SAMPLE_RATE = 22_050
const FRAME = 256
/** Speech begins and ends with so many frames in a row that are at most so far below its loudest parts. */
const SPEECH_FRAMES = 6
const SPEECH_RANGE_DB = 30

export type Prompt = { readonly id: string; readonly text: string }
type Said = { readonly audio: PcmAudio; readonly track: PitchTrack }
/** What can be measured of a reader's recordings, and of a voice. */
export type ReaderFigures = {
  readonly errors: number
  readonly words: number
  readonly octaves: readonly number[]
  readonly spread: number
  readonly rate: number
  readonly buzz: number
  readonly hz: number
}

/** Whether no training hears a prompt. */
export function isHeldOut(text: string): boolean {
  return crc32(text.toLowerCase().replace(/[^a-z]/g, '')) % HELD_OUT_EVERY === 0
}

/** The prompts of a folder of recordings. */
export function readPrompts(folder: string): readonly Prompt[] {
  const aligned = join(folder, 'alignments.jsonl.gz')
  if (existsSync(aligned)) return readRecordings(aligned).filter(({ id }) => existsSync(recordingOf(folder, id)))
  const [, ...rows] = readFileSync(join(folder, 'metadata.tsv'), 'utf8').trim().split('\n')
  return rows.map((row) => ({ id: row.split('\t')[0]!, text: row.split('\t')[1]! }))
}

export const recordingOf = (folder: string, id: string): string => join(folder, 'flac', `${id}.flac`)

/** A recording at the rate of the voice. */
export function decodeRecording(path: string, createResampler: CreateResampler): PcmAudio {
  const bytes = execFileSync('flac', ['-s', '-d', '-c', path], { maxBuffer: 1 << 28 })
  const sampleRate = bytes.readUInt32LE(24)
  const from = bytes.indexOf('data') + 8
  const samples = Float32Array.from(
    { length: (bytes.length - from) >> 1 },
    (_, i) => bytes.readInt16LE(from + 2 * i) / 32_768,
  )
  if (sampleRate === SAMPLE_RATE) return { sampleRate, samples }
  // The filters of octaves are narrower near the Nyquist frequency, so all have the voice's.
  const resampler = createResampler({ from: sampleRate, to: SAMPLE_RATE })
  return { sampleRate: SAMPLE_RATE, samples: joinSamples([resampler.resample(samples), resampler.flush()]) }
}

/** The recording without the silence around the speech. */
function trim({ sampleRate, samples }: PcmAudio): PcmAudio {
  const levels = Array.from({ length: Math.floor(samples.length / FRAME) }, (_, t) =>
    levelDb(samples.subarray(t * FRAME, (t + 1) * FRAME)),
  )
  const floor = [...levels].sort((a, b) => a - b)[Math.floor(0.95 * levels.length)]! - SPEECH_RANGE_DB
  const isSpeech = (t: number) => levels.slice(t, t + SPEECH_FRAMES).every((level) => level > floor)
  const starts = [...levels.keys()].filter((t) => t + SPEECH_FRAMES <= levels.length && isSpeech(t))
  return { sampleRate, samples: samples.slice(starts[0]! * FRAME, (starts.at(-1)! + SPEECH_FRAMES) * FRAME) }
}

function levelDb(samples: Float32Array): number {
  return 10 * Math.log10(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length + 1e-12)
}

/** With everything at one level, as the recogniser hears quiet recordings worse. */
function level(audio: PcmAudio): PcmAudio {
  const gain = 10 ** ((-22 - levelDb(audio.samples)) / 20)
  return { ...audio, samples: audio.samples.map((sample) => sample * gain) }
}

const plainWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replace(/[^a-z' -]/g, ' ')
    .split(/[ -]+/)
    .filter((word) => word !== '')

/** The level of each octave of the speech against that of the whole, in dB. */
export function measureOctaves(audios: readonly PcmAudio[]): readonly number[] {
  return octavesOf(audios.map((audio) => level(trim(audio))))
}

function octavesOf(trimmed: readonly PcmAudio[]): readonly number[] {
  return OCTAVES_HZ.map((hz) => meanOf(trimmed.map((audio) => bandLevelDb(audio, hz) - levelDb(audio.samples))))
}

type MeasureOptions = {
  /** In which the fundamental lies. */
  readonly range: { readonly lowestHz: number; readonly highestHz: number }
  readonly createResampler: CreateResampler
}

/** Measures recordings, or what a voice said, of texts. */
export async function measureReader(
  audios: readonly PcmAudio[],
  texts: readonly string[],
  { range, createResampler }: MeasureOptions,
): Promise<ReaderFigures> {
  const trimmed = audios.map((audio) => level(trim(audio)))
  const tracks = await trackPitches(trimmed, range)
  const said: readonly Said[] = trimmed.map((audio, i) => ({ audio, track: tracks[i]! }))
  const heard = await transcribeWords(trimmed, { createResampler })
  const wanted = texts.map(plainWords)
  const words = wanted.reduce((sum, one) => sum + one.length, 0)
  const semitones = said.map(({ track }) => voicedPoints(track).map((point) => point.semitones))
  const centred = semitones.map((points) => points.map((value) => value - meanOf(points)))
  return {
    errors: totalErrors(sumWordErrors(wanted.map((one, i) => countWordErrors(one, heard[i]!)))),
    words,
    octaves: octavesOf(trimmed),
    spread: spreadOf(centred.flat()),
    rate: words / trimmed.reduce((sum, { samples, sampleRate }) => sum + samples.length / sampleRate, 0),
    buzz: meanOf(said.map(({ audio, track }) => measureBuzz(audio, track)).filter(Number.isFinite)),
    hz: 100 * 2 ** (medianOf(semitones.flat()) / 12),
  }
}
