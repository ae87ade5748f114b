import { isSign } from './grammars/find-grammar.ts'
import { LEADS } from './grammars/measure/verbalize-measure.ts'
import { type SpokenWord, say } from './spoken-word.ts'

/** What is said of signs before and behind a form, and the form without them. */
export type Affixed = { readonly lead: string; readonly written: string; readonly tail: string }

/** `A+`, whose sign may be said in several ways. */
const GRADE = /^[A-FO]{1,3}\+$/
/** `-20F`. */
const BELOW_ZERO = /^[-−]\d[\d.]*[A-Za-z]{1,2}$/
/** A possessive of figures or capitals: `Henry VIII's`, `1984's`. */
const OWNER = /^[A-Z\d][A-Z\d.-]*'s$/

/** A sign before or behind a form is said beside each of its readings: `~5k`, `≥3.11`, `#405`, `100K+`, `XIV's`. */
export function splitAffixes(text: string): Affixed {
  const first = text[0]!
  const isWhole = text.length === 1 || (text.length < 4 && (isSign(text) || GRADE.test(text)))
  if (isWhole) return { lead: '', written: text, tail: '' }
  const lead = first === '#' ? 'number' : BELOW_ZERO.test(text) ? 'minus' : (LEADS[first] ?? '')
  const written = text.slice(lead === '' ? 0 : 1)
  if (written.endsWith('+')) return { lead, written: written.slice(0, -1), tail: 'plus' }
  return OWNER.test(written) ? { lead, written: written.slice(0, -2), tail: "'s" } : { lead, written, tail: '' }
}

/** Adds the words for the signs of a form. The ending of a possessive is attached to the last word. */
export function withAffixes(
  words: readonly SpokenWord[],
  { lead, tail }: Omit<Affixed, 'written'>,
): readonly SpokenWord[] {
  const last = words.at(-1)!
  if (tail === "'s") return [...say(lead), ...words.slice(0, -1), { ...last, text: `${last.text}'s` }]
  return lead === '' && tail === '' ? words : [...say(lead), ...words, ...say(tail)]
}
