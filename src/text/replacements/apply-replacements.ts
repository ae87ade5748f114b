import { addPossessive, possessiveLength } from '../english/possessive.ts'
import { LengthLimit } from '../length-limit.ts'
import { sliceText, spanOfText } from '../markup/tree/cut-text.ts'
import type { MarkupNode, MarkupTree, ReplacedNode, TextNode } from '../markup/tree/markup-tree.ts'
import { walkMarkup } from '../markup/tree/walk-markup.ts'
import { type Steps, takeSteps } from '../steps.ts'
import { readStoredReplacement } from './read-replacement.ts'
import type { CompiledLibrary, Replacement, ReplacementSet } from './replacement-set.ts'
import type { SequenceMatch } from './sequence-matcher.ts'

/** Elements whose text the caller has already said how to speak. */
const SETTLED: ReadonlySet<string> = new Set(['pronounce', 'alias', 'say-as'])

/**
 * Puts stored replacements in the place of the words that they name, library by library. Only text is searched, not
 * tags, their values or respellings, and what a replacement put in is not searched again.
 */
export function applyReplacements(tree: MarkupTree, set: ReplacementSet): MarkupTree {
  return takeSteps(applyInSteps(tree, set, new LengthLimit()))
}

/** The same, a library or some replacements a step. `length` counts each replacement before it is put in. */
export function* applyInSteps(tree: MarkupTree, { libraries }: ReplacementSet, length: LengthLimit): Steps<MarkupTree> {
  let replaced = tree
  for (const library of libraries) {
    replaced = yield* applyLibrary(replaced, { library, length })
    yield
  }
  return replaced
}

type Application = { readonly library: CompiledLibrary; readonly length: LengthLimit }

function* applyLibrary(tree: MarkupTree, application: Application): Steps<MarkupTree> {
  const top: MarkupNode[] = []
  const outer: MarkupNode[][] = []
  let children = top
  let isSettled = false
  for (const step of walkMarkup(tree)) {
    if (step.kind === 'enter') {
      outer.push(children)
      children = []
      isSettled = SETTLED.has(step.node.effect.kind)
    } else if (step.kind === 'leave') {
      const node: MarkupNode = { ...step.node, children: Object.freeze(children) }
      children = outer.pop() ?? top
      children.push(Object.freeze(node))
      isSettled = false
    } else if (step.node.kind !== 'text' || isSettled) {
      children.push(step.node)
    } else {
      for (const node of replaceInText(step.node, application)) {
        children.push(Object.freeze(node))
        if (children.length % STEP === 0) yield
      }
    }
  }
  return Object.freeze({ ...tree, children: Object.freeze(top) })
}

/** Nodes that are made in one step. */
const STEP = 100

/** A text node cut at the matches of one library. */
function* replaceInText(node: TextNode, { library, length }: Application): Generator<MarkupNode> {
  const { libraryId, matcher, entries } = library
  let done = 0
  for (const match of matcher.findAll(node.text)) {
    const entry = entries[match.sequence]
    if (entry === undefined || match.start < done) continue
    length.put(entry.replacementText.length, spanOfText(node, { from: match.start, to: match.end }).start)
    const replaced = replacedNode(node, { match, entry, libraryId })
    if (match.start > done) yield sliceText(node, { from: done, to: match.start })
    yield replaced
    done = match.start + replaced.written.length
  }
  if (done === 0) yield node
  else if (done < node.text.length) yield sliceText(node, { from: done, to: node.text.length })
}

type FoundEntry = { readonly match: SequenceMatch; readonly entry: Replacement; readonly libraryId: string }

/** Sounds take a possessive `'s` behind the match with them, as it has no word of its own to be added to. */
function replacedNode(node: TextNode, { match, entry, libraryId }: FoundEntry): ReplacedNode {
  const spoken = readStoredReplacement(libraryId, entry)
  const { replacementId, original } = entry
  const added = 'pronunciations' in spoken ? possessiveLength(node.text, match.end) : 0
  const to = match.end + added
  return {
    kind: 'replaced',
    written: node.text.slice(match.start, to),
    span: spanOfText(node, { from: match.start, to }),
    replacement: { libraryId, replacementId, original },
    spoken: added > 0 && 'pronunciations' in spoken ? { pronunciations: addPossessive(spoken.pronunciations) } : spoken,
  }
}
