import { breakCost } from './break-cost.ts'
import { CAPTION_RULES } from './caption-rules.ts'

const { lineLength: LINE_LENGTH } = CAPTION_RULES
/** Difference in line length, in characters, that is worth 1 of break cost. */
const CHARACTERS_PER_COST = 12

/**
 * Breaks a caption into lines of at most 42 characters: one line if it fits, otherwise two of similar length, with the break at a
 * clause or phrase if possible. Longer text gets more lines; a word that is too long gets a line of its own.
 */
export function breakLines(text: string): readonly string[] {
  const characters = countCharacters(text)
  if (characters <= LINE_LENGTH) return [text]
  const mayFit = characters <= 2 * LINE_LENGTH + 1
  return (mayFit ? breakInTwo(text) : undefined) ?? wrapLines(text)
}

/** Number of characters as a reader counts them, approximated by code points. */
export function countCharacters(text: string): number {
  let count = text.length
  for (let i = 1; i < text.length; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) count -= 1
  }
  return count
}

function breakInTwo(text: string): readonly string[] | undefined {
  let best: { readonly cost: number; readonly lines: readonly string[] } | undefined
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) {
    const lines = [text.slice(0, space), text.slice(space + 1)] as const
    const [upper, lower] = [countCharacters(lines[0]), countCharacters(lines[1])]
    if (upper > LINE_LENGTH || lower > LINE_LENGTH) continue
    const cost = Math.abs(upper - lower) + CHARACTERS_PER_COST * breakCost(lines[0], lines[1])
    if (best === undefined || cost < best.cost) best = { cost, lines }
  }
  return best?.lines
}

function wrapLines(text: string): readonly string[] {
  const lines: string[] = []
  let characters = 0
  for (const word of text.split(' ')) {
    const more = countCharacters(word)
    const fits = lines.length > 0 && characters + 1 + more <= LINE_LENGTH
    if (fits) lines[lines.length - 1] += ` ${word}`
    else lines.push(word)
    characters = fits ? characters + 1 + more : more
  }
  return lines
}
