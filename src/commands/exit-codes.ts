import { CommanderError } from '@commander-js/extra-typings'
import { ClipFailedError, DeclaimConnectionError, DeclaimError } from '../../client/src/declaim.ts'
import { SettingsError } from '../config.ts'
import { ServiceError } from '../errors.ts'
import { isDamaged, isDiskFault } from '../storage/embedded/sqlite-errors.ts'
import { NewerDatabaseError } from '../storage/migrations/newer-database-error.ts'

/** Exit codes of BSD's sysexits.h that a script can act on. */
const EXIT = {
  usage: 64,
  data: 65,
  noInput: 66,
  unavailable: 69,
  software: 70,
  cannotCreate: 73,
  inputOutput: 74,
  temporary: 75,
  noPermission: 77,
  config: 78,
} as const

/** A command failed for a reason that has an exit code of its own. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: number

  constructor(reason: keyof typeof EXIT, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = EXIT[reason]
  }
}

const OF_CODES: Readonly<Record<string, number>> = {
  ENOENT: EXIT.noInput,
  ENOTDIR: EXIT.noInput,
  EISDIR: EXIT.noInput,
  EACCES: EXIT.noPermission,
  EPERM: EXIT.noPermission,
  EROFS: EXIT.cannotCreate,
  EEXIST: EXIT.cannotCreate,
  ENOSPC: EXIT.inputOutput,
  EDQUOT: EXIT.inputOutput,
  EIO: EXIT.inputOutput,
  ECONNREFUSED: EXIT.unavailable,
  ECONNRESET: EXIT.unavailable,
  EHOSTUNREACH: EXIT.unavailable,
  ENOTFOUND: EXIT.unavailable,
  ETIMEDOUT: EXIT.unavailable,
  // PostgreSQL: no such database, no such user, a wrong password.
  '3D000': EXIT.config,
  '28000': EXIT.noPermission,
  '28P01': EXIT.noPermission,
}

/** The exit code for an error that ended a command; 1 if no code of sysexits.h fits. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage
  if (error instanceof SettingsError || error instanceof NewerDatabaseError) return EXIT.config
  if (error instanceof DeclaimError || error instanceof ServiceError) return exitCodeOfStatus(error.status)
  if (error instanceof DeclaimConnectionError) return EXIT.unavailable
  if (error instanceof ClipFailedError) return EXIT.software
  if (isDamaged(error)) return EXIT.data
  if (isDiskFault(error)) return EXIT.inputOutput
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown }
  const own = typeof code === 'string' ? OF_CODES[code] : undefined
  return own ?? (cause instanceof Error ? exitCodeOf(cause) : 1)
}

function exitCodeOfStatus(status: number): number {
  if (status === 401 || status === 403) return EXIT.noPermission
  if (status === 429 || status === 503) return EXIT.temporary
  return status >= 500 ? EXIT.software : EXIT.data
}
