import type { Token } from '../tokens/token.ts'
import { hasDigit, isDigits, startsWithCapital, startsWithDigit, startsWithSmall } from '../tokens/token-shape.ts'

/** What a word or a mark looks like. */
export type Look = {
  /** As in the list of words; empty for a mark. */
  readonly key: string
  readonly shape: number
  /** What a scorer makes of it, so that it is made once for all forms near it. */
  made?: { readonly by: object; readonly as: object }
}

/** A word or a mark of the text around a figure. */
export type Surrounding = {
  readonly look: Look
  /** Words from the figure: negative before it. Marks take the distance of the word before them. */
  readonly distance: number
  /** Whether it is in the sentence before. */
  readonly earlier: boolean
}

const REACH = 14
const MARKS: readonly string[] = [',', ';', ':', '.', '?', '!', '…', '-', '(', ')', '"']
const LOOKS_OF_MARKS: ReadonlyMap<string, Look> = new Map(MARKS.map((mark, i) => [mark, { key: '', shape: i + 1 }]))
/** The first numbers are those of marks. */
const FIRST_WORD_SHAPE = MARKS.length + 1
export const SHAPE_COUNT = FIRST_WORD_SHAPE + 12

export type Reach = {
  /** The sentence before. */
  readonly earlier: readonly Token[]
  /** How many tokens the form has. */
  readonly length?: number
  /** Where the sentence begins among the tokens. */
  readonly from?: number
  /** How many words behind the form count; as many as before it unless given. */
  readonly ahead?: number
  /** The form as it is asked about. */
  readonly written: string
}

/** The end of the sentence before, and words and marks on both sides of a token with the token itself, in the order of the text. */
export function lookAround(
  tokens: readonly Token[],
  index: number,
  { earlier, length = 1, from = 0, ahead = REACH, written }: Reach,
): readonly Surrounding[] {
  const found: Surrounding[] = []
  const looks = looksOf(tokens)
  const earlierLooks = looksOf(earlier)
  const addMarks = (token: Token, distance: number, earlier: boolean) => {
    for (const { kind } of token.after) {
      const look = LOOKS_OF_MARKS.get(kind)
      if (look !== undefined) found.push({ look, distance, earlier })
    }
  }
  for (let i = Math.max(0, earlier.length - REACH); i < earlier.length; i++) {
    const distance = i - earlier.length - (index - from)
    found.push({ look: lookAt(earlier, i, earlierLooks), distance, earlier: true })
    addMarks(earlier[i]!, distance, true)
  }
  for (let i = Math.max(from, index - REACH); i < index; i++) {
    found.push({ look: lookAt(tokens, i, looks), distance: i - index, earlier: false })
    addMarks(tokens[i]!, i - index, false)
  }
  const own = { key: keyOfForm(written.toLowerCase()), shape: lookAt(tokens, index, looks).shape }
  found.push({ look: own, distance: 0, earlier: false })
  const last = index + length - 1
  addMarks(tokens[last]!, 1, false)
  for (let i = last + 1; i < tokens.length && i <= last + ahead; i++) {
    found.push({ look: lookAt(tokens, i, looks), distance: i - last, earlier: false })
    if (i < last + ahead) addMarks(tokens[i]!, i - last + 1, false)
  }
  return found
}

/** What was found out about the tokens of a sentence so far, by their places. */
const LOOKS = new WeakMap<readonly Token[], (Look | undefined)[]>()

function looksOf(tokens: readonly Token[]): (Look | undefined)[] {
  const known = LOOKS.get(tokens)
  if (known !== undefined) return known
  const looks: (Look | undefined)[] = []
  LOOKS.set(tokens, looks)
  return looks
}

function lookAt(tokens: readonly Token[], index: number, looks: (Look | undefined)[]): Look {
  const known = looks[index]
  if (known !== undefined) return known
  const { lower, text } = tokens[index]!
  const look = { key: keyOf(lower), shape: FIRST_WORD_SHAPE + shapeOf(text) }
  looks[index] = look
  return look
}

/** What of the form itself is a word: all of `VII` and `US`, and the letters behind a figure. */
function keyOfForm(lower: string): string {
  return /[a-z]+$/.exec(lower)?.[0] ?? keyOf(lower)
}

/** As the list of words has it: digits are `d`, and possessives lack their ending. */
function keyOf(lower: string): string {
  const word = lower.endsWith("'s") ? lower.slice(0, -2) : lower
  return hasDigit(word) ? word.replaceAll(',', '').replace(/\d/g, 'd') : word
}

function shapeOf(text: string): number {
  if (startsWithDigit(text)) return isDigits(text) ? Math.min(text.length, 6) : 7
  if (startsWithCapital(text)) return text.length > 1 && text === text.toUpperCase() ? 8 : 9
  return startsWithSmall(text) ? 10 : 11
}
