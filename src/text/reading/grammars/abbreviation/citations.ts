import rows from '../../../../../data/english/citations.json' with { type: 'json' }
import { wordList } from '../../../english/word-list.ts'
import type { Token } from '../../tokens/token.ts'
import { startsWithCapital } from '../../tokens/token-shape.ts'

/** Abbreviations that are said in full only together, with the words of each. */
const PHRASES = rows.map(({ written, say }) => {
  const said = say.split('|')
  return written.split(' ').map((short, i) => [short, said[i]!] as const)
})

const FIRST_PLACES = placesOfWords()

function placesOfWords(): ReadonlyMap<string, readonly (readonly [phrase: number, place: number])[]> {
  const places = new Map<string, [number, number][]>()
  for (const [p, phrase] of PHRASES.entries())
    for (const [i, [short]] of phrase.entries()) places.set(short, [...(places.get(short) ?? []), [p, i]])
  return places
}

const LATIN = wordList('words of Latin citations')

/** Words that may belong to a legal citation, in lower case. */
export const CITED_WORDS: readonly string[] = [...FIRST_PLACES.keys()]

/** The words of one token of a legal citation, in the notation of `say`: `rule of` for the `R.` of `Fed. R. Civ. P.` */
export function findCited(tokens: readonly Token[], index: number): string | undefined {
  for (const [p, place] of FIRST_PLACES.get(tokens[index]!.lower) ?? []) {
    const phrase = PHRASES[p]!
    if (phrase.every(([short], i) => isPart(tokens[index - place + i], short, i === phrase.length - 1)))
      return phrase[place]![1]
  }
  return undefined
}

/** A part of a citation begins with a capital letter, but for Latin (`et seq.`); all but the last have only their stop behind them. */
function isPart(token: Token | undefined, short: string, isLast: boolean): boolean {
  if (token === undefined || token.lower !== short || !(LATIN.has(short) || startsWithCapital(token.text))) return false
  return (
    isLast || token.dotted || token.after.length === 0 || (token.after.length === 1 && token.after[0]!.kind === '.')
  )
}
