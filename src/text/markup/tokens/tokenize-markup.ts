import { MarkupSyntaxError } from '../../../errors.ts'
import { HtmlReader } from '../html/read-html.ts'
import type { TextNode } from '../tree/markup-tree.ts'
import { readEntity } from './decode-entities.ts'
import type { MarkupToken, Substitution } from './markup-token.ts'
import type { MarkupWarnings } from './markup-warnings.ts'
import { readColons } from './read-colons.ts'
import { readTag } from './read-tag.ts'

export type MarkupOptions = {
  /** Read the W3C's SSML besides our own tags. */
  readonly ssml: boolean
}

export type TokenizeOptions = MarkupOptions & { readonly warnings: MarkupWarnings }
type ReaderState = TokenizeOptions & { readonly html: HtmlReader }

/** What begins a mark, if it is one. */
const SIGNS = /<|::|&/g

/** Cuts the caller's text into text and marks. Each character is looked at a fixed number of times. */
export function* tokenizeMarkup(source: string, options: TokenizeOptions): Generator<MarkupToken> {
  const state: ReaderState = { ...options, html: new HtmlReader(source) }
  const signs = new RegExp(SIGNS)
  let substitutions: Substitution[] = []
  let textStart = 0
  for (let sign = signs.exec(source); sign !== null; sign = signs.exec(source)) {
    const mark = readMark(source, sign.index, state)
    signs.lastIndex = mark?.span.end ?? sign.index + 1
    if (mark === undefined) continue
    if (mark.kind === 'substitution') {
      substitutions.push(mark)
      continue
    }
    const text = textBetween(source, { start: textStart, end: sign.index, substitutions })
    if (text !== undefined) yield text
    yield mark
    substitutions = []
    textStart = mark.span.end
  }
  const text = textBetween(source, { start: textStart, end: source.length, substitutions })
  if (text !== undefined) yield text
}

type Mark = Exclude<MarkupToken, TextNode> | Substitution

function readMark(source: string, at: number, state: ReaderState): Mark | undefined {
  if (source[at] === ':') return readColons(source, at)
  if (source[at] === '&') return readNoted(source, at, state)
  const tag = (state.ssml ? readInvisible(source, at) : undefined) ?? readTag(source, at, state)
  if (tag !== undefined || state.ssml) return tag
  const html = state.html.read(at)
  if (html !== undefined) state.warnings.droppedTag(html.name, at)
  return html
}

function readNoted(source: string, at: number, state: ReaderState): Substitution | undefined {
  const entity = readEntity(source, at, state)
  if (entity !== undefined && !state.ssml) state.warnings.decodedEntity(source.slice(at, entity.span.end), at)
  return entity
}

const INVISIBLE = [
  { name: 'comment', opening: '<!--', closing: '-->', isText: false },
  { name: 'XML declaration', opening: '<?', closing: '?>', isText: false },
  { name: 'CDATA section', opening: '<![CDATA[', closing: ']]>', isText: true },
] as const

/** Reads the parts of XML that are no tags: comments and declarations say nothing, a CDATA section says its text. */
function readInvisible(source: string, start: number): Substitution | undefined {
  if (/^<!(?!--|\[CDATA\[)[a-z]/i.test(source.slice(start, start + 9)))
    throw new MarkupSyntaxError('Cannot read SSML with a document type: leave out <!DOCTYPE ...>', start)
  const form = INVISIBLE.find(({ opening }) => source.startsWith(opening, start))
  if (form === undefined) return undefined
  const inside = start + form.opening.length
  const end = source.indexOf(form.closing, inside)
  if (end === -1) throw new MarkupSyntaxError(`Cannot read ${form.name}: its "${form.closing}" is missing`, start)
  const span = { start, end: end + form.closing.length }
  if (!form.isText) return { kind: 'substitution', text: '', span }
  return { kind: 'substitution', text: source.slice(inside, end), span, textStart: inside }
}

type TextStretch = {
  readonly start: number
  readonly end: number
  readonly substitutions: readonly Substitution[]
}

/** The text between two marks; undefined if there is none. */
function textBetween(source: string, { start, end, substitutions }: TextStretch): TextNode | undefined {
  if (substitutions.length === 0) {
    return start === end ? undefined : { kind: 'text', text: source.slice(start, end), span: { start, end } }
  }
  const parts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  const copy = (from: number, to: number): void => {
    parts.push(source.slice(from, to))
    for (let i = from; i < to; i++) {
      starts.push(i)
      ends.push(i + 1)
    }
  }
  let done = start
  for (const { text, span, textStart } of substitutions) {
    copy(done, span.start)
    done = span.end
    if (textStart !== undefined) {
      copy(textStart, textStart + text.length)
      continue
    }
    parts.push(text)
    for (let i = 0; i < text.length; i++) {
      starts.push(span.start)
      ends.push(span.end)
    }
  }
  copy(done, end)
  if (starts.length === 0) return undefined
  return { kind: 'text', text: parts.join(''), span: { start, end }, places: { starts, ends } }
}
