import type { BoundaryMark } from '../../../text/normalization/normalized-text.ts'
import type { SegmentWord } from '../../synthesis-plan.ts'

/** How a mark is written to a server, so that it is heard as a pause or as the melody of an end. */
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

/** The words as a sentence for a server that reads text. Signs in words are left out: a server may read them as markup. */
export function writeSentence(words: readonly SegmentWord[]): string {
  const written = words.map(({ text, boundary }) => {
    const letters = text.replaceAll(/[^\p{L}\p{M}\p{N}'’-]+/gu, ' ').trim()
    return letters + (boundary === undefined ? '' : MARKS[boundary.mark])
  })
  return written.filter((word) => word !== '').join(' ')
}
