import { MarkupSyntaxError } from '../../../errors.ts'
import type { TextNode } from '../tree/markup-tree.ts'
import { substitute } from './markup-token.ts'

const FORMS = [
  { name: 'comment', opening: '<!--', closing: '-->', isText: false },
  { name: 'XML declaration', opening: '<?', closing: '?>', isText: false },
  { name: 'CDATA section', opening: '<![CDATA[', closing: ']]>', isText: true },
] as const
const DOCUMENT_TYPE = /^<!(?!--|\[CDATA\[)[a-z]/i
/** What begins XML in a text that is not SSML as a whole. HTML has comments and document types of its own. */
const XML_IN_TEXT = /^<(?:\?xml(?![\w.])|!\[CDATA\[|!doctype\s+speak(?!\w))/i

/**
 * Reads the parts of XML that are no tags: comments and declarations say nothing, a CDATA section says its text. Throws
 * MarkupSyntaxError for a document type, whose entities could make a text of any length.
 */
export function readInvisible(source: string, start: number): TextNode | undefined {
  if (DOCUMENT_TYPE.test(source.slice(start, start + 9)))
    throw new MarkupSyntaxError('Cannot read SSML with a document type: leave out <!DOCTYPE ...>', start)
  const form = FORMS.find(({ opening }) => source.startsWith(opening, start))
  if (form === undefined) return undefined
  const inside = start + form.opening.length
  const end = source.indexOf(form.closing, inside)
  if (end === -1) throw new MarkupSyntaxError(`Cannot read ${form.name}: its "${form.closing}" is missing`, start)
  const span = { start, end: end + form.closing.length }
  if (!form.isText) return substitute('', span)
  const text = source.slice(inside, end)
  const starts = Array.from({ length: text.length }, (_, i) => inside + i)
  return { kind: 'text', text, span, places: { starts, ends: starts.map((place) => place + 1) } }
}

/** Reads the same in a text that is not SSML as a whole; undefined if the `<` begins no XML. */
export function readXmlInText(source: string, start: number): TextNode | undefined {
  return XML_IN_TEXT.test(source.slice(start, start + 30)) ? readInvisible(source, start) : undefined
}
