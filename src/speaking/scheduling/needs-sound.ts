import { BACKGROUND_PATIENCE_MS } from './earliest-deadline.ts'

export type Listener = {
  /** When the listener runs out of sound; undefined if nobody listens. Milliseconds. */
  readonly dueAt: number | undefined
  /** The next chunk is wanted, or being made. */
  readonly isAsking: boolean
}

/** A listener that has heard all and does not ask for more by then reads slower than it could play. */
const SLOW_AFTER_MS = 1000

/**
 * Whether a listener needs the engines now. A listener with seconds of sound left does not: it is served when no other is due. Neither does
 * one that reads too slowly.
 */
export function needsSound({ dueAt, isAsking }: Listener, now: number): boolean {
  if (dueAt === undefined || dueAt > now + BACKGROUND_PATIENCE_MS) return false
  return isAsking || dueAt > now - SLOW_AFTER_MS
}
