import type { Deadline } from '../../src/speaking/scheduling/earliest-deadline.ts'

/** Nobody counts as so far ahead that the engines need not hurry. */
export const BACKGROUND_PATIENCE_MS = Number.POSITIVE_INFINITY

/** The work that was submitted first. */
export function earliestDeadline<Work extends Deadline>(works: Iterable<Work>): Work | undefined {
  return [...works].toSorted((one, other) => one.submittedAt - other.submittedAt)[0]
}
