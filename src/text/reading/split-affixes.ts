import { LEADS } from '../normalization/pieces/verbalize-measure.ts'

/** What is said of signs before and behind a form, and the form without them. */
export type Affixed = { readonly lead: string; readonly written: string; readonly tail: string }

/** `-20F`. */
const BELOW_ZERO = /^[-−]\d[\d.]*[A-Za-z]{1,2}$/

/** A sign before or behind a form is said beside each of its readings: `~5k`, `≥3.11`, `#405`, `100K+`. */
export function splitAffixes(text: string): Affixed {
  const first = text[0]!
  if (text.length === 1) return { lead: '', written: text, tail: '' }
  const lead = first === '#' ? 'number' : BELOW_ZERO.test(text) ? 'minus' : (LEADS[first] ?? '')
  const isMore = text.endsWith('+')
  return { lead, written: text.slice(lead === '' ? 0 : 1, isMore ? -1 : undefined), tail: isMore ? 'plus' : '' }
}
