import type { Block } from './blocks.ts'
import { readHtml } from './read-html.ts'

/** Quotations by the names of their styles; the reader knows headings and lists. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  // Comments are left out.
  'comment-reference => ',
]

/** Reads a Word file (.docx) as the parts of a document, without deleted text, comments and notes. The reader is loaded when it is needed. */
export async function readWord(bytes: ArrayBuffer): Promise<readonly Block[]> {
  const { default: mammoth } = await import('mammoth/mammoth.browser.min.js')
  const read = await mammoth.convertToHtml({ arrayBuffer: bytes }, { styleMap: STYLES }).catch(() => undefined)
  if (read === undefined) throw new Error('Cannot read the file: it is no Word document (.docx)')
  return readHtml(read.value)
}
