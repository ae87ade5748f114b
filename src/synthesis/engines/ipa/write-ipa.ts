import { ARPABET_SYMBOLS } from '../../../text/arpabet.ts'
import type { BoundaryMark } from '../../../text/normalization/normalized-text.ts'
import { arpabetToIpa, type IpaOptions } from '../../../text/respelling/arpabet-to-ipa.ts'
import type { SegmentWord } from '../../synthesis-plan.ts'
import type { WordSeconds } from '../word-spans/set-pauses.ts'
import { type WriteIpaOptions, writeSounds } from './sounds-in-context.ts'

/** One letter of a model's input, and the index of its word. Without a sound, it is a space or mark after the word's sounds. */
export type IpaLetter = {
  readonly letter: string
  readonly word: number
  /** Index of its phoneme in the word. */
  readonly sound?: number
}

/** The letter for each mark. Letters that the model does not know are left out. */
const MARKS: Readonly<Record<BoundaryMark, string>> = {
  ',': ',',
  ';': ';',
  ':': ':',
  '.': '.',
  '?': '?',
  '!': '!',
  '…': '…',
  '-': '—',
  '(': ',',
  ')': ',',
  '"': ',',
  break: ',',
  paragraph: '.',
}
/** Substitutes for models that lack one of these marks. */
const PLAINER: Readonly<Record<string, string>> = { '…': '.', '—': ',' }

/** The words as letters, with a mark after each word that has one and a space before every word but the first. */
export function writeIpa(words: readonly SegmentWord[], options: WriteIpaOptions): readonly IpaLetter[] {
  const written = writeSounds(words, options)
  return words.flatMap(({ boundary }, word) => {
    const sounds = written[word]!.flatMap((letters, sound) =>
      Array.from(letters, (letter): IpaLetter => ({ letter, word, sound })),
    )
    const unknown = sounds.find(({ letter }) => !options.knows(letter))?.letter
    if (unknown !== undefined)
      throw new Error(
        `Cannot speak "${unknown}": the voice package does not know this letter; add it to phoneme_id_map, or use another voice`,
      )
    const mark = boundary === undefined ? '' : writeMark(boundary.mark, options)
    const gap = mark === '' ? [' '] : [mark, ' ']
    const isLast = word === words.length - 1
    return [...sounds, ...(isLast ? gap.slice(0, -1) : gap).map((letter): IpaLetter => ({ letter, word }))]
  })
}

function writeMark(mark: BoundaryMark, { knows }: WriteIpaOptions): string {
  const letter = MARKS[mark]
  const plainer = PLAINER[letter] ?? ''
  return knows(letter) ? letter : knows(plainer) ? plainer : ''
}

/** Returns every letter that English words need. */
export function englishLetters(options: IpaOptions): ReadonlySet<string> {
  return new Set([' ', ...ARPABET_SYMBOLS.flatMap((phoneme) => Array.from(arpabetToIpa(phoneme, options)))])
}

/**
 * Times words by the second in which each letter begins. `startSeconds` has one more entry, the end of the last letter. If only a
 * space separates two words, it belongs to the first, so that no sound is cut off. A phoneme without letters ends with the one before it.
 */
export function timeWordsByLetters(
  words: readonly SegmentWord[],
  letters: readonly IpaLetter[],
  startSeconds: readonly number[],
): readonly WordSeconds[] {
  const first = new Map<number, number>()
  const end = new Map<number, number>()
  const soundEnds = words.map((): number[] => [])
  for (const [place, { word, sound }] of letters.entries()) {
    if (!first.has(word)) first.set(word, place)
    if (sound !== undefined || words[word]!.boundary === undefined) end.set(word, place + 1)
    if (sound !== undefined) soundEnds[word]![sound] = place + 1
  }
  return words.map(({ phonemes }, word) => {
    const [from, to] = [first.get(word)!, end.get(word)!]
    let last = from
    const phoneEnds = phonemes.map((_, sound) => {
      last = sound === phonemes.length - 1 ? to : (soundEnds[word]![sound] ?? last)
      return startSeconds[last]!
    })
    return { startSeconds: startSeconds[from]!, endSeconds: startSeconds[to]!, phoneEnds }
  })
}
