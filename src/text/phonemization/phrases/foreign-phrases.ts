import rows from '../../../../data/english/foreign-phrases.json' with { type: 'json' }
import type { Pronunciation } from '../lexicon/lexicon.ts'

/** How menus on the telephone say in Spanish that a key should be pressed: the verb, `el` or not, and the key. */
const PRESS = ['marque = M AA1 R K EY0', 'oprima = OW0 P R IY1 M AH0', 'presione = P R EH2 S Y OW1 N EY0']
const KEYS = [
  'cero = S EH1 R OW0',
  'uno = UW1 N OW0',
  'dos = D OW1 S',
  'tres = T R EH1 S',
  'cuatro = K W AA1 T R OW0',
  'cinco = S IY1 NG K OW0',
  'seis = S EY1 S',
  'siete = S Y EH1 T EY0',
  'ocho = OW1 CH OW0',
  'nueve = N W EY1 V EY0',
]

/** A phrase of another language in English text, in which words are said otherwise than alone: `vin` in `coq au vin`. */
export type ForeignPhrase = { readonly words: readonly string[]; readonly sounds: readonly Pronunciation[] }

function readTable(): ReadonlyMap<string, readonly ForeignPhrase[]> {
  const listed = rows.map(({ words, sounds }) => [words, sounds] as const)
  const phrases = [...listed, ...listMenuPhrases().map(splitLine)].map(([words, sounds]) => ({
    words: words.split(' '),
    sounds: sounds.split(' | ').map((word) => word.split(' ')),
  }))
  return Map.groupBy(phrases, ({ words }) => words[0]!)
}

/** `oprima dos`, `oprima el dos`, and `oprima el` before anything else. */
function listMenuPhrases(): readonly string[] {
  return PRESS.map(splitLine).flatMap(([verb, said]) => [
    ...KEYS.map(splitLine).flatMap(([key, name]) => [
      `${verb} ${key} = ${said} | ${name}`,
      `${verb} el ${key} = ${said} | EH1 L | ${name}`,
    ]),
    `${verb} el = ${said} | EH1 L`,
  ])
}

function splitLine(line: string): [words: string, sounds: string] {
  return line.split(' = ') as [string, string]
}

/** The phrases by their first word; of several that fit, the first counts. */
export const FOREIGN_PHRASES: ReadonlyMap<string, readonly ForeignPhrase[]> = readTable()
