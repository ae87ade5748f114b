import { PARAGRAPH_END, SENTENCE_END } from '../../english/text-ends.ts'
import { matchAt } from '../../match-at.ts'
import type { ClosingTags } from '../html/closing-tags.ts'
import {
  isSsmlAttribute,
  kindOfSsmlName,
  REGION_ELEMENTS,
  type SsmlNameKind,
  UNSPOKEN_ELEMENTS,
  WORD_PARTS,
} from '../ssml/ssml-names.ts'
import type { TextNode } from '../tree/markup-tree.ts'
import { type CloseTag, type OpenTag, substitute } from './markup-token.ts'
import type { MarkupWarnings } from './markup-warnings.ts'
import { readTag } from './read-tag.ts'
import { findAttribute } from './tag-attributes.ts'

const HEAD = /<(\/?)(?:ssml:)?([a-z_][\w:.-]{0,60})(?=[\s/>]|$)/iy
const ATTRIBUTE = /\s*([^\s"'<>/=]+)\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'<>]+)/y
const AFTER_SENTENCE = /<\/s>\s{0,10}$/i
const SELF_CLOSING = /\s*\/>/y

type Head = {
  readonly name: string
  readonly kind: SsmlNameKind | undefined
  readonly start: number
  readonly end: number
}

export type SsmlInTextOptions = {
  readonly closings: ClosingTags
  readonly warnings: MarkupWarnings
  /** `all`: every tag of SSML is for the parser. `some`: only `<break time>` and `<say-as>` are, the others are left out. */
  readonly acting: 'all' | 'some'
}

/** Finds the tags of SSML in a text that is not SSML as a whole. Takes time in proportion to the text. */
export class SsmlInText {
  readonly #source: string
  readonly #options: SsmlInTextOptions
  /** Whether each open element of a name is SSML's (or else HTML's), and whether it acts. */
  readonly #open = new Map<string, { readonly isSsml: boolean; readonly acts: boolean }[]>()
  /** How many elements are open in which every tag is markup. */
  #regions = 0

  constructor(source: string, options: SsmlInTextOptions) {
    this.#source = source
    this.#options = options
  }

  /** Reads the tag of SSML at `start`; undefined if it is none. Throws MarkupSyntaxError if it is malformed. */
  read(start: number): OpenTag | CloseTag | TextNode | undefined {
    const head = this.#readHead(start)
    if (head?.kind === undefined) return undefined
    if (this.#source[start + 1] === '/') return this.#close(head)
    const isSsml = this.#isSsml(head)
    if (!isSsml && head.kind === 'shared' && this.#options.closings.last(`</${head.name}`) > start)
      this.#push(head.name, { isSsml, acts: false })
    return isSsml ? this.#openElement(head) : undefined
  }

  /** Reads a tag that neither SSML nor HTML knows, inside a document of SSML. */
  readUnknown(start: number): OpenTag | CloseTag | TextNode | undefined {
    const head = this.#regions === 0 ? undefined : this.#readHead(start)
    if (head === undefined) return undefined
    return this.#source[start + 1] === '/' ? this.#close(head) : this.#openElement(head)
  }

  #readHead(start: number): Head | undefined {
    const match = matchAt(HEAD, this.#source, start)
    if (match === null) return undefined
    const name = match[2]!.toLowerCase()
    const isPrefixed = /^<\/?ssml:/i.test(match[0])
    return { name, kind: isPrefixed ? 'plain' : kindOfSsmlName(name), start, end: start + match[0].length }
  }

  #isSsml(head: Head): boolean {
    if (this.#regions > 0 || head.kind === 'plain') return true
    // In HTML, nothing that is struck out ends where the next begins.
    if (head.name === 's' && AFTER_SENTENCE.test(this.#source.slice(Math.max(0, head.start - 20), head.start)))
      return true
    let at = head.end
    for (let attribute = matchAt(ATTRIBUTE, this.#source, at); attribute !== null; ) {
      if (isSsmlAttribute(head.name, attribute[1]!)) return true
      at += attribute[0].length
      attribute = matchAt(ATTRIBUTE, this.#source, at)
    }
    if (matchAt(SELF_CLOSING, this.#source, at) !== null) return head.name !== 'p'
    return head.kind === 'word' && at === head.end && this.#options.closings.last(`</${head.name}`) > head.start
  }

  #openElement({ name, start }: Head): OpenTag | TextNode | undefined {
    const tag = readTag(this.#source, start, { ssml: true })
    if (tag?.kind !== 'open') return undefined
    const acts = this.#options.acting === 'all' || name === 'say-as' || isTimedBreak(tag)
    if (!tag.selfClosing) {
      this.#push(name, { isSsml: true, acts })
      if (REGION_ELEMENTS.has(name)) this.#regions += 1
    }
    return acts ? tag : this.#leaveOut(tag)
  }

  #close(head: Head): CloseTag | TextNode | undefined {
    const { name, kind, start } = head
    const element = this.#open.get(name)?.pop()
    if (element === undefined && kind !== 'plain' && this.#regions === 0) return undefined
    if (element?.isSsml === false) return undefined
    if (element !== undefined && REGION_ELEMENTS.has(name)) this.#regions -= 1
    const tag = readTag(this.#source, start, { ssml: true })
    if (tag?.kind !== 'close') return undefined
    const acts = this.#options.acting === 'all' || (element?.acts ?? name === 'say-as')
    return acts ? tag : this.#leaveOut(tag)
  }

  #push(name: string, element: { readonly isSsml: boolean; readonly acts: boolean }): void {
    const open = this.#open.get(name)
    if (open === undefined) this.#open.set(name, [element])
    else open.push(element)
  }

  /** An element that is not spoken is left out with what it holds. */
  #leaveOut(tag: OpenTag | CloseTag): TextNode {
    const { name, span } = tag
    this.#options.warnings.leftOutTag(name, span.start, 'plain-text')
    const isUnspoken = tag.kind === 'open' && !tag.selfClosing && UNSPOKEN_ELEMENTS.has(name)
    const end = isUnspoken ? this.#options.closings.endOf(name, span.end) : undefined
    if (end === undefined) return substitute(heardOf(name), span)
    this.#open.get(name)?.pop()
    return substitute(' ', { start: span.start, end })
  }
}

/** What is heard of a tag that is left out. */
function heardOf(name: string): string {
  if (name === 'p') return PARAGRAPH_END
  if (name === 's') return SENTENCE_END
  return WORD_PARTS.has(name) ? '' : ' '
}

function isTimedBreak(tag: OpenTag): boolean {
  return tag.name === 'break' && findAttribute(tag, 'time') !== undefined
}
