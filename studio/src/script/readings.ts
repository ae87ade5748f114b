import { findTakes, markTake, type Takes, toTakeMark } from '../../../src/projects/takes.ts'
import { separate } from '../projects/script-history.ts'
import { currentView, type Place, toPositions } from './editor-view.ts'
import { scriptSchema } from './schema.ts'
import { toNode, toParagraph, toRuns } from './script-nodes.ts'
import { findParagraph, type Paragraph } from './script-state.ts'
import { findSentence } from './sentences.ts'

/** Readings of one sentence that are kept side by side. */
export const MOST_READINGS = 20

/** The sentence around some words, and its readings. */
export type SentenceReadings = Takes & {
  readonly place: Place
  /** Whether readings were kept of what the sentence was before somebody changed it. */
  readonly isOutdated: boolean
}

/** The readings of the sentence around some words; undefined if their paragraph is gone or nobody hears it. */
export function findReadings({ paragraphId, ...words }: Place): SentenceReadings | undefined {
  const paragraph = findParagraph(paragraphId)
  if (paragraph === undefined || paragraph.attributes.isSilent) return undefined
  const { start, end } = findSentence(paragraph.node.textContent, words)
  if (start >= end) return undefined
  const runs = toRuns(paragraph.node)
  const found = findTakes(runs).find((one) => one.start < end && one.end > start)
  const isMarked = found === undefined && paragraph.node.rangeHasMark(start, end, scriptSchema.marks.take!)
  return {
    place: { paragraphId, start: found?.start ?? start, end: found?.end ?? end },
    chosen: found?.chosen,
    kept: found?.kept ?? [],
    isOutdated: isMarked,
  }
}

/** Readings that a sentence has, without the usual one, in the order of their numbers. */
export function listReadings({ chosen, kept }: Takes): readonly number[] {
  return [...new Set([...kept, ...(chosen === undefined ? [] : [chosen])])].toSorted((one, other) => one - other)
}

/** Keeps these readings of a sentence: one step of undo. */
export function keepReadings(place: Place, takes: Takes): void {
  const view = currentView()
  const positions = toPositions(place)
  if (view === undefined || positions === undefined) return
  const [from, to] = positions
  const type = scriptSchema.marks.take!
  const { tr } = view.state
  tr.removeMark(from, to, type)
  const value = toTakeMark(takes, tr.doc.textBetween(from, to))
  if (value !== undefined) tr.addMark(from, to, type.create({ value }))
  view.dispatch(separate(tr))
}

/** The paragraph of a sentence as it is with another reading of it. */
export function withReading({ place }: Pick<SentenceReadings, 'place'>, chosen: number | undefined): Paragraph {
  const paragraph = findParagraph(place.paragraphId)!
  const shared = toParagraph(paragraph.node)
  const text = paragraph.node.textContent.slice(place.start, place.end)
  const runs = markTake(shared.runs, place, toTakeMark({ chosen, kept: [] }, text))
  return { ...paragraph, node: toNode({ ...shared, runs }) }
}
