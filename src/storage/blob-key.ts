const KEY = /^[A-Za-z0-9][A-Za-z0-9.-]*(?:\/[A-Za-z0-9][A-Za-z0-9.-]*)*$/

/** Returns the key of a blob. Throws if it is not a path of letters, digits, `-` and `.` without hidden parts. */
export function checkBlobKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`Cannot use blob key "${key}"`)
  return key
}
