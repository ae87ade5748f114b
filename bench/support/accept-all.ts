/** Every newcomer may begin at once, and no account goes after others. */
export const mayBegin = (): boolean => true
export const hasFew = mayBegin
export const beginsInTheEnd = mayBegin
export const beginningMs = (): number => 0
export const greedyAmong = (): ReadonlySet<string> => new Set()
export const waitMs = (): number => 0
export const workOf = (): number => 0
export const REFUSE_BEFORE_MS = 0
