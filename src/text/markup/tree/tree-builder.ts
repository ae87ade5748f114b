import { MarkupSyntaxError } from '../../../errors.ts'
import { parseRespelling } from '../../respelling/parse-respelling.ts'
import type { CloseTag, OpenTag, RespellingToken } from '../tokens/markup-token.ts'
import type { ElementRule } from './element-rule.ts'
import type { ElementEffect, ElementNode, MarkupNode, TextNode } from './markup-tree.ts'
import { WordEdges } from './word-edges.ts'

type OpenElement = {
  readonly tag: OpenTag
  readonly rule: ElementRule
  readonly effect: ElementEffect
  readonly children: MarkupNode[]
}

/** Builds a tree from tokens in order, and refuses marks that are not allowed at their place. */
export class TreeBuilder {
  readonly #rules: ReadonlyMap<string, ElementRule>
  readonly #top: MarkupNode[] = []
  readonly #open: OpenElement[] = []
  /** How many elements of a name are open. */
  readonly #depths = new Map<string, number>()
  readonly #edges = new WordEdges()

  constructor(rules: ReadonlyMap<string, ElementRule>) {
    this.#rules = rules
  }

  text(node: TextNode): void {
    const parent = this.#open.at(-1)
    if (parent?.rule.holds === 'nothing' && node.text.trim() !== '') {
      throw new MarkupSyntaxError(
        `Cannot put text inside <${parent.tag.name}>: move it out of the element`,
        node.span.start,
      )
    }
    this.#append(node)
    this.#edges.write(node.text)
  }

  respelling({ letters, span }: RespellingToken): void {
    this.#refuseInside('a respelling', span.start)
    const phonemes = Object.freeze(parseRespelling(letters, span.start + 2))
    this.#edges.mark('a respelling', span.start)
    this.#edges.write(letters)
    this.#edges.mark('a respelling', span.start)
    this.#append({ kind: 'respelling', letters, phonemes, span })
  }

  open(tag: OpenTag): void {
    const { name, span } = tag
    const rule = this.#rules.get(name)
    if (rule === undefined)
      throw new MarkupSyntaxError(
        `Cannot read tag <${name}>: it is not supported; remove it, or write "<" as &lt;`,
        span.start,
      )
    this.#refuseInside(`<${name}>`, span.start)
    const depth = this.#depths.get(name) ?? 0
    if (depth > 0 && !rule.nestsInItself) {
      throw new MarkupSyntaxError(`Cannot put <${name}> inside <${name}>: close the first one before`, span.start)
    }
    this.#depths.set(name, depth + 1)
    this.#open.push({ tag, rule, effect: rule.read(tag), children: [] })
    this.#edge(rule, tag)
    if (tag.selfClosing) this.close({ kind: 'close', name, span: { start: span.end, end: span.end } })
  }

  close({ name, span }: CloseTag): void {
    const element = this.#open.at(-1)
    if (element === undefined || (this.#depths.get(name) ?? 0) === 0) {
      throw new MarkupSyntaxError(
        `Cannot close </${name}>: no <${name}> is open; remove it, or add the opening tag`,
        span.start,
      )
    }
    const { tag, rule, effect, children } = element
    if (tag.name !== name) {
      throw new MarkupSyntaxError(
        `Cannot close </${name}>: <${tag.name}> inside it is still open; close that first`,
        span.start,
      )
    }
    if (rule.holds === 'text' && !children.some((child) => child.kind === 'text' && child.text.trim() !== '')) {
      throw new MarkupSyntaxError(
        `Cannot apply <${name}>: it wraps no words; remove it, or put words inside`,
        tag.span.start,
      )
    }
    this.#edge(rule, tag)
    this.#open.pop()
    this.#depths.set(name, (this.#depths.get(name) ?? 0) - 1)
    this.#append(elementOf(tag, { effect, children, end: span.end }))
  }

  /** The finished tree's top nodes. Throws if a tag is still open or cuts a word. */
  finish(): readonly MarkupNode[] {
    const unclosed = this.#open.at(-1)
    if (unclosed !== undefined) {
      const { name, span } = unclosed.tag
      throw new MarkupSyntaxError(`Cannot read tag <${name}>: it is never closed; add </${name}>`, span.start)
    }
    this.#edges.check()
    return Object.freeze(this.#top)
  }

  #append(node: MarkupNode): void {
    const children = this.#open.at(-1)?.children ?? this.#top
    children.push(Object.freeze(node))
  }

  #edge(rule: ElementRule, { name, span }: OpenTag): void {
    if (rule.stands === 'words') this.#edges.mark(`<${name}>`, span.start)
    else this.#edges.write(' ')
  }

  #refuseInside(mark: string, offset: number): void {
    const parent = this.#open.at(-1)
    if (parent === undefined || parent.rule.holds === 'anything') return
    throw new MarkupSyntaxError(`Cannot put ${mark} inside <${parent.tag.name}>: move it out of the element`, offset)
  }
}

type ElementParts = {
  readonly effect: ElementEffect
  readonly children: readonly MarkupNode[]
  readonly end: number
}

function elementOf({ name, attributes, span }: OpenTag, { effect, children, end }: ElementParts): ElementNode {
  return {
    kind: 'element',
    name,
    attributes: attributes.map((attribute) => ({ name: attribute.name, value: attribute.value })),
    effect,
    span: { start: span.start, end },
    children: Object.freeze(children),
  }
}
