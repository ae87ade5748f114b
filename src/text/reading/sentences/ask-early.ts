import type { Locale } from '../../english/dialects.ts'
import { lookAround } from '../context/look-around.ts'
import { LEAST_MARGIN, type ReadingScorer } from '../question.ts'
import type { Token } from '../tokens/token.ts'

export type EarlyOptions = {
  readonly locale: Locale
  readonly readings?: ReadingScorer | undefined
  /** The tokens of the sentence before `index`. */
  readonly open: readonly Token[]
  /** The sentence before. */
  readonly earlier: readonly Token[]
}

/** A question whose answer is not spoken: the name of its network output, its classes, and the class that rules would choose. */
export type EarlyQuestion<C extends string> = {
  readonly name: string
  readonly classes: readonly C[]
  readonly usual: C
  /** The form as it is asked about, with its stop. */
  readonly written: string
  /** How many words behind the form may be looked at. */
  readonly ahead: number
}

/** Asks the scorer about `tokens[index]` before its sentence is complete. Without a scorer, and if it is no more than chance, the usual class is the answer. */
export function askEarly<C extends string>(
  tokens: readonly Token[],
  index: number,
  { name, classes, usual, written, ahead }: EarlyQuestion<C>,
  { locale, readings, open, earlier }: EarlyOptions,
): C {
  if (readings === undefined) return usual
  const { text, start } = tokens[index]!
  const scores = readings.score({
    grammar: name,
    written,
    locale,
    candidates: classes.map((one) => ({ class: one, fields: {} })),
    usual: classes.indexOf(usual),
    surroundings: lookAround(tokens, index, { earlier, from: index - open.length, ahead, written: text }),
    start,
  })
  const best = Math.max(...scores)
  return best - scores[classes.indexOf(usual)]! < LEAST_MARGIN ? usual : classes[scores.indexOf(best)]!
}
