import type { Token } from '../normalization/tokens/token.ts'
import type { Candidate } from './candidate.ts'
import type { ChooseStopOptions } from './choose-stop.ts'
import { lookAround } from './context/look-around.ts'

/** Whether a sign is said, as classes of a question whose answer is not. */
export const SAID = { name: 'said', classes: ['said', 'unsaid'] } as const

/** Words behind a sign that decide whether it is said. */
const LOOKAHEAD = 8

const CANDIDATES: readonly Candidate[] = SAID.classes.map((one) => ({ class: one, fields: {} }))

/** Whether the sign at `index`, which is alone between white space, is said: `ls | less`, but not `Home | News`. */
export function isSignSaid(tokens: readonly Token[], index: number, options: ChooseStopOptions): boolean {
  const { locale, readings, open, earlier } = options
  const { text, start, doubt } = tokens[index]!
  if (readings === undefined) return doubt!.isUsuallySaid
  const surroundings = lookAround(tokens, index, {
    earlier,
    from: index - open.length,
    ahead: countToEnd(tokens, index),
    written: text,
  })
  const [said, unsaid] = readings.score({
    grammar: SAID.name,
    written: text,
    locale,
    candidates: CANDIDATES,
    usual: doubt!.isUsuallySaid ? 0 : 1,
    surroundings,
    start,
  })
  return said! > unsaid!
}

/** How many tokens follow before what may be the end of the sentence, so that text that is still growing changes nothing. */
function countToEnd(tokens: readonly Token[], index: number): number {
  const rest = tokens.slice(index, index + LOOKAHEAD + 1)
  const last = rest.findIndex(({ after }) => after.some(({ kind }) => /[.?!…]|sentence|paragraph/.test(kind)))
  return last < 0 ? LOOKAHEAD : last
}
