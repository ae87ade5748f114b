import { compareText, type TextPart } from './compare-text.ts'
import { findMoved } from './find-moved.ts'
import { printRuns } from './markup.ts'
import { ATTRIBUTE_NAMES, type Paragraph, type ParagraphAttributes, type Script } from './script.ts'

/** A paragraph that is not the same in two scripts. */
export type ParagraphDifference = {
  readonly id: string
  /** A moved one may have changed too. */
  readonly kind: 'added' | 'removed' | 'moved' | 'changed'
  /** The attributes that differ; none unless both scripts have it. */
  readonly attributes: readonly (keyof ParagraphAttributes)[]
  /** Its text, as markup. */
  readonly parts: readonly TextPart[]
}

/**
 * Compares two scripts, whose paragraphs are known by their ids, one paragraph a step. The differences are in the order of the new script;
 * removed paragraphs are where they were.
 */
export function* compareScripts(before: Script, after: Script): Generator<undefined, readonly ParagraphDifference[]> {
  const old = new Map(before.paragraphs.map((paragraph) => [paragraph.id, paragraph]))
  const fresh = new Set(after.paragraphs.map(({ id }) => id))
  const moved = findMoved(
    [...old.keys()].filter((id) => fresh.has(id)),
    [...fresh].filter((id) => old.has(id)),
  )
  const removed = removedBefore(before.paragraphs, { fresh, moved })
  const differences: ParagraphDifference[] = []
  for (const paragraph of after.paragraphs) {
    const { id } = paragraph
    differences.push(...(removed.get(id) ?? []).map(toRemoved))
    const difference = compareParagraph(old.get(id), paragraph, moved.has(id))
    if (difference !== undefined) differences.push(difference)
    yield
  }
  return [...differences, ...(removed.get(END) ?? []).map(toRemoved)]
}

/** Stands for the end of a script. No paragraph has such an id. */
const END = ''

type Survivors = { readonly fresh: ReadonlySet<string>; readonly moved: ReadonlySet<string> }

/** The removed paragraphs, by the id of the next one that is still there and has not moved. */
function removedBefore(
  paragraphs: readonly Paragraph[],
  { fresh, moved }: Survivors,
): ReadonlyMap<string, readonly Paragraph[]> {
  const removed = new Map<string, Paragraph[]>()
  let waiting: Paragraph[] = []
  for (const paragraph of paragraphs) {
    if (!fresh.has(paragraph.id)) waiting.push(paragraph)
    else if (!moved.has(paragraph.id)) {
      removed.set(paragraph.id, waiting)
      waiting = []
    }
  }
  return removed.set(END, waiting)
}

function toRemoved({ id, runs }: Paragraph): ParagraphDifference {
  return { id, kind: 'removed', attributes: [], parts: compareText(printRuns(runs).markup, '') }
}

/** Undefined if both are the same. */
function compareParagraph(
  before: Paragraph | undefined,
  after: Paragraph,
  isMoved: boolean,
): ParagraphDifference | undefined {
  const { id, runs } = after
  const { markup } = printRuns(runs)
  if (before === undefined) return { id, kind: 'added', attributes: [], parts: compareText('', markup) }
  const attributes = ATTRIBUTE_NAMES.filter((name) => before[name] !== after[name])
  const parts = compareText(printRuns(before.runs).markup, markup)
  const isChanged = attributes.length > 0 || parts.some(({ kind }) => kind !== 'same')
  if (!isMoved && !isChanged) return undefined
  return { id, kind: isMoved ? 'moved' : 'changed', attributes, parts }
}
