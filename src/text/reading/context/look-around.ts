import type { Token } from '../../normalization/tokens/token.ts'

/** A word or a mark of the text around a figure. */
export type Surrounding = {
  /** As in the list of words; empty for a mark. */
  readonly key: string
  readonly shape: number
  /** Words from the figure: negative before it. Marks take the distance of the word before them. */
  readonly distance: number
  /** Whether it is in the sentence before. */
  readonly earlier: boolean
}

const REACH = 14
const MARKS: readonly string[] = [',', ';', ':', '.', '?', '!', '…', '-', '(', ')', '"']
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

/** Words and marks on both sides of a token, the token itself, and the end of the sentence before, nearest first on each side. */
export function lookAround(
  tokens: readonly Token[],
  index: number,
  { earlier, length = 1, from = 0, ahead = REACH, written }: Reach,
): readonly Surrounding[] {
  const found: Surrounding[] = []
  const addMarks = (token: Token, distance: number, earlier: boolean) => {
    for (const { kind } of token.after) {
      const shape = MARKS.indexOf(kind) + 1
      if (shape > 0) found.push({ key: '', shape, distance, earlier })
    }
  }
  const addWord = (token: Token, distance: number, earlier: boolean) => {
    const { key, shape } = lookAt(token)
    found.push({ key, shape, distance, earlier })
  }
  for (let i = index - 1; i >= from && i >= index - REACH; i--) {
    addMarks(tokens[i]!, i - index, false)
    addWord(tokens[i]!, i - index, false)
  }
  for (let i = earlier.length - 1; i >= 0 && i >= earlier.length - REACH; i--) {
    const distance = i - earlier.length - (index - from)
    addMarks(earlier[i]!, distance, true)
    addWord(earlier[i]!, distance, true)
  }
  found.push({
    key: keyOfForm(written.toLowerCase()),
    shape: lookAt(tokens[index]!).shape,
    distance: 0,
    earlier: false,
  })
  const last = index + length - 1
  addMarks(tokens[last]!, 1, false)
  for (let i = last + 1; i < tokens.length && i <= last + ahead; i++) {
    addWord(tokens[i]!, i - last, false)
    if (i < last + ahead) addMarks(tokens[i]!, i - last + 1, false)
  }
  return found
}

type Look = { readonly key: string; readonly shape: number }

/** A token is looked at for each form near it, but found out about once. */
const LOOKS = new WeakMap<Token, Look>()

function lookAt(token: Token): Look {
  const known = LOOKS.get(token)
  if (known !== undefined) return known
  const look = { key: keyOf(token.lower), shape: FIRST_WORD_SHAPE + shapeOf(token.text) }
  LOOKS.set(token, look)
  return look
}

/** What of the form itself is a word: all of `VII` and `US`, and the letters behind a figure. */
function keyOfForm(lower: string): string {
  return /[a-z]+$/.exec(lower)?.[0] ?? keyOf(lower)
}

/** As the list of words has it: digits are `d`, and possessives lack their ending. */
function keyOf(lower: string): string {
  const word = lower.endsWith("'s") ? lower.slice(0, -2) : lower
  return /\d/.test(word) ? word.replaceAll(',', '').replace(/\d/g, 'd') : word
}

function shapeOf(text: string): number {
  const first = text.charCodeAt(0)
  if (first >= 48 && first <= 57) return /^\d+$/.test(text) ? Math.min(text.length, 6) : 7
  if (first >= 65 && first <= 90) return text.length > 1 && text === text.toUpperCase() ? 8 : 9
  return first >= 97 && first <= 122 ? 10 : 11
}
