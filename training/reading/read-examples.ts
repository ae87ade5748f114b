/**
 * Rows of digits in labelled sentences and in the tables of normalisation, as the network sees them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseMarkup } from '../../src/text/markup/parse-markup.ts'
import { layOutRuns } from '../../src/text/markup/tree/lay-out-runs.ts'
import { layOutInSteps } from '../../src/text/normalization/characters/lay-out-characters.ts'
import { normalizeText } from '../../src/text/normalization/normalize-text.ts'
import type { Locale } from '../../src/text/normalization/scene.ts'
import { splitSentencesInSteps } from '../../src/text/normalization/sentences/split-sentences.ts'
import { splitTokensInSteps } from '../../src/text/normalization/tokens/split-tokens.ts'
import { createLexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import { type Candidate, CLASSES } from '../../src/text/reading/candidate.ts'
import { lookAround, type Surrounding } from '../../src/text/reading/context/look-around.ts'
import { proposeDigits } from '../../src/text/reading/grammars/digits/grammar.ts'
import { sayDigits } from '../../src/text/reading/grammars/digits/say.ts'
import type { ReadingScorer } from '../../src/text/reading/scoring/scorer.ts'
import { takeSteps } from '../../src/text/steps.ts'
import { EVERYDAY_TABLES, readEverydaySentences } from '../../test/support/everyday-sentences.ts'

export type Example = {
  readonly origin: 'labels' | 'twins' | 'table'
  readonly family: string
  readonly evidence: string
  readonly locale: Locale
  readonly text: string
  readonly candidates: readonly Candidate[]
  readonly surroundings: readonly Surrounding[]
  /** The accepted readings of the target, simplified. */
  readonly accepted: readonly string[]
  /** The classes that say one of them. */
  readonly right: readonly number[]
  /** Number of the row of digits in the text. */
  readonly place: number
}

const lexicon = createLexicon(readFileSync(join(import.meta.dirname, '../../data/lexicon/en-us.bin')))
const isWord = (word: string): boolean => lexicon.has(word)
const TABLES = join(import.meta.dirname, '../../test/normalization')

/** Words that differ in nothing that a listener minds. */
export function simplify(words: string): string {
  return words
    .toLowerCase()
    .replace(/[-,.’']/g, ' ')
    .replace(/\boh\b/g, 'zero')
    .replace(/\b(hundred|thousand|million) and\b/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The rows of digits of a text with their surroundings, in order. */
function findFigures(text: string, locale: Locale) {
  const runs = layOutRuns(parseMarkup(text, { ssml: false }))
  const canvas = takeSteps(layOutInSteps(runs, { unreadable: 'skip' }))
  const { tokens } = takeSteps(splitTokensInSteps(canvas, { runs, isWord }))
  const sentences = takeSteps(splitSentencesInSteps(tokens, isWord))
  return sentences.flatMap((sentence, at) =>
    sentence.tokens.flatMap((token, index) => {
      const candidates = proposeDigits(token.text)
      if (candidates.length === 0) return []
      const surroundings = lookAround(sentence.tokens, index, sentences[at - 1]?.tokens ?? [])
      return [{ digits: token.text, candidates, surroundings, said: candidates.map((one) => sayDigits(one, locale)) }]
    }),
  )
}

/** What is said for the row of digits at `place`, simplified. */
export function speakFigure({ text, locale, place }: Example, readings?: ReadingScorer): string {
  const runs = layOutRuns(parseMarkup(text, { ssml: false }))
  const found = normalizeText(runs, { source: text, locale, isWord, ...(readings === undefined ? {} : { readings }) })
  const figures = found.words.flatMap(({ text: written }, i) =>
    proposeDigits(written.replace(/\W+$|^\W+/g, '')).length > 0 ? [i] : [],
  )
  const source = figures[place]
  const said = found.sentences.flatMap(({ words }) =>
    words.filter((word) => word.source === source).map((word) => word.text),
  )
  return simplify(said.join(' '))
}

function readLabels(name: 'labels' | 'twins'): readonly Example[] {
  const folder = join(import.meta.dirname, 'labels')
  const files = readdirSync(folder).filter(
    (file) => file.endsWith('.tsv') && (file === 'twins.tsv') === (name === 'twins'),
  )
  return files.flatMap((file) => {
    const [heading = '', ...lines] = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')
    const columns = heading.split('\t')
    return lines.flatMap((line): readonly Example[] => {
      const row = Object.fromEntries(line.split('\t').map((cell, i) => [columns[i]!, cell]))
      const locale = row.locale as Locale
      const [left = '', target = '', right = ''] = row.text!.split(/[⟦⟧]/)
      if (!/^\d{3,6}$/.test(target)) return []
      const text = left + target + right
      const figures = findFigures(text, locale)
      const place = findFigures(`${left}${target}`, locale).length - 1
      const figure = figures[place]
      if (figure?.digits !== target) return []
      const accepted = row.spoken!.split('|').map(simplify)
      const hits = figure.candidates.filter((_, i) => accepted.includes(simplify(figure.said[i]!)))
      const family = file === 'twins.tsv' ? row.family! : file.replace('.tsv', '')
      return [
        {
          origin: name,
          family,
          evidence: row.evidence!,
          locale,
          text,
          place,
          accepted,
          candidates: figure.candidates,
          surroundings: figure.surroundings,
          right: hits.map((one) => CLASSES.indexOf(one.class)),
        },
      ]
    })
  })
}

function readTables(): readonly Example[] {
  const categories = readdirSync(TABLES)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const { locale, rows } = JSON.parse(readFileSync(join(TABLES, name), 'utf8')) as {
        locale: Locale
        rows: [string, string][]
      }
      return rows.map(([written, spoken]) => ({ written, spoken, locale }))
    })
  const everyday = EVERYDAY_TABLES.flatMap(readEverydaySentences)
  return [...categories, ...everyday].flatMap(({ written, spoken, locale }): readonly Example[] => {
    if (!/\d{3}/.test(written)) return []
    const figures = findFigures(written, locale)
    const words = ` ${simplify(spoken.replace(/\{([^/}]*)\/[^}]*\}/g, '$1').replaceAll('|', ' '))} `
    let from = 0
    return figures.flatMap((figure, place): readonly Example[] => {
      const places = figure.said.map((one) => words.indexOf(` ${simplify(one)} `, from))
      const hits = places.filter((at) => at >= 0)
      if (hits.length === 0) return []
      const first = Math.min(...hits)
      const right = figure.candidates.filter((_, i) => places[i] === first)
      const accepted = right.map((one) => simplify(sayDigits(one, locale)))
      from = first + accepted[0]!.length
      return [
        {
          origin: 'table',
          family: figure.digits.length > 4 ? 'code' : `digits${figure.digits.length}`,
          evidence: 'table',
          locale,
          text: written,
          place,
          accepted,
          candidates: figure.candidates,
          surroundings: figure.surroundings,
          right: right.map((one) => CLASSES.indexOf(one.class)),
        },
      ]
    })
  })
}

export function readExamples(): readonly Example[] {
  return [...readLabels('labels'), ...readLabels('twins'), ...readTables()]
}
