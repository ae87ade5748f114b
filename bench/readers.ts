/**
 * The readers of the shipped voice beside their own recordings, on prompts that no training heard, and on texts of other kinds.
 *   npm run bench -- readers FOLDER:AVATAR[:LOCALE] ...
 * FOLDER holds a reader's `flac/ID.flac` and `metadata.tsv` (`id`, `text`, with a heading), or `alignments.jsonl.gz` in place of it. Recordings are no
 * part of the project. AVATAR speaks as this reader. Needs `praat`, `flac`, and Debian's `pocketsphinx` with `pocketsphinx-en-us`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { PcmAudio } from '../src/audio/pcm-audio.ts'
import { joinSamples } from '../src/audio/samples/join-samples.ts'
import { bandLevelDb } from '../test/support/band-level.ts'
import { countWordErrors, sumWordErrors, totalErrors } from '../test/support/count-word-errors.ts'
import { measureBuzz } from '../test/support/measure-buzz.ts'
import { meanOf, medianOf, spreadOf, voicedPoints } from '../test/support/melody-figures.ts'
import { transcribeWords } from '../test/support/pocketsphinx.ts'
import { type PitchTrack, trackPitches } from '../test/support/praat.ts'
import { loadServiceVoices, speakText } from '../test/support/speak-text.ts'
import { readRecordings } from '../training/phrasing/read-corpus.ts'
import { printTable } from './support/print-table.ts'

/** As in training/voice/splits.py: the spelling decides. */
const HELD_OUT_EVERY = 20
const MOST_PROMPTS = 40
const OCTAVES_HZ = [250, 500, 1000, 2000, 4000, 8000]
const SAMPLE_RATE = 22_050
const FRAME = 256
/** Speech begins and ends with so many frames in a row that are at most so far below its loudest parts. */
const SPEECH_FRAMES = 6
const SPEECH_RANGE_DB = 30

/** Six texts each of courses, phone menus, news, fiction and products. */
const OTHER_TEXTS = [
  'In this lesson, you will learn how a bill becomes a law.',
  'Remember that every fraction can be written as a decimal.',
  'Before you begin, make sure that your safety glasses are on.',
  'Photosynthesis turns sunlight, water and air into sugar.',
  'Let us look at the second example more closely.',
  'When you are ready, choose the answer that fits best.',
  'Thank you for calling. Please listen carefully, as our options have changed.',
  'To speak with a nurse, press two or stay on the line.',
  'All of our agents are busy at the moment. You are caller number three.',
  'Your appointment is confirmed for Thursday at half past ten.',
  'If you know the extension of the person you want, dial it now.',
  'We are closed on public holidays. Please leave a message after the tone.',
  'The city council voted on Monday to widen the northern bridge.',
  'Heavy rain is expected along the coast until early tomorrow morning.',
  'Shares of the company fell sharply after the report was published.',
  'Firefighters rescued two children from a house near the river.',
  'The museum will open its doors again after three years of repairs.',
  'Officials said that nobody was hurt, and trains are running again.',
  'He closed the door behind him and listened to the silence of the house.',
  'The old woman smiled, but her eyes stayed on the fire.',
  'Who could have left the gate open on such a cold night?',
  'They walked for hours, and neither of them said a word.',
  'By morning the snow had covered every trace of the horses.',
  'She wanted to answer, yet the words would not come.',
  'Our new kettle boils a full litre of water in under two minutes.',
  'Charge it once, and it will play music for a whole week.',
  'The jacket is light, warm and easy to pack.',
  'Try it for thirty days, and send it back if you change your mind.',
  'One button starts the machine, and the other one cleans it.',
  'Made from recycled glass, each bottle is a little different.',
]

type Prompt = { readonly id: string; readonly text: string }
type Said = { readonly audio: PcmAudio; readonly track: PitchTrack }
type Figures = {
  readonly errors: number
  readonly words: number
  readonly octaves: readonly number[]
  readonly spread: number
  readonly rate: number
  readonly buzz: number
  readonly hz: number
}

function isHeldOut(text: string): boolean {
  return crc32(text.toLowerCase().replace(/[^a-z]/g, '')) % HELD_OUT_EVERY === 0
}

function readPrompts(folder: string): readonly Prompt[] {
  const aligned = join(folder, 'alignments.jsonl.gz')
  if (existsSync(aligned)) return readRecordings(aligned).filter(({ id }) => existsSync(recordingOf(folder, id)))
  const [, ...rows] = readFileSync(join(folder, 'metadata.tsv'), 'utf8').trim().split('\n')
  return rows.map((row) => ({ id: row.split('\t')[0]!, text: row.split('\t')[1]! }))
}

const recordingOf = (folder: string, id: string): string => join(folder, 'flac', `${id}.flac`)

function decode(path: string): PcmAudio {
  const bytes = execFileSync('flac', ['-s', '-d', '-c', path], { maxBuffer: 1 << 28 })
  const sampleRate = bytes.readUInt32LE(24)
  const from = bytes.indexOf('data') + 8
  const samples = Float32Array.from(
    { length: (bytes.length - from) >> 1 },
    (_, i) => bytes.readInt16LE(from + 2 * i) / 32_768,
  )
  if (sampleRate === SAMPLE_RATE) return { sampleRate, samples }
  // The filters of octaves are narrower near the Nyquist frequency, so all have the voice's.
  const resampler = resources.createResampler({ from: sampleRate, to: SAMPLE_RATE })
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

async function measure(
  audios: readonly PcmAudio[],
  texts: readonly string[],
  range: { lowestHz: number; highestHz: number },
): Promise<Figures> {
  const trimmed = audios.map((audio) => level(trim(audio)))
  const tracks = await trackPitches(trimmed, range)
  const said: readonly Said[] = trimmed.map((audio, i) => ({ audio, track: tracks[i]! }))
  const heard = await transcribeWords(trimmed, resources)
  const wanted = texts.map(plainWords)
  const words = wanted.reduce((sum, one) => sum + one.length, 0)
  const semitones = said.map(({ track }) => voicedPoints(track).map((point) => point.semitones))
  const centred = semitones.map((points) => points.map((value) => value - meanOf(points)))
  return {
    errors: totalErrors(sumWordErrors(wanted.map((one, i) => countWordErrors(one, heard[i]!)))),
    words,
    octaves: OCTAVES_HZ.map((hz) => meanOf(trimmed.map((audio) => bandLevelDb(audio, hz) - levelDb(audio.samples)))),
    spread: spreadOf(centred.flat()),
    rate: words / trimmed.reduce((sum, { samples, sampleRate }) => sum + samples.length / sampleRate, 0),
    buzz: meanOf(said.map(({ audio, track }) => measureBuzz(audio, track)).filter(Number.isFinite)),
    hz: 100 * 2 ** (medianOf(semitones.flat()) / 12),
  }
}

const perCent = ({ errors, words }: Figures): string => ((100 * errors) / words).toFixed(1)

const named = process.argv.slice(2)
if (named.length === 0) {
  console.error('Cannot measure: name a reader and an avatar, as in: npm run bench -- readers FOLDER:7')
  process.exit(1)
}
const resources = await loadServiceVoices()
const rows = []
const portraits: { name: string; recorded: Figures; spoken: Figures }[] = []
for (const one of named) {
  const [folder, id] = one.split(':') as [string, string]
  const speakerId = Number(id)
  const prompts = readPrompts(folder)
    .filter(({ text }) => isHeldOut(text))
    .slice(0, MOST_PROMPTS)
  const recordings = prompts.map((prompt) => decode(recordingOf(folder, prompt.id)))
  const speak = async (texts: readonly string[]) =>
    (await Promise.all(texts.map((text) => speakText(text, { speakerId, resources })))).map(({ audio }) => audio)
  const isMan = resources.catalogue.bySpeakerId.get(speakerId)!.avatar.gender === 'male'
  const range = isMan ? { lowestHz: 60, highestHz: 300 } : { lowestHz: 100, highestHz: 450 }
  const texts = prompts.map(({ text }) => text)
  const recorded = await measure(recordings, texts, range)
  const spoken = await measure(await speak(texts), texts, range)
  const others = await measure(await speak(OTHER_TEXTS), OTHER_TEXTS, range)
  const name = `${basename(folder)}, avatar ${id}`
  portraits.push({ name, recorded, spoken })
  for (const [what, figures] of [
    ['recordings', recorded],
    ['same prompts', spoken],
    ['other texts', others],
  ] as const)
    rows.push({
      reader: what === 'recordings' ? `${name} (${prompts.length} prompts)` : '',
      what,
      'word errors %': perCent(figures),
      'F0 Hz': figures.hz.toFixed(0),
      'spread of F0, st': figures.spread.toFixed(2),
      'words/s': figures.rate.toFixed(2),
      'periodicity 3 to 8 kHz': figures.buzz.toFixed(3),
      ...Object.fromEntries(OCTAVES_HZ.map((hz, i) => [`${hz} Hz, dB`, figures.octaves[i]!.toFixed(1)])),
    })
}
printTable(rows)

/** How far two portraits are apart: octaves in dB, pitch in semitones, rate in steps of 5 %. */
function distance(a: Figures, b: Figures): number {
  const octaves = a.octaves.reduce((sum, db, i) => sum + (db - b.octaves[i]!) ** 2, 0)
  return Math.sqrt(octaves + (12 * Math.log2(a.hz / b.hz)) ** 2 + (20 * Math.log(a.rate / b.rate)) ** 2)
}

if (portraits.length > 1) {
  console.log('\nDistance of each voice from each reader; the smallest of a row should be its own\n')
  printTable(
    portraits.map(({ name, spoken }) => ({
      voice: name,
      ...Object.fromEntries(portraits.map((other) => [other.name, distance(spoken, other.recorded).toFixed(1)])),
    })),
  )
}
await resources.close()
