/** Turns rows into what the network learns from: questions, and which of their candidates are right. */
import type { Question } from '../../src/text/reading/question.ts'
import { expectEveryday, formatNormalized } from '../../test/support/everyday-tables.ts'
import { type LabelledRow, type Row, simplify, type TableRow } from './read-rows.ts'
import { readWithChoices, wordsOf } from './read-text.ts'

export type Example = { readonly question: Question; readonly right: readonly number[] }

/** The questions of a row whose answer is known. */
export function collectExamples(row: Row): readonly Example[] {
  return row.origin === 'table' ? collectFromTable(row) : collectFromLabel(row)
}

/** The target's own question: those candidates are right that make its words an accepted reading. */
function collectFromLabel({ text, locale, start, end, accepted }: LabelledRow): readonly Example[] {
  const { asked } = readWithChoices(text, locale)
  const place = asked.findIndex((one) => one.start < end && one.end > start)
  if (place < 0) return []
  const { question } = asked[place]!
  const right = question.candidates.flatMap((_, i) => {
    const choices = Array.from(asked, (__, j) => (j === place ? i : undefined))
    const { read } = readWithChoices(text, locale, choices)
    return accepted.includes(simplify(wordsOf(read, { start, end }))) ? [i] : []
  })
  return [{ question, right }]
}

/** All questions of a sentence: from left to right the choice that agrees with its spoken words for longest. */
function collectFromTable({ text, locale, spoken }: TableRow): readonly Example[] {
  const row = { kind: '', locale, written: text, spoken, sounds: new Map<string, string>() }
  const wanted = wordsIn(spoken.replace(/\{([^/}]*)\/[^}]*\}/g, '$1'))
  const agreement = (choices: readonly number[]): number => {
    const said = formatNormalized(readWithChoices(text, locale, choices).read)
    const isRight = expectEveryday(row, said) === said || simplifyAll(said) === simplifyAll(spoken)
    return isRight ? Number.POSITIVE_INFINITY : countSame(wordsIn(said), wanted)
  }
  const { asked } = readWithChoices(text, locale)
  const choices = asked.map(({ question }) => question.usual)
  const right = choices.map((usual) => [usual])
  for (const [i, { question }] of asked.entries()) {
    const scores = question.candidates.map((_, k) => agreement(choices.with(i, k)))
    const best = Math.max(...scores)
    if (scores[question.usual] !== best) choices[i] = scores.indexOf(best)
    right[i] = scores.flatMap((score, k) => (score === best ? [k] : []))
  }
  if (agreement(choices) !== Number.POSITIVE_INFINITY) return []
  return asked.map(({ question }, i) => ({ question, right: right[i]! }))
}

function wordsIn(words: string): readonly string[] {
  return simplifyAll(words).split(' ')
}

function simplifyAll(words: string): string {
  return simplify(words.replaceAll('|', ' '))
}

function countSame(said: readonly string[], wanted: readonly string[]): number {
  const length = said.findIndex((word, i) => word !== wanted[i])
  return length < 0 ? said.length : length
}
