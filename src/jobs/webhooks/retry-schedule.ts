const FIRST_DELAY_MS = 5000
const FACTOR = 4
const LONGEST_DELAY_MS = 4 * 60 * 60_000
/** How long a message is tried after its first attempt. */
export const TRIED_FOR_MS = 24 * 60 * 60_000
/** Deliveries that failed at the same time do not come back at the same time: delays vary by this share. */
const JITTER = 0.2

/**
 * Returns when a message is sent again after its attempt number `attempts` failed: after 5 s, 20 s, 80 s and so on, at most 4
 * hours; undefined if it has been tried for 24 hours. `random` is from 0 to 1.
 */
export function nextAttemptAt(
  { firstAt, now, attempts }: { readonly firstAt: number; readonly now: number; readonly attempts: number },
  random: number,
): number | undefined {
  const last = firstAt + TRIED_FOR_MS
  if (now >= last) return undefined
  const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * FACTOR ** (attempts - 1))
  return Math.min(last, now + Math.round(delay * (1 + JITTER * (2 * random - 1))))
}
