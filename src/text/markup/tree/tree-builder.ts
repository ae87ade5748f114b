import { MarkupSyntaxError } from '../../../errors.ts'
import { parseRespelling } from '../../respelling/parse-respelling.ts'
import type { Span } from '../../span.ts'
import type { CloseTag, OpenTag, RespellingToken } from '../tokens/markup-token.ts'
import type { MarkupWarnings } from '../tokens/markup-warnings.ts'
import type { ElementRule } from './element-rule.ts'
import { joinTexts } from './join-texts.ts'
import type { ElementEffect, MarkupNode, TextNode } from './markup-tree.ts'
import { WordEdges } from './word-edges.ts'

type OpenElement = {
  readonly tag: OpenTag
  readonly rule: ElementRule
  readonly effect: ElementEffect
  /** Its own, or those of the element around it if this one is left out. */
  readonly children: MarkupNode[]
}

/** Finds what a tag means by its name. */
export type FindRule = (name: string) => ElementRule | undefined

/** Builds a tree from tokens in order, and refuses marks that are not allowed at their place. */
export class TreeBuilder {
  readonly #findRule: FindRule
  readonly #warnings: MarkupWarnings
  readonly #top: MarkupNode[] = []
  readonly #open: OpenElement[] = []
  /** How many elements of a name are open. */
  readonly #depths = new Map<string, number>()
  readonly #edges = new WordEdges()
  /** Text that is not in the tree yet: it may go on after a tag that is left out. */
  #texts: TextNode[] = []
  /** How many elements are open whose content is not spoken. */
  #unspoken = 0

  constructor(findRule: FindRule, warnings: MarkupWarnings) {
    this.#findRule = findRule
    this.#warnings = warnings
  }

  text(node: TextNode): void {
    if (this.#unspoken > 0) return
    const holder = this.#holder()
    if (holder?.rule.holds === 'nothing' && node.text.trim() !== '') {
      throw new MarkupSyntaxError(
        `Cannot put text inside <${holder.tag.name}>: move it out of the element`,
        node.span.start,
      )
    }
    this.#texts.push(node)
    this.#edges.write(node.text)
  }

  respelling({ letters, span }: RespellingToken): void {
    if (this.#unspoken > 0) return
    this.#refuseInside('a respelling', span.start)
    const phonemes = Object.freeze(parseRespelling(letters, span.start + 2))
    this.#edges.mark('a respelling', span.start)
    this.#edges.write(letters)
    this.#edges.mark('a respelling', span.start)
    this.#append({ kind: 'respelling', letters, phonemes, span })
  }

  open(tag: OpenTag): void {
    const { name, span } = tag
    const rule = this.#findRule(name)
    if (rule === undefined)
      throw new MarkupSyntaxError(
        `Cannot read tag <${name}>: it is not supported; remove it, or write "<" as &lt;`,
        span.start,
      )
    if (rule.stands !== 'anywhere') this.#refuseInside(`<${name}>`, span.start)
    const depth = this.#depths.get(name) ?? 0
    if (depth > 0 && !rule.nestsInItself) {
      throw new MarkupSyntaxError(`Cannot put <${name}> inside <${name}>: close the first one before`, span.start)
    }
    this.#depths.set(name, depth + 1)
    const effect = rule.read(tag, this.#warnings)
    this.#begin({ tag, rule, effect })
    if (tag.selfClosing) this.close({ kind: 'close', name, span: { start: span.end, end: span.end } })
  }

  #begin({ tag, rule, effect }: Omit<OpenElement, 'children'>): void {
    if (effect.kind === 'left-out') {
      this.#open.push({ tag, rule, effect, children: this.#children() })
      this.#part(effect, tag.span)
      if (effect.content === 'unspoken') this.#unspoken += 1
      return
    }
    this.#flush()
    this.#open.push({ tag, rule, effect, children: [] })
    this.#edge(rule, tag)
  }

  close({ name, span }: CloseTag): void {
    const element = this.#open.at(-1)
    if (element === undefined || (this.#depths.get(name) ?? 0) === 0) {
      throw new MarkupSyntaxError(
        `Cannot close </${name}>: no <${name}> is open; remove it, or add the opening tag`,
        span.start,
      )
    }
    const { tag, effect } = element
    if (tag.name !== name) {
      throw new MarkupSyntaxError(
        `Cannot close </${name}>: <${tag.name}> inside it is still open; close that first`,
        span.start,
      )
    }
    this.#depths.set(name, (this.#depths.get(name) ?? 0) - 1)
    if (effect.kind === 'left-out') {
      this.#open.pop()
      if (effect.content === 'unspoken') this.#unspoken -= 1
      this.#part(effect, span)
    } else this.#end(element, span.end)
  }

  #end({ tag, rule, effect, children }: OpenElement, end: number): void {
    this.#flush()
    if (rule.holds === 'text' && !children.some((child) => child.kind === 'text' && child.text.trim() !== '')) {
      throw new MarkupSyntaxError(
        `Cannot apply <${tag.name}>: it wraps no words; remove it, or put words inside`,
        tag.span.start,
      )
    }
    this.#edge(rule, tag)
    this.#open.pop()
    this.#append({
      kind: 'element',
      name: tag.name,
      attributes: tag.attributes.map(({ name, value }) => ({ name, value })),
      effect,
      span: { start: tag.span.start, end },
      children: Object.freeze(children),
    })
  }

  /** The finished tree's top nodes. Throws if a tag is still open or cuts a word. */
  finish(): readonly MarkupNode[] {
    const unclosed = this.#open.at(-1)
    if (unclosed !== undefined) {
      const { name, span } = unclosed.tag
      throw new MarkupSyntaxError(`Cannot read tag <${name}>: it is never closed; add </${name}>`, span.start)
    }
    this.#flush()
    this.#edges.check()
    return Object.freeze(this.#top)
  }

  #children(): MarkupNode[] {
    return this.#open.at(-1)?.children ?? this.#top
  }

  #append(node: MarkupNode): void {
    this.#flush()
    if (this.#unspoken === 0) this.#children().push(Object.freeze(node))
  }

  #flush(): void {
    if (this.#texts.length === 0) return
    this.#children().push(Object.freeze(joinTexts(this.#texts)))
    this.#texts = []
  }

  /** Parts the words on both sides of a tag that is left out, unless it may be inside a word. */
  #part({ parts }: Extract<ElementEffect, { readonly kind: 'left-out' }>, span: Span): void {
    if (!parts || this.#unspoken > 0 || span.start === span.end) return
    this.#texts.push({ kind: 'text', text: ' ', span, places: { starts: [span.start], ends: [span.end] } })
    this.#edges.write(' ')
  }

  /** The innermost open element that is not left out. */
  #holder(): OpenElement | undefined {
    return this.#open.findLast(({ effect }) => effect.kind !== 'left-out')
  }

  #edge(rule: ElementRule, { name, span }: OpenTag): void {
    if (rule.stands === 'words') this.#edges.mark(`<${name}>`, span.start)
    else this.#edges.write(' ')
  }

  #refuseInside(mark: string, offset: number): void {
    const holder = this.#holder()
    if (holder === undefined || holder.rule.holds === 'anything') return
    throw new MarkupSyntaxError(`Cannot put ${mark} inside <${holder.tag.name}>: move it out of the element`, offset)
  }
}
