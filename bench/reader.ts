/**
 * Sentences of a reader's recordings beside the same texts spoken by an avatar: ends, line, spread, commas, buzz and brightness.
 *   npm run bench -- reader FOLDER [avatar] [--sentences N] [--save FILE] [--beside FILE]
 * FOLDER holds `alignments.jsonl.gz` (one JSON object a line: `id`, `text`, and `words` as [word, seconds] in order, "" for silence) and the
 * recordings as `flac/ID.flac`. They are no part of the project. Needs `praat` and `flac`. `--save` keeps the figures of the avatar;
 * `--beside` prints kept figures between the reader's and those of this run.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { PcmAudio } from '../src/audio/pcm-audio.ts'
import { findVoice } from '../src/voices/catalogue.ts'
import { bandLevelDb } from '../test/support/band-level.ts'
import { measureBuzz } from '../test/support/measure-buzz.ts'
import {
  endOverMean,
  largestJump,
  meanOf,
  measureEnd,
  measureTrend,
  medianOf,
  spreadOf,
  voicedPoints,
} from '../test/support/melody-figures.ts'
import { trackPitches } from '../test/support/praat.ts'
import { type SaidSentence, speakSentences } from '../test/support/speak-sentences.ts'
import { loadServiceVoices } from '../test/support/speak-text.ts'
import { type Recording, readRecordings } from '../training/phrasing/read-corpus.ts'
import { printTable } from './support/print-table.ts'

const SAMPLE_RATE = 22_050
/** Of the reader; that of an avatar moves with its pitch. */
const RANGE = { lowestHz: 110, highestHz: 450 }
/** Below this a sentence counts as short, in seconds. */
const LONG_SENTENCE = 4
/** A comma that ends this far below the mean of its word closes, in semitones. */
const OPEN_END = -1
const FLIP = 2

type Figures = Record<string, string>

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { save: { type: 'string' }, beside: { type: 'string' }, sentences: { type: 'string', default: '1000' } },
})
const [folder, avatar = '3'] = positionals
if (folder === undefined || !existsSync(join(folder, 'alignments.jsonl.gz'))) {
  console.error(
    'Cannot compare: name a folder with alignments.jsonl.gz and flac/ID.flac, as in: npm run bench -- reader FOLDER',
  )
  process.exit(1)
}

/** Recordings of one whole sentence: the one before ends a sentence too. */
function wholeSentences(recordings: readonly Recording[]): readonly Recording[] {
  return recordings.filter(
    ({ id, text }, i) =>
      /^[A-Z][^.?!;:"()[\]\d]+\.$/.test(text) &&
      /[.?!]$/.test(recordings[i - 1]?.text ?? '') &&
      existsSync(join(folder!, 'flac', `${id}.flac`)),
  )
}

function decode(id: string): PcmAudio {
  const raw = ['-s', '-d', '-c', '--force-raw-format', '--endian=little', '--sign=signed']
  const bytes = execFileSync('flac', [...raw, join(folder!, 'flac', `${id}.flac`)], { maxBuffer: 1 << 28 })
  const samples = Float32Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readInt16LE(2 * i) / 32768)
  return { sampleRate: SAMPLE_RATE, samples }
}

/** The reader's words by the alignment. */
function timeWords({ words }: Recording): SaidSentence['words'] {
  let at = 0
  return words.flatMap(([text, seconds]) => {
    const from = at
    at += seconds
    return text === '' ? [] : [{ text, from, to: at, endSample: Math.round(at * SAMPLE_RATE) }]
  })
}

async function readAloud(recordings: readonly Recording[]): Promise<readonly SaidSentence[]> {
  const audios = recordings.map(({ id }) => decode(id))
  const tracks = await trackPitches(audios, RANGE)
  return recordings.map((recording, i) => ({ audio: audios[i]!, track: tracks[i]!, words: timeWords(recording) }))
}

function measure(said: readonly SaidSentence[], texts: readonly string[]): Figures {
  const pointsOf = ({ track }: SaidSentence, { from, to }: { readonly from: number; readonly to: number }) =>
    voicedPoints(track, { from, to: to + 0.02 })
  const ends = said.map((one) => pointsOf(one, one.words.at(-1)!)).filter((points) => points.length > 0)
  const falls = ends.map(measureEnd)
  const trends = said.map((one) => ({
    ...measureTrend(voicedPoints(one.track)),
    isShort: one.words.at(-1)!.to < LONG_SENTENCE,
  }))
  const slope = (isShort: boolean) =>
    medianOf(trends.filter((trend) => trend.isShort === isShort).map((trend) => trend.slope)).toFixed(1)
  const commas = said.flatMap((one, i) => commaWords(texts[i]!, one).map((word) => pointsOf(one, word)))
  const heard = commas.filter((points) => points.length > 5)
  return {
    'fall in the last word, median, st': medianOf(falls.map(({ fall }) => fall)).toFixed(1),
    'ends that flip upward by 2 st': `${falls.filter(({ flip }) => flip >= FLIP).length} of ${falls.length}`,
    'slope of sentences under 4 s, median, st/s': slope(true),
    'slope of longer sentences, median, st/s': slope(false),
    'first third over last third, mean, st': meanOf(trends.map(({ thirds }) => thirds)).toFixed(1),
    'spread without the slope, st': spreadOf(trends.flatMap(({ residuals }) => residuals)).toFixed(2),
    'largest jump in 50 ms, median of sentences, st': medianOf(said.map(({ track }) => largestJump(track))).toFixed(1),
    'words before commas that stay open': `${heard.filter((points) => endOverMean(points) > OPEN_END).length} of ${heard.length}`,
    'periodicity from 3 to 8 kHz': meanOf(said.map(({ audio, track }) => measureBuzz(audio, track))).toFixed(3),
    ...Object.fromEntries(
      [2828, 5657].map((hz) => [
        `octave around ${hz} Hz over that around 500 Hz, dB`,
        meanOf(said.map(({ audio }) => bandLevelDb(audio, hz) - bandLevelDb(audio, 500))).toFixed(1),
      ]),
    ),
  }
}

/** The words followed by a comma in the text; none if text and speech have different numbers of words. */
function commaWords(text: string, { words }: SaidSentence): SaidSentence['words'] {
  const written = text.split(/\s+/)
  return written.length === words.length ? words.filter((_, i) => written[i]!.endsWith(',')) : []
}

const all = wholeSentences(readRecordings(join(folder, 'alignments.jsonl.gz')))
const recordings = all.slice(0, Number(values.sentences))
const texts = recordings.map(({ text }) => text)
const resources = await loadServiceVoices()
const reader = measure(await readAloud(recordings), texts)
const { size, pitchSemitones } = findVoice(resources.catalogue, Number(avatar))
const shift = size * 2 ** (pitchSemitones / 12)
const range = { lowestHz: RANGE.lowestHz * shift, highestHz: RANGE.highestHz * shift }
const now = measure(await speakSentences(texts, { speakerId: Number(avatar), resources, range }), texts)
await resources.close()
const before: Figures | undefined = values.beside && JSON.parse(readFileSync(values.beside, 'utf8'))
console.log(`${texts.length} sentences, avatar ${avatar}\n`)
printTable(
  Object.keys(now).map((figure) => ({
    figure,
    reader: reader[figure]!,
    ...(before && { before: before[figure] ?? '' }),
    now: now[figure]!,
  })),
)
if (values.save !== undefined) writeFileSync(values.save, JSON.stringify(now))
