/** Plans limit what one request may hold, so longer paragraphs are cut. */
export const LONGEST_PARAGRAPH = 900

/** The ends of the pieces of a long text: after sentences, else between words, else anywhere. */
export function findCuts(text: string): readonly number[] {
  const cuts: number[] = []
  let start = 0
  while (text.length - start > LONGEST_PARAGRAPH) {
    start += findCut(text.slice(start, start + LONGEST_PARAGRAPH))
    cuts.push(start)
  }
  return [...cuts, text.length]
}

function findCut(text: string): number {
  const sentence = [...text.matchAll(/[.!?]["'”’)\]]*\s+/g)].at(-1)
  if (sentence !== undefined) return sentence.index + sentence[0].length
  const space = text.lastIndexOf(' ') + 1
  if (space > 0) return space
  // Half a surrogate pair is no text.
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length
}

/** A text as pieces that are short enough, without the spaces between them. */
export function cutParagraph(text: string): readonly string[] {
  const cuts = findCuts(text)
  return cuts.map((end, index) => text.slice(cuts[index - 1] ?? 0, end).trim()).filter((piece) => piece !== '')
}
