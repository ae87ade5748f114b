/**
 * The melody of an avatar as it is heard, tracked by Praat: ends of statements, the line of sentences, emphasis, lists, and the sound at dashes and
 * brackets.
 *   npm run bench -- melody [avatar] [--save FILE] [--beside FILE]
 * `--save` keeps the figures; `--beside` prints kept figures beside those of this run.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { READ_SENTENCES } from '../test/support/intonation-sentences.ts'
import {
  endOverMean,
  largestJump,
  meanOf,
  measureEnd,
  measureTrend,
  medianOf,
  peakOf,
  spreadOf,
  voicedPoints,
} from '../test/support/melody-figures.ts'
import { CLOSING_STATEMENTS, DASHED_SENTENCES, EMPHASIZED_SENTENCES, LISTS } from '../test/support/melody-sentences.ts'
import { type SaidSentence, speakSentences, wordNamed } from '../test/support/speak-sentences.ts'
import { loadServiceVoices } from '../test/support/speak-text.ts'
import { measureWordEdge } from '../test/support/word-edges.ts'
import { printTable } from './support/print-table.ts'

/** Semitones that a statement's end may rise before it counts as a flip. */
const FLIP = 2
/** Below this a sentence counts as short, in seconds. */
const LONG_SENTENCE = 4
/** Items that end this far below their mean close rather than continue, in semitones. */
const OPEN_END = -1

type Figures = Record<string, string>

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { save: { type: 'string' }, beside: { type: 'string' } },
})
const resources = await loadServiceVoices()
const options = { speakerId: Number(positionals[0] ?? 3), resources }

async function measureStatements(): Promise<Figures> {
  const said = await speakSentences(CLOSING_STATEMENTS, options)
  const ends = said.map((sentence) => measureEnd(pointsOf(sentence, sentence.words.at(-1)!)))
  return {
    'statement ends that flip upward by 2 st': countOf(ends, ({ flip }) => flip >= FLIP),
    'fall in the last word, median, st': medianOf(ends.map(({ fall }) => fall)).toFixed(1),
  }
}

async function measureLine(): Promise<Figures> {
  const texts = READ_SENTENCES.filter((text) => !text.endsWith('?'))
  const said = await speakSentences(texts, options)
  const trends = said.map((sentence) => ({
    ...measureTrend(voicedPoints(sentence.track)),
    isShort: sentence.words.at(-1)!.to < LONG_SENTENCE,
  }))
  const slopeOf = (isShort: boolean) =>
    medianOf(trends.filter((trend) => trend.isShort === isShort).map(({ slope }) => slope)).toFixed(1)
  return {
    'slope of sentences under 4 s, median, st/s': slopeOf(true),
    'slope of longer sentences, median, st/s': slopeOf(false),
    'first third over last third, mean, st': meanOf(trends.map(({ thirds }) => thirds)).toFixed(1),
    'spread without the slope, st': spreadOf(trends.flatMap(({ residuals }) => residuals)).toFixed(2),
    'largest jump in 50 ms, median of sentences, st': medianOf(said.map(({ track }) => largestJump(track))).toFixed(1),
    'sentences with a jump above 6 st': countOf(said, ({ track }) => largestJump(track) > 6),
  }
}

async function measureEmphasis(): Promise<Figures> {
  const texts = EMPHASIZED_SENTENCES.map(
    ([sentence, word]) => `<speak>${sentence.replace(new RegExp(`\\b${word}\\b`), '<emphasis>$&</emphasis>')}</speak>`,
  )
  const said = await speakSentences(texts, { ...options, ssml: true })
  const leads = said.map((sentence, i) => {
    const emphatic = wordNamed(sentence, EMPHASIZED_SENTENCES[i]![1])
    const others = sentence.words.filter((word) => word !== emphatic).map((word) => peakIn(sentence, word))
    return peakIn(sentence, emphatic) - Math.max(...others)
  })
  return {
    'emphasis is the highest accent': countOf(leads, (lead) => lead > 0),
    'emphasis over the next highest word, least, st': Math.min(...leads).toFixed(1),
    'emphasis over the next highest word, median, st': medianOf(leads).toFixed(1),
  }
}

async function measureLists(): Promise<Figures> {
  const said = await speakSentences(
    LISTS.map(([sentence]) => sentence),
    options,
  )
  const items = said.map((sentence, i) => LISTS[i]![1].map((item) => pointsOf(sentence, wordNamed(sentence, item))))
  const last = items.map((points) => measureEnd(points.at(-1)!))
  return {
    'list items before the last that stay open': countOf(
      items.flatMap((points) => points.slice(0, -1)),
      (points) => endOverMean(points) > OPEN_END,
    ),
    'last items that fall by 1 st': countOf(last, ({ fall }) => fall >= 1),
    'rise in the last 100 ms of last items, highest, st': Math.max(...last.map(({ flip }) => flip)).toFixed(1),
  }
}

async function measureDashes(): Promise<Figures> {
  const said = await speakSentences(
    DASHED_SENTENCES.map(([sentence]) => sentence),
    options,
  )
  const edges = said.map((sentence, i) =>
    measureWordEdge(sentence.audio, wordNamed(sentence, DASHED_SENTENCES[i]![1]).endSample),
  )
  return {
    'cut at dashes and brackets, median, dB': medianOf(edges.map(({ cutDb }) => cutDb)).toFixed(0),
    'cut at dashes and brackets, loudest, dB': Math.max(...edges.map(({ cutDb }) => cutDb)).toFixed(0),
    'bursts above 10 dB before them': countOf(edges, ({ burstDb }) => burstDb > 10),
  }
}

function pointsOf({ track }: SaidSentence, { from, to }: { readonly from: number; readonly to: number }) {
  return voicedPoints(track, { from, to: to + 0.02 })
}

function peakIn(sentence: SaidSentence, word: SaidSentence['words'][number]): number {
  return peakOf(pointsOf(sentence, word)) ?? Number.NEGATIVE_INFINITY
}

function countOf<T>(all: readonly T[], passes: (one: T) => boolean): string {
  return `${all.filter(passes).length} of ${all.length}`
}

const figures: Figures = {
  ...(await measureStatements()),
  ...(await measureLine()),
  ...(await measureEmphasis()),
  ...(await measureLists()),
  ...(await measureDashes()),
}
await resources.close()
const before: Figures | undefined = values.beside && JSON.parse(readFileSync(values.beside, 'utf8'))
printTable(
  Object.entries(figures).map(([figure, now]) => ({
    figure,
    ...(before && { before: before[figure] ?? '' }),
    now,
  })),
)
if (values.save !== undefined) writeFileSync(values.save, JSON.stringify(figures))
