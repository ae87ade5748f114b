/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html). */
const [BUSY, LOCKED, IO_ERROR, CORRUPT, FULL, NO_DATABASE] = [5, 6, 10, 11, 13, 26]

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

/** Whether the file is no database, or not whole. */
export function isDamaged(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === CORRUPT || code === NO_DATABASE
}

/** Whether the disk is full, or fails. */
export function isDiskFault(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === FULL || code === IO_ERROR
}

/** What the operator can do about a database that cannot be opened; undefined if SQLite did not refuse it. */
export function adviseOnSqlite(error: unknown): string | undefined {
  if (sqliteCode(error) === undefined) return undefined
  if (isBusy(error)) return 'another process keeps it; try again'
  if (isDamaged(error)) return 'it is damaged; restore a backup'
  if (isDiskFault(error)) return 'the disk is full or fails; make room'
  return 'check that this user may write it and its folder'
}
