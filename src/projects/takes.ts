import type { Run } from './script.ts'

/**
 * The readings of a sentence that somebody has heard, and the one that is spoken. It is kept as a mark on the sentence, so that it goes where
 * the sentence goes. Older releases keep marks that they do not know.
 */
export type Takes = {
  /** The seed of the reading that is spoken; undefined for the default one. */
  readonly chosen: number | undefined
  /** Seeds of the readings that are kept side by side, without the default one. */
  readonly kept: readonly number[]
}

/** `chosen;kept,kept;fingerprint of the sentence`. */
const MARK = /^(\d{0,10});((?:\d{1,10}(?:,\d{1,10})*)?);([0-9a-z]+)$/

/** The value of the mark for the takes of a text; undefined if there is nothing to keep. */
export function toTakeMark({ chosen, kept }: Takes, text: string): string | undefined {
  if (chosen === undefined && kept.length === 0) return undefined
  return `${chosen ?? ''};${kept.join()};${fingerprint(text)}`
}

/** The takes of a marked text; undefined if the text has changed since, or the value is that of a later release. */
export function readTakeMark(value: unknown, text: string): Takes | undefined {
  const [, chosen, kept = '', print] = (typeof value === 'string' && MARK.exec(value)) || []
  if (chosen === undefined || print !== fingerprint(text)) return undefined
  return {
    chosen: chosen === '' ? undefined : Number(chosen),
    kept: kept === '' ? [] : kept.split(',').map(Number),
  }
}

/** A stretch of a paragraph with takes that fit its text. Places are UTF-16 units of the paragraph's text. */
export type TakenStretch = Takes & { readonly start: number; readonly end: number }

/** The stretches of a paragraph whose takes fit. Those of a text that was changed, divided or joined do not. */
export function findTakes(runs: readonly Run[]): readonly TakenStretch[] {
  const found: TakenStretch[] = []
  let [start, text] = [0, '']
  for (const [index, run] of runs.entries()) {
    const value = run.marks.take
    text += run.text
    if (runs[index + 1]?.marks.take === value && index < runs.length - 1) continue
    const takes = value === undefined ? undefined : readTakeMark(value, text)
    if (takes !== undefined) found.push({ ...takes, start, end: start + text.length })
    ;[start, text] = [start + text.length, '']
  }
  return found
}

/** Marks a stretch of a paragraph with a value, or takes the mark away. */
export function markTake(
  runs: readonly Run[],
  { start, end }: { readonly start: number; readonly end: number },
  take: string | undefined,
): readonly Run[] {
  let place = 0
  return runs.flatMap(({ text, marks }) => {
    const [from, to] = [start, end].map((at) => Math.min(Math.max(at - place, 0), text.length)) as [number, number]
    place += text.length
    const { take: _, ...others } = marks
    return [
      { text: text.slice(0, from), marks },
      { text: text.slice(from, to), marks: take === undefined ? others : { ...others, take } },
      { text: text.slice(to), marks },
    ].filter((run) => run.text !== '')
  })
}

/** FNV-1a of a text. Whoever types in a sentence, of whatever release, makes it another one. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let unit = 0; unit < text.length; unit += 1) hash = Math.imul(hash ^ text.charCodeAt(unit), 0x01000193)
  return (hash >>> 0).toString(36)
}
