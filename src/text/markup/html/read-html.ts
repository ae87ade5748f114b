import { PARAGRAPH_END, SENTENCE_END } from '../../english/text-ends.ts'
import type { Substitution } from '../tokens/markup-token.ts'
import type { ClosingTags } from './closing-tags.ts'
import {
  CELL_ELEMENTS,
  INLINE_ELEMENTS,
  PARAGRAPH_ELEMENTS,
  SENTENCE_ELEMENTS,
  SILENT_ELEMENTS,
  UNPAIRED_ELEMENTS,
} from './html-elements.ts'

const ATTRIBUTE = `\\s+(?:[a-z][\\w:.-]{0,60}\\s?=\\s?(?:"[^"]{0,3000}"|'[^']{0,3000}'|[^\\s"'<>\`]{1,3000})|disabled|checked|hidden|async|defer|controls|required|selected|nowrap|open|reversed|muted|loop)`
const TAG = new RegExp(`<(\\/?)([a-z][a-z0-9]{0,11})(?:${ATTRIBUTE}){0,40}\\s*\\/?>`, 'iy')

export type HtmlTag = Substitution & { readonly name: string }

/** Reads the HTML of one text: tags are replaced by what is heard of them. Takes time in proportion to the text. */
export class HtmlReader {
  readonly #source: string
  readonly #closings: ClosingTags
  /** Opening tags that were read as markup and not closed yet, by element name. */
  readonly #opened = new Map<string, number>()

  constructor(source: string, closings: ClosingTags) {
    this.#source = source
    this.#closings = closings
  }

  /**
   * Reads the HTML tag, comment or declaration at `start`; undefined if it is plain text, such as `<name>` or an element
   * that is never closed.
   */
  read(start: number): HtmlTag | undefined {
    if (this.#source[start + 1] === '!') return this.#readDeclaration(start)
    TAG.lastIndex = start
    const match = TAG.exec(this.#source)
    if (match === null) return undefined
    const name = match[2]!.toLowerCase()
    const end = start + match[0].length
    if (SILENT_ELEMENTS.has(name)) return this.#readSilent(name, { start, end })
    const text = textOf(name)
    if (text === undefined || !this.#isMarkup(name, { start, isClosing: match[1] === '/' })) return undefined
    return { kind: 'substitution', name, text, span: { start, end } }
  }

  #readDeclaration(start: number): HtmlTag | undefined {
    const isComment = this.#source.startsWith('<!--', start)
    if (!isComment && !/^<!doctype html/i.test(this.#source.slice(start, start + 14))) return undefined
    const closing = isComment ? '-->' : '>'
    if (this.#closings.last(closing) < start) return undefined
    const end = this.#source.indexOf(closing, start) + closing.length
    return { kind: 'substitution', name: isComment ? '!--' : '!doctype', text: '', span: { start, end } }
  }

  #readSilent(name: string, { start, end }: { start: number; end: number }): HtmlTag | undefined {
    if (this.#closings.last(`</${name}`) < start) return undefined
    const close = this.#closings.first(`</${name}`, end)
    const after = close < 0 ? -1 : this.#source.indexOf('>', close)
    return { kind: 'substitution', name, text: ' ', span: { start, end: after < 0 ? end : after + 1 } }
  }

  #isMarkup(name: string, { start, isClosing }: { start: number; isClosing: boolean }): boolean {
    const open = this.#opened.get(name) ?? 0
    if (isClosing) {
      this.#opened.set(name, Math.max(0, open - 1))
      return open > 0 || UNPAIRED_ELEMENTS.has(name) || PARAGRAPH_ELEMENTS.has(name)
    }
    if (!UNPAIRED_ELEMENTS.has(name) && this.#closings.last(`</${name}`) < start) return false
    this.#opened.set(name, open + 1)
    return true
  }
}

/** What is heard of a tag; undefined if HTML has no such element. */
function textOf(name: string): string | undefined {
  if (INLINE_ELEMENTS.has(name)) return ''
  if (CELL_ELEMENTS.has(name)) return ', '
  if (SENTENCE_ELEMENTS.has(name)) return SENTENCE_END
  return PARAGRAPH_ELEMENTS.has(name) ? PARAGRAPH_END : undefined
}
