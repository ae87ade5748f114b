import { sqliteCode } from './embedded/sqlite-errors.ts'

/** Codes of the system: no space, no quota, no file handles, a disk that fails or is read-only. */
const SYSTEM_CODES = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EIO', 'EROFS'])
/** SQLITE_BUSY, LOCKED, READONLY, IOERR, FULL and CANTOPEN. */
const SQLITE_CODES = new Set([5, 6, 8, 10, 13, 14])

/** Whether an error, or a cause of it, is an outage of the storage that can pass: the same call may succeed later. */
export function isStorageOutage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== undefined && SYSTEM_CODES.has(code)) return true
    if (SQLITE_CODES.has(sqliteCode(cause) ?? 0)) return true
  }
  return false
}
