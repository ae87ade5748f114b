import { sqliteCode } from './embedded/sqlite-errors.ts'
import { StorageStalledError } from './storage-stalled.ts'

/** Codes of the system: no space, no quota, no file handles, a disk that fails or is read-only, a server that cannot be reached. */
const SYSTEM_CODES = new Set(
  'ENOSPC EDQUOT EMFILE ENFILE EIO EROFS ECONNREFUSED ECONNRESET ETIMEDOUT EPIPE EHOSTUNREACH ENETUNREACH EAI_AGAIN'.split(
    ' ',
  ),
)
/** PostgreSQL: connection exceptions, insufficient resources, a shutdown, a deadlock, a read-only server. */
const POSTGRES_CODES = /^(?:08...|53...|57P0.|40001|40P01|25006)$/
/** Errors of the PostgreSQL driver that have no code. */
const POSTGRES_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/
/** SQLITE_BUSY, LOCKED, READONLY, IOERR, FULL and CANTOPEN. */
const SQLITE_CODES = new Set([5, 6, 8, 10, 13, 14])

/** As the AWS SDK throws them. */
type S3Error = Error & { readonly $metadata?: { readonly httpStatusCode?: number } }

/** Whether an error, or a cause of it, is an outage of the storage that can pass: the same call may succeed later. */
export function isStorageOutage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof StorageStalledError) return true
    const { code } = cause as NodeJS.ErrnoException
    if (code !== undefined && (SYSTEM_CODES.has(code) || POSTGRES_CODES.test(code))) return true
    if (((cause as S3Error).$metadata?.httpStatusCode ?? 0) >= 500) return true
    if (POSTGRES_MESSAGES.test(cause.message)) return true
    if (SQLITE_CODES.has(sqliteCode(cause) ?? 0)) return true
  }
  return false
}
