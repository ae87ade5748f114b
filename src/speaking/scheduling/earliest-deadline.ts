/** What decides whose turn it is. All times are milliseconds of one clock. */
export type Deadline = {
  readonly submittedAt: number
  /** When its listener runs out of sound; undefined if nobody listens. */
  readonly dueAt: number | undefined
}

/**
 * Work without a listener is due this long after it was submitted. Until then, every listener with less audio buffered than this
 * goes first. Older work overtakes listeners, so it never starves.
 */
export const BACKGROUND_PATIENCE_MS = 10_000

/** When a piece of work should be done. */
function deadlineOf({ submittedAt, dueAt }: Deadline): number {
  return dueAt ?? submittedAt + BACKGROUND_PATIENCE_MS
}

/** The work that is due first; of several that are due at once, the first in order. Undefined if there is none. */
export function earliestDeadline<Work extends Deadline>(works: Iterable<Work>): Work | undefined {
  let earliest: Work | undefined
  let deadline = Number.POSITIVE_INFINITY
  for (const work of works) {
    const due = deadlineOf(work)
    if (earliest !== undefined && due >= deadline) continue
    earliest = work
    deadline = due
  }
  return earliest
}
