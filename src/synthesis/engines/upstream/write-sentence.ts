import type { BoundaryMark } from '../../../text/normalization/normalized-text.ts'
import type { SegmentWord } from '../../synthesis-plan.ts'

/** How a mark is sent to a server, so that it is heard as a pause or as the melody of a sentence end. */
const MARKS: Readonly<Record<BoundaryMark, string>> = {
  ',': ',',
  ';': ';',
  ':': ':',
  '.': '.',
  '?': '?',
  '!': '!',
  '…': '...',
  '-': ',',
  '(': ',',
  ')': ',',
  '"': ',',
  break: ',',
  paragraph: '.',
}

/** Joins the words to a sentence for a server that reads text. Symbols in words are left out, because a server may read them as markup. */
export function writeSentence(words: readonly SegmentWord[]): string {
  const written = words.map(({ text, boundary }) => {
    const letters = text.replaceAll(/[^\p{L}\p{M}\p{N}'’-]+/gu, ' ').trim()
    return letters + (boundary === undefined ? '' : MARKS[boundary.mark])
  })
  return written.filter((word) => word !== '').join(' ')
}
