import { PARAGRAPH_END } from '../../english/text-ends.ts'
import { matchAt } from '../../match-at.ts'
import type { Span } from '../../span.ts'
import { substitute } from '../tokens/markup-token.ts'
import type { TextNode } from '../tree/markup-tree.ts'
import type { ClosingTags } from './closing-tags.ts'
import { HTML_ELEMENTS, type HtmlElement } from './html-elements.ts'

const ATTRIBUTE = `\\s+(?:[a-z][\\w:.-]{0,60}\\s?=\\s?(?:"[^"]{0,3000}"|'[^']{0,3000}'|[^\\s"'<>\`]{1,3000})|disabled|checked|hidden|async|defer|controls|required|selected|nowrap|open|reversed|muted|loop)`
const TAG = new RegExp(`<(\\/?)([a-z][a-z0-9]{0,11})(?:${ATTRIBUTE}){0,40}\\s*\\/?>`, 'iy')

type TagPlace = { readonly start: number; readonly isClosing: boolean }
type HtmlTag = { readonly name: string; readonly node: TextNode }

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
    const match = matchAt(TAG, this.#source, start)
    if (match === null) return undefined
    const name = match[2]!.toLowerCase()
    const element = HTML_ELEMENTS.get(name)
    const span = { start, end: start + match[0].length }
    if (element === undefined) return undefined
    if (element.isSilent) return this.#readSilent(name, span)
    if (!this.#isMarkup(name, element, { start, isClosing: match[1] === '/' })) return undefined
    return { name, node: substitute(element.heard, span) }
  }

  #readDeclaration(start: number): HtmlTag | undefined {
    const isComment = this.#source.startsWith('<!--', start)
    if (!isComment && !/^<!doctype html/i.test(this.#source.slice(start, start + 14))) return undefined
    const closing = isComment ? '-->' : '>'
    if (this.#closings.last(closing) < start) return undefined
    const end = this.#source.indexOf(closing, start) + closing.length
    return { name: isComment ? '!--' : '!doctype', node: substitute('', { start, end }) }
  }

  #readSilent(name: string, { start, end }: Span): HtmlTag | undefined {
    if (this.#closings.last(`</${name}`) < start) return undefined
    return { name, node: substitute(' ', { start, end: this.#closings.endOf(name, end) ?? end }) }
  }

  #isMarkup(name: string, { heard, needsClosing }: HtmlElement, { start, isClosing }: TagPlace): boolean {
    const open = this.#opened.get(name) ?? 0
    if (isClosing) {
      this.#opened.set(name, Math.max(0, open - 1))
      return open > 0 || !needsClosing || heard === PARAGRAPH_END
    }
    if (needsClosing && this.#closings.last(`</${name}`) < start) return false
    this.#opened.set(name, open + 1)
    return true
  }
}
