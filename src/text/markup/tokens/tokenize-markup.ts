import type { Span } from '../../span.ts'
import { ClosingTags } from '../html/closing-tags.ts'
import { HtmlReader } from '../html/read-html.ts'
import type { TextNode } from '../tree/markup-tree.ts'
import { readEntity } from './decode-entities.ts'
import type { MarkupToken } from './markup-token.ts'
import type { MarkupWarnings } from './markup-warnings.ts'
import { readColons } from './read-colons.ts'
import { readCue } from './read-cue.ts'
import { readInvisible, readXmlInText } from './read-invisible.ts'
import { SsmlInText } from './read-ssml-in-text.ts'
import { readTag } from './read-tag.ts'
import { findThought } from './read-thought.ts'

/** How a text is read that came through the API of another service. Tags of SSML in it act. */
export type DoorMarkup = {
  /** Whether cues in square brackets, such as `[whispers]`, are left out. */
  readonly cues: boolean
  /** Most characters that `<think>...</think>` at the start may have to be left out; any number unless given. */
  readonly mostThought?: number
}

export type MarkupOptions = {
  /** Read the text as the W3C's SSML, with our own tags. */
  readonly ssml: boolean
  /** If given, the text came through the API of another service. */
  readonly door?: DoorMarkup | undefined
}

export type TokenizeOptions = MarkupOptions & { readonly warnings: MarkupWarnings }
type ReaderState = TokenizeOptions & {
  readonly html: HtmlReader
  readonly ssmlInText: SsmlInText
  readonly thought: TextNode | undefined
}

/** What begins a mark, if it is one. */
const SIGNS = /<|::|&/g
const SIGNS_AND_CUES = /<|::|&|\[/g

/**
 * Cuts the caller's text into text and marks, in order. What represents other text, such as an entity, is a text of its own. Each
 * character is looked at a fixed number of times.
 */
export function* tokenizeMarkup(source: string, options: TokenizeOptions): Generator<MarkupToken> {
  const state = createState(source, options)
  const signs = new RegExp(options.door?.cues === true ? SIGNS_AND_CUES : SIGNS)
  let done = 0
  for (let sign = signs.exec(source); sign !== null; sign = signs.exec(source)) {
    const mark = readMark(source, sign.index, state)
    signs.lastIndex = mark?.span.end ?? sign.index + 1
    if (mark === undefined) continue
    if (done < sign.index) yield plainText(source, { start: done, end: sign.index })
    if (mark.kind !== 'text' || mark.text !== '') yield mark
    done = mark.span.end
  }
  if (done < source.length) yield plainText(source, { start: done, end: source.length })
}

function plainText(source: string, span: Span): TextNode {
  return { kind: 'text', text: source.slice(span.start, span.end), span }
}

function createState(source: string, options: TokenizeOptions): ReaderState {
  const { door, warnings } = options
  const closings = new ClosingTags(source)
  const html = new HtmlReader(source, closings)
  const ssmlInText = new SsmlInText(source, { closings, warnings, acting: door === undefined ? 'some' : 'all' })
  return { ...options, html, ssmlInText, thought: readThought(source, options) }
}

function readThought(source: string, { door, warnings }: TokenizeOptions): TextNode | undefined {
  const found = door === undefined ? undefined : findThought(source, door.mostThought ?? Number.POSITIVE_INFINITY)
  if (found === undefined) return undefined
  const { start, end } = found.mark.span
  if (found.isClosed) warnings.note(`Reasoning in <think> is left out, ${end - start} characters`, start)
  else warnings.note('Reasoning in <think> is spoken, because its end </think> is missing or too far', start)
  return found.mark
}

function readMark(source: string, at: number, state: ReaderState): MarkupToken | undefined {
  if (source[at] === ':') return readColons(source, at)
  if (source[at] === '&') return readNoted(source, at, state)
  if (source[at] === '[') return readNotedCue(source, at, state)
  if (state.thought?.span.start === at) return state.thought
  if (state.ssml) return readInvisible(source, at) ?? readTag(source, at, state)
  return readXmlInText(source, at) ?? readTag(source, at, state) ?? state.ssmlInText.read(at) ?? readHtml(at, state)
}

function readHtml(at: number, { html, ssmlInText, warnings }: ReaderState): MarkupToken | undefined {
  const tag = html.read(at)
  if (tag === undefined) return ssmlInText.readUnknown(at)
  warnings.droppedTag(tag.name, at)
  return tag.node
}

function readNotedCue(source: string, at: number, { warnings }: ReaderState): TextNode | undefined {
  const cue = readCue(source, at)
  if (cue !== undefined) warnings.note(`Cue ${source.slice(at, cue.span.end)} is left out`, at)
  return cue
}

function readNoted(source: string, at: number, state: ReaderState): TextNode | undefined {
  const entity = readEntity(source, at, state)
  if (entity !== undefined && !state.ssml) state.warnings.decodedEntity(source.slice(at, entity.span.end), at)
  return entity
}
