import rows from '../../../data/english/word-kinds.json' with { type: 'json' }
import { partOfSpeech } from './common-words.ts'
import { anyOf } from './word-list.ts'

/**
 * What a word is by itself, as a short code: one of the closed classes of English in data/english/word-kinds.tsv, or for any
 * other word what its ending suggests. Codes are features of the homograph model: a change here needs a new model.
 */
const KINDS: ReadonlyMap<string, string> = new Map(rows.map(({ word, kind }) => [word, kind] as const))

/** The words of a kind, by its code. */
export function wordsOfKind(code: string): readonly string[] {
  return rows.flatMap(({ word, kind }) => (kind === code ? [word] : []))
}

/** Endings that suggest a part of speech, longest first. */
const ENDINGS: readonly (readonly [ending: RegExp, kind: string])[] = [
  [/(?:n't)$/, 'MOD'],
  [/'ll$/, 'MOD'],
  [/'d$/, 'WD'],
  [/(?:'ve)$/, 'HAVE'],
  [/(?:'re|'m)$/, 'BE'],
  [new RegExp(`^(?:${anyOf("is behind these as -'s")})'s$`), 'BE'],
  [/(?:'s|s')$/, 'GEN'],
  [/.{3}ly$/, 'ADV'],
  [/.{2}ing$/, 'ing'],
  [/.{2}ed$/, 'ed'],
  [/.{2}(?:tions|ments|ities|isms|ists|ers|ors|ics)$/, 'Ns'],
  [/.{2}(?:tion|sion|ment|ness|ity|ism|ist|ance|ence|ship|er|or|ure|age|cy|hood|dom)$/, 'N'],
  [/.{2}(?:ous|ful|less|ive|ical|ic|able|ible|al|ary|ish|an|ese)$/, 'A'],
  [/.{2}(?:ize|ise|ify|ate)$/, 'V'],
  [/[^su']s$/, 's'],
]

/** The kind of a lower-case word; `x` if neither the word nor its ending says anything. */
export function kindOfWord(word: string): string {
  return KINDS.get(word) ?? partOfSpeech(word) ?? ENDINGS.find(([ending]) => ending.test(word))?.[1] ?? 'x'
}
