/**
 * Position and duration of the planner's pauses, compared with a reader's own recordings of the sentences that the phrasing model
 * has not learnt from. The rival pauses at punctuation only.
 *   npm run bench -- phrasing
 */
import { readFileSync } from 'node:fs'
import { createDraws } from '../src/synthesis/planning/draws.ts'
import { meanPause } from '../src/synthesis/planning/pause-table.ts'
import { phraseSentence } from '../src/synthesis/planning/phrasing/phrase-sentence.ts'
import { createPhrasingModel } from '../src/synthesis/planning/phrasing/phrasing-model.ts'
import { createTagger } from '../src/text/tagging/tagger.ts'
import type { SpokenWord } from '../src/text/utterance.ts'
import { readHeldOut } from '../training/phrasing/held-out.ts'
import { measurePhrasing, type PausePlanner, rateAgreement } from '../training/phrasing/measure-phrasing.ts'
import { readSentences } from '../training/phrasing/read-corpus.ts'
import { printGoal, printTable } from './support/print-table.ts'

const GOAL_MS_PER_WORD = 0.1
const ROUNDS = 5

const DATA = new URL('../data/', import.meta.url)
const model = createPhrasingModel(
  readFileSync(new URL('phrasing/en-us.json', DATA), 'utf8'),
  createTagger(readFileSync(new URL('tagging/en-us.bin', DATA))),
)
const sentences = readSentences(readHeldOut(new URL('../training/phrasing/held-out.tsv', import.meta.url)))

const atPunctuation: PausePlanner = ({ words }) =>
  words.map(({ boundary }) => (boundary === undefined ? 0 : meanPause(boundary.mark)))
const phrase = (words: readonly SpokenWord[]) =>
  phraseSentence(words, { model, draw: createDraws().next(words), movesBreaks: false })
const byModel: PausePlanner = ({ words }) =>
  phrase(words).map(({ gap }, i) => gap.pauseSeconds ?? meanPause(words[i]!.boundary?.mark ?? 'break'))

function percent(value: number): string {
  return Number.isNaN(value) ? '-' : (100 * value).toFixed(1)
}

const rows = Object.entries({ 'at punctuation only': atPunctuation, 'phrasing model': byModel }).flatMap(
  ([name, plan]) => {
    const figures = measurePhrasing(sentences, plan)
    return (['unmarked', 'commas', 'all'] as const).map((kind) => {
      const { precision, recall, f1 } = rateAgreement(figures[kind])
      const { both, planned, read } = figures[kind]
      return {
        'pauses of': `${name}, ${kind}`,
        planned: both + planned,
        'by the reader': both + read,
        'precision %': percent(precision),
        'recall %': percent(recall),
        'F1 %': percent(f1),
        'length error ms': kind === 'all' ? (1000 * figures.lengthError).toFixed(0) : '',
      }
    })
  },
)
console.log(`${sentences.length} sentences that the model has not learnt from\n`)
printTable(rows)

const words = sentences.reduce((sum, sentence) => sum + sentence.words.length, 0)
const times = Array.from({ length: ROUNDS }, () => {
  const began = performance.now()
  for (const sentence of sentences) phrase(sentence.words)
  return (performance.now() - began) / words
})
const best = Math.min(...times)
console.log(`\n${(1000 * best).toFixed(1)} microseconds a word, best of ${ROUNDS} rounds`)
printGoal(`phrasing takes at most ${GOAL_MS_PER_WORD} ms a word`, best <= GOAL_MS_PER_WORD)
