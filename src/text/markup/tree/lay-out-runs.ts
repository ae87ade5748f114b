import { combineDelivery } from './combine-delivery.ts'
import { cutText, spanOfText } from './cut-text.ts'
import { type Delivery, type Emphasis, type MarkupRun, NEUTRAL_DELIVERY, type TextRun } from './markup-run.ts'
import type { ElementEffect, ElementNode, MarkupNode, MarkupTree, ReplacedNode, TextNode } from './markup-tree.ts'
import { walkMarkup } from './walk-markup.ts'

/** What the tags around a place say together. */
type Context = {
  readonly delivery: Delivery
  readonly emphasis?: Emphasis
  readonly sayAs?: NonNullable<TextRun['sayAs']>
  /** The innermost tag that speaks something else than the text that it wraps. */
  readonly instead?: Instead
}

type Instead = Extract<ElementEffect, { readonly kind: 'pronounce' | 'alias' }>

/** Lays a tree out in reading order: each run with everything that the tags around it say. White space is kept. */
export function layOutRuns(tree: MarkupTree): readonly MarkupRun[] {
  const runs: MarkupRun[] = []
  let context: Context = { delivery: NEUTRAL_DELIVERY }
  const outer: Context[] = []
  for (const step of walkMarkup(tree)) {
    if (step.kind === 'leaf') {
      for (const run of leafRuns(step.node, context)) runs.push(run)
      continue
    }
    const { effect, span } = step.node
    if (effect.kind === 'edge') {
      const at = step.kind === 'enter' ? span.start : span.end
      runs.push({ ...commonOf(context), kind: 'edge', edge: effect.edge, span: { start: at, end: at } })
    }
    if (step.kind === 'leave') {
      context = outer.pop() ?? context
      continue
    }
    if (effect.kind === 'break') runs.push({ ...commonOf(context), kind: 'break', seconds: effect.seconds, span })
    outer.push(context)
    context = deepen(context, effect)
  }
  return runs
}

function deepen(context: Context, effect: ElementEffect): Context {
  if (effect.kind === 'delivery') {
    return { ...context, delivery: combineDelivery(context.delivery, effect.delivery) }
  }
  if (effect.kind === 'emphasis') return { ...context, emphasis: effect.emphasis }
  if (effect.kind === 'pronounce' || effect.kind === 'alias') return { ...context, instead: effect }
  if (effect.kind === 'say-as') {
    const { interpretAs, format } = effect
    return { ...context, sayAs: format === undefined ? { interpretAs } : { interpretAs, format } }
  }
  return context
}

function leafRuns(node: Exclude<MarkupNode, ElementNode>, context: Context): readonly MarkupRun[] {
  const common = commonOf(context)
  if (node.kind === 'respelling') {
    const span = { start: node.span.start + 2, end: node.span.end - 2 }
    return [{ ...common, kind: 'pronounced', text: node.letters, pronunciations: [node.phonemes], span }]
  }
  if (node.kind === 'replaced') return [replacedRun(node, common)]
  if (context.instead !== undefined) return [insteadRun(node, context.instead, common)]
  const { sayAs } = context
  return Array.from(cutText(node), (piece) => ({ ...common, kind: 'text', ...piece, ...(sayAs && { sayAs }) }))
}

type Common = Pick<MarkupRun, 'delivery' | 'emphasis'>

function commonOf({ delivery, emphasis }: Context): Common {
  return emphasis === undefined ? { delivery } : { delivery, emphasis }
}

function replacedRun({ written, span, replacement, spoken }: ReplacedNode, common: Common): MarkupRun {
  if ('text' in spoken) return { ...common, kind: 'text', text: spoken.text, mapping: 'whole', span, replacement }
  return { ...common, kind: 'pronounced', text: written, pronunciations: spoken.pronunciations, span, replacement }
}

/** The words inside a tag that has them spoken in another way; the white space around them is dropped. */
function insteadRun(node: TextNode, instead: Instead, common: Common): MarkupRun {
  const text = node.text.trim()
  const from = node.text.length - node.text.trimStart().length
  const span = spanOfText(node, { from, to: from + text.length })
  if (instead.kind === 'alias') return { ...common, kind: 'text', text: instead.text, mapping: 'whole', span }
  return { ...common, kind: 'pronounced', text, pronunciations: instead.pronunciations, span }
}
