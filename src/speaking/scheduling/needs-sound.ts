import { BACKGROUND_PATIENCE_MS } from './earliest-deadline.ts'

export type ActiveListener = {
  /** When the listener runs out of sound, or when it was accepted. Milliseconds. */
  readonly dueAt: number
  /** The next chunk is wanted, or being made. */
  readonly isAsking: boolean
}

/** A listener that has heard all and does not ask for more by then reads slower than it could play. */
const SLOW_AFTER_MS = 250

/** Whether a listener takes part: not if it has heard all and does not ask for more. */
export function isActive({ dueAt, isAsking }: ActiveListener, now: number): boolean {
  return isAsking || dueAt > now - SLOW_AFTER_MS
}

/** Whether a listener needs the engines soon. One with seconds of sound left is served when no other is due. */
export function needsSound({ dueAt }: Pick<ActiveListener, 'dueAt'>, now: number): boolean {
  return dueAt <= now + BACKGROUND_PATIENCE_MS
}
