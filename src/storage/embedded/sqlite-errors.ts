/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html). */
const [BUSY, LOCKED] = [5, 6]

/** The primary result code of an error of `node:sqlite`; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  const code = (error as { readonly errcode?: unknown } | null)?.errcode
  // The low byte; the rest is the extended code.
  return typeof code === 'number' ? code & 0xff : undefined
}

/** Whether SQLite could not get a lock because another connection holds it. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === BUSY || code === LOCKED
}
