import type { Token } from '../tokens/token.ts'
import { askEarly, type EarlyOptions } from './ask-early.ts'

/** Whether a sign is read out, as classes of a question whose answer is not spoken. */
export const SAID = { name: 'said', classes: ['said', 'unsaid'] } as const

/** Words behind a sign that decide whether it is read out; fewer behind one that may end the sentence, which a stream waits for. */
const LOOKAHEAD = 8
const LOOKAHEAD_BEHIND_END = 2

/** Whether the lone sign at `index` is read out: `ls | less`, but not `Home | News`. */
export function isSignSaid(tokens: readonly Token[], index: number, options: EarlyOptions): boolean {
  const { text, doubt } = tokens[index]!
  const usual = doubt!.isUsuallySaid ? 'said' : 'unsaid'
  return (
    askEarly(tokens, index, { ...SAID, usual, written: text, ahead: countToEnd(tokens, index) }, options) === 'said'
  )
}

/** How many tokens follow before what may be the end of the sentence, so that text that is still growing changes nothing. */
function countToEnd(tokens: readonly Token[], index: number): number {
  const most = /[?!]/.test(tokens[index]!.text) ? LOOKAHEAD_BEHIND_END : LOOKAHEAD
  const rest = tokens.slice(index, index + most + 1)
  const last = rest.findIndex(({ after }) => after.some(({ kind }) => /[.?!…]|sentence|paragraph/.test(kind)))
  return last < 0 ? most : last
}
