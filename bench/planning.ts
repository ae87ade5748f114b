/**
 * How long it takes to plan a text of 1,000 characters, stage by stage, warm. The rival is `espeak-ng`, which reads the
 * same text to phonemes in a process of its own, if it is installed.
 *   npm run bench -- planning [rounds]
 */
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createPhrasingModel } from '../src/synthesis/planning/phrasing/phrasing-model.ts'
import { planSynthesis } from '../src/synthesis/planning/plan-synthesis.ts'
import type { ProsodyDimension } from '../src/synthesis/synthesis-plan.ts'
import { parseMarkup } from '../src/text/markup/parse-markup.ts'
import { layOutRuns } from '../src/text/markup/tree/lay-out-runs.ts'
import { normalizeText } from '../src/text/normalization/normalize-text.ts'
import { createHomographModel } from '../src/text/phonemization/homographs/homograph-model.ts'
import { createLetterToSound } from '../src/text/phonemization/letter-to-sound/letter-to-sound.ts'
import { createLexicon } from '../src/text/phonemization/lexicon/lexicon.ts'
import { phonemize } from '../src/text/phonemization/phonemize.ts'
import { createReadingScorer } from '../src/text/reading/scoring/scorer.ts'
import { createTagger } from '../src/text/tagging/tagger.ts'
import { writeWords } from '../src/text/written/write-words.ts'
import { findVoice, parseCatalogue } from '../src/voices/catalogue.ts'
import { printGoal, printTable } from './support/print-table.ts'

const ROUNDS = Number(process.argv[2] ?? 300)
const GOAL_MS = 3
const DATA = new URL('../data/', import.meta.url)
const PROSE =
  'The lighthouse keeper climbed the stairs each evening, counting every step as if the number might have changed. It never had. '
const NEWS =
  'On Nov. 3rd, 2026 the company said revenue rose 12.5% to $1.5bn, while Dr. Meredith Quillan, 47, moved to 221B Baker St. at 3:45 pm. '
const MARKUP =
  'She read <tempo value="0.8">very <pitch value="20">slowly</pitch></tempo> about the ::toh-MAY-toh:: and AT&T. '
const NOTES =
  'Dentist moved to Thurs. 5/14 at 2:30 p.m.; bring the ins. card and the $25 copay. Pick up 2 lbs. of apples and the Rx from CVS on Main St. Call Dr. Ruiz re: the lab report, ext. 204. '
const TEXTS = { prose: PROSE, news: NEWS, markup: MARKUP, notes: NOTES }

const lexicon = createLexicon(await readFile(new URL('lexicon/en-us.bin', DATA)))
const letterToSound = createLetterToSound(await readFile(new URL('letter-to-sound/en-us.bin', DATA)))
const tagger = createTagger(await readFile(new URL('tagging/en-us.bin', DATA)))
const phrasing = createPhrasingModel(await readFile(new URL('phrasing/en-us.json', DATA), 'utf8'), tagger)
const homographs = createHomographModel(await readFile(new URL('homographs/en-us.bin', DATA)), tagger)
const readings = createReadingScorer(await readFile(new URL('reading/en-us.bin', DATA)))
const voice = findVoice(parseCatalogue(JSON.parse(await readFile(new URL('avatars.json', DATA), 'utf8'))), 3)
const renders = new Set<ProsodyDimension>(['tempo', 'pitchSemitones', 'gainDb', 'melody'])
const engine = { name: voice.engine, renders: () => renders }
const isWord = (word: string): boolean => lexicon.has(word)

type Stages = { markup: number; normalisation: number; phonemes: number; plan: number; all: number }

function planOnce(text: string): Stages {
  const times = [performance.now()]
  const tree = parseMarkup(text, { ssml: false })
  const runs = layOutRuns(tree)
  times.push(performance.now())
  const spoken = normalizeText(runs, { source: text, locale: 'en_US', isWord, readings })
  times.push(performance.now())
  const { words, sentences } = phonemize(spoken, { lexicon, letterToSound, homographs, locale: 'en_US' })
  times.push(performance.now())
  const utterance = { words: writeWords(tree, words), sentences }
  planSynthesis(utterance, { text, voice, engine, speechLoudness: -19, phrasing })
  times.push(performance.now())
  const [markup, normalisation, phonemes, plan] = times.slice(1).map((time, index) => time - times[index]!)
  return {
    markup: markup!,
    normalisation: normalisation!,
    phonemes: phonemes!,
    plan: plan!,
    all: times[4]! - times[0]!,
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

function espeakMs(text: string): string {
  const runs = Array.from({ length: 10 }, () => {
    const began = performance.now()
    const { error } = spawnSync('espeak-ng', ['-q', '-x', text])
    return error === undefined ? performance.now() - began : undefined
  })
  return runs.includes(undefined) ? 'not installed' : Math.min(...(runs as number[])).toFixed(1)
}

let slowest = 0
const rows = Object.entries(TEXTS).map(([name, sentence]) => {
  const text = sentence.repeat(Math.ceil(1000 / sentence.length)).slice(0, 1000 - (1000 % sentence.length) || 1000)
  const samples = Array.from({ length: ROUNDS }, () => planOnce(text)).slice(ROUNDS >> 2)
  const of = (stage: keyof Stages): number => median(samples.map((sample) => sample[stage]))
  slowest = Math.max(slowest, of('all'))
  return {
    text: `${name}, ${text.length} characters`,
    'markup ms': of('markup').toFixed(2),
    'normalisation ms': of('normalisation').toFixed(2),
    'phonemes ms': of('phonemes').toFixed(2),
    'plan ms': of('plan').toFixed(2),
    'all ms': of('all').toFixed(2),
    'best ms': Math.min(...samples.map(({ all }) => all)).toFixed(2),
    'espeak-ng ms': espeakMs(text),
  }
})
printTable(rows)
printGoal(`planning takes at most ${GOAL_MS} ms (median)`, slowest <= GOAL_MS)
