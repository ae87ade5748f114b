/**
 * Universal parts of speech (universaldependencies.org/u/pos), with the forms of verbs apart, and two more for written words that
 * are several: a possessive (`Anna's book`) and a word with a verb (`she's`, `we'll`).
 */
export const TAGS = [
  'ADJ',
  'ADP',
  'ADV',
  'AUX',
  'CCONJ',
  'DET',
  'INTJ',
  'NOUN',
  'NUM',
  'PART',
  'PRON',
  'PROPN',
  'SCONJ',
  'SYM',
  'VERB',
  'X',
  'VERB:ing',
  'VERB:ed',
  'POSSESSIVE',
  'WITH-VERB',
] as const

export type Tag = (typeof TAGS)[number]

/** Whether each of `TAGS` is that of a verb that makes a clause. */
export const IS_VERB = isOneOf(['AUX', 'VERB', 'VERB:ed', 'WITH-VERB'])

/** Whether each of `TAGS` is one of some. */
export function isOneOf(some: readonly Tag[]): readonly boolean[] {
  return TAGS.map((tag) => some.includes(tag))
}
