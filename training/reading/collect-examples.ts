/** Turns rows into what the network learns from: questions, and which of their candidates are right. */

import type { Question } from '../../src/text/reading/question.ts'
import { STOP } from '../../src/text/reading/sentences/choose-stop.ts'
import { expectEveryday, formatNormalized } from '../../test/support/everyday-tables.ts'
import { isReadRight } from './judge-row.ts'
import { type LabelledRow, type Row, simplify, type TableRow } from './read-rows.ts'
import { type Choices, keyOf, readWithChoices } from './read-text.ts'

export type Example = { readonly question: Question; readonly right: readonly number[] }

/** The questions of a row whose answer is known. */
export function collectExamples(row: Row): readonly Example[] {
  return 'accepted' in row ? collectFromLabel(row) : collectFromTable(row)
}

/**
 * The questions about the target: those candidates are right with which its words can become an accepted reading. The next
 * question is looked at with the first right answer to the one before.
 */
function collectFromLabel(row: LabelledRow): readonly Example[] {
  const examples: Example[] = []
  let choices: Choices = new Map()
  for (let next = findOpen(row, choices); next !== undefined; next = findOpen(row, choices)) {
    const question = next
    const right = question.candidates.flatMap((_, k) => (canBeRight(row, answer(choices, question, k)) ? [k] : []))
    examples.push({ question, right })
    const chosen = right.includes(question.usual) ? question.usual : right[0]
    if (chosen === undefined) break
    choices = answer(choices, question, chosen)
  }
  return examples
}

function answer(choices: Choices, question: Question, choice: number): Choices {
  return new Map([...choices, [keyOf(question), choice]])
}

/** The first question about the target that has no answer yet. */
function findOpen({ text, locale, start, end }: LabelledRow, choices: Choices): Question | undefined {
  return readWithChoices(text, locale, choices).asked.find(
    (question) =>
      question.start < end && question.start + question.written.length > start && !choices.has(keyOf(question)),
  )
}

function canBeRight(row: LabelledRow, choices: Choices): boolean {
  if (isReadRight(readWithChoices(row.text, row.locale, choices).read, row)) return true
  const question = findOpen(row, choices)
  return question?.candidates.some((_, k) => canBeRight(row, answer(choices, question, k))) === true
}

/**
 * What stops may be: all as usual, and one of them otherwise. They are asked about first, when the words before them are not
 * chosen yet, so that the words alone may choose wrong.
 */
function listStops(text: string, locale: LabelledRow['locale']): readonly Choices[] {
  const stops = readWithChoices(text, locale).asked.filter(({ grammar }) => grammar === STOP.name)
  const usual: Choices = new Map(stops.map((question) => [keyOf(question), question.usual]))
  const others = stops.flatMap((question) => question.candidates.map((_, k) => answer(usual, question, k)))
  return stops.length === 0 ? [] : [usual, ...others]
}

/** All questions of a sentence: from left to right the choice that agrees with its spoken words for longest. */
function collectFromTable({ text, locale, spoken, isEveryday }: TableRow): readonly Example[] {
  const row = { locale, written: text, spoken, sounds: new Map<string, string>() }
  const wanted = listVariants(spoken).map(wordsIn)
  const countMost = (said: readonly string[]) => Math.max(...wanted.map((words) => countSame(said, words)))
  const hasEnds = spoken.includes('|') || isEveryday
  const agreement = (choices: Choices): number => {
    const said = formatNormalized(readWithChoices(text, locale, choices).read)
    // Only some tables have the ends of sentences.
    const isSame =
      expectEveryday(row, said) === said ||
      (hasEnds ? simplify(said) === simplify(spoken) : simplifyAll(said) === simplifyAll(spoken))
    return isSame ? Number.POSITIVE_INFINITY : countMost(wordsIn(said))
  }
  const complete = (given: Choices): Choices => {
    let choices = given
    for (;;) {
      const open = readWithChoices(text, locale, choices).asked.find((question) => !choices.has(keyOf(question)))
      if (open === undefined) return choices
      const scores = open.candidates.map((_, k) => agreement(answer(choices, open, k)))
      const best = Math.max(...scores)
      choices = answer(choices, open, scores[open.usual] === best ? open.usual : scores.indexOf(best))
    }
  }
  const isRight = (choices: Choices) => agreement(choices) === Number.POSITIVE_INFINITY
  const choices = [new Map(), ...listStops(row.written, locale)].map(complete).find(isRight)
  if (choices === undefined) return []
  return readWithChoices(text, locale, choices).asked.map((question) => ({
    question,
    right: question.candidates.flatMap((_, k) =>
      agreement(answer(choices, question, k)) === Number.POSITIVE_INFINITY ? [k] : [],
    ),
  }))
}

const MOST_VARIANTS = 64

/** The readings that a row allows, each in full: of `{a/b} c`, `a c` and `b c`. */
function listVariants(spoken: string): readonly string[] {
  let variants = ['']
  for (const [i, part] of spoken.split(/\{([^}]*)\}/).entries()) {
    const choices = i % 2 === 0 ? [part] : part.split('/')
    variants = variants.flatMap((start) => choices.map((choice) => start + choice)).slice(0, MOST_VARIANTS)
  }
  return variants
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
