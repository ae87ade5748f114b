import { MarkupSyntaxError } from '../../../errors.ts'
import { matchAt } from '../../match-at.ts'
import { decodeEntities } from './decode-entities.ts'
import type { Attribute, CloseTag, OpenTag } from './markup-token.ts'

const WHITE_SPACE = /\s*/y
const ATTRIBUTE_NAME = /[^\s"'<>/=]+/y
const TAG_END = /\/?>/y
const OWN_NAME = /<\/?(respell|tempo|loudness|pitch|take)(?![\w-])/iy
/** The prefix `ssml:` is left out: some documents name the elements of SSML by it. */
const ANY_NAME = /<\/?(?:ssml:)?([a-z_][\w:.-]*)/iy

export type ReadTagOptions = { readonly ssml: boolean }

/**
 * Reads the tag that begins at `start`, at a `<`. Gives undefined if that `<` is plain text: in plain
 * text everything but our own tag names, in SSML whatever no name follows. Throws MarkupSyntaxError for a broken tag.
 */
export function readTag(source: string, start: number, options: ReadTagOptions): OpenTag | CloseTag | undefined {
  const match = matchAt(options.ssml ? ANY_NAME : OWN_NAME, source, start)
  if (match === null) return undefined
  const name = match[1]!.toLowerCase()
  const after = start + match[0].length
  if (source[start + 1] === '/') {
    const end = skipWhiteSpace(source, after)
    if (source[end] !== '>') throw new MarkupSyntaxError(`Cannot read tag </${name}>: its ">" is missing`, start)
    return { kind: 'close', name, span: { start, end: end + 1 } }
  }
  return readOpenTag(source, { name, start, after, ssml: options.ssml })
}

type TagHead = { readonly name: string; readonly start: number; readonly after: number; readonly ssml: boolean }

function readOpenTag(source: string, { name, start, after, ssml }: TagHead): OpenTag {
  const attributes: Attribute[] = []
  const seen = new Set<string>()
  for (let at = skipWhiteSpace(source, after); ; ) {
    const tagEnd = matchAt(TAG_END, source, at)?.[0]
    if (tagEnd !== undefined) {
      const span = { start, end: at + tagEnd.length }
      return { kind: 'open', name, attributes, selfClosing: tagEnd.length === 2, span }
    }
    const attribute = readAttribute(source, { name, start, after: at, ssml })
    if (seen.has(attribute.name)) {
      throw new MarkupSyntaxError(
        `Cannot read tag <${name}>: attribute ${attribute.name} is given twice; remove one`,
        start,
      )
    }
    seen.add(attribute.name)
    attributes.push(attribute)
    at = skipWhiteSpace(source, attribute.span.end + 1)
  }
}

function readAttribute(source: string, { name: tag, start, after, ssml }: TagHead): Attribute {
  const name = matchAt(ATTRIBUTE_NAME, source, after)?.[0]
  if (name === undefined) throw new MarkupSyntaxError(`Cannot read tag <${tag}>: its ">" is missing`, start)
  const equals = skipWhiteSpace(source, after + name.length)
  const opening = skipWhiteSpace(source, equals + 1)
  const quote = source[opening]
  if (source[equals] !== '=' || (quote !== '"' && quote !== "'")) {
    throw new MarkupSyntaxError(`Cannot read tag <${tag}>: attribute ${name} needs a value in quotes`, start)
  }
  const end = source.indexOf(quote, opening + 1)
  if (end === -1) {
    throw new MarkupSyntaxError(`Cannot read tag <${tag}>: the closing quote of ${name} is missing`, start)
  }
  const span = { start: opening + 1, end }
  const value = ssml ? decodeEntities(source, span) : source.slice(span.start, end)
  return { name: name.toLowerCase(), value, span }
}

function skipWhiteSpace(source: string, at: number): number {
  return at + (matchAt(WHITE_SPACE, source, at)?.[0].length ?? 0)
}
