/** Characters of a caption line, at most. */
export const LINE_LENGTH = 42

const CLAUSE_END = /[,;:.!?…–—)\]"”']$/
/** English words that lean on the next one: a line or cue should not end with them. */
const LEANING =
  /(?:^|[^\p{L}])(?:an?|and|as|at|but|by|for|from|i|if|in|is|my|of|on|or|our|so|that|the|their|this|to|was|we|with|your?)$/iu

/** How bad it is to break after `text`, from 0 (a clause ends) to 3 (its last word leans on the next). */
export function breakCost(text: string): number {
  if (CLAUSE_END.test(text)) return 0
  return LEANING.test(text) ? 3 : 1
}

/**
 * Breaks a caption into lines of at most 42 characters: one if it fits, else two of like length, with the break after
 * a clause where possible. Text that is too long gives more lines; a longer word stands on a line of its own.
 */
export function breakLines(text: string): readonly string[] {
  if (countCharacters(text) <= LINE_LENGTH) return [text]
  return breakInTwo(text) ?? wrapLines(text)
}

/** Characters as a reader counts them, roughly: code points. */
export function countCharacters(text: string): number {
  return Array.from(text).length
}

function breakInTwo(text: string): readonly string[] | undefined {
  let best: { readonly cost: number; readonly lines: readonly string[] } | undefined
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) {
    const lines = [text.slice(0, space), text.slice(space + 1)]
    const [upper, lower] = lines.map(countCharacters)
    if (upper! > LINE_LENGTH || lower! > LINE_LENGTH) continue
    const cost = Math.abs(upper! - lower!) + 16 * breakCost(lines[0]!)
    if (best === undefined || cost < best.cost) best = { cost, lines }
  }
  return best?.lines
}

function wrapLines(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && countCharacters(`${line} ${word}`) <= LINE_LENGTH)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}
