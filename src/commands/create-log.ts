import pino, { type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from '../config.ts'
import { currentTraceId } from '../tracing.ts'
import { openStandardOutput } from './standard-output.ts'

/** Fields that are never logged, however they get into a log line: keys, tokens and what callers write. */
const SECRET_FIELDS = ['authorization', 'cookie', 'x-api-key', 'key', 'token', 'secret', 'password', 'text', 'plan']
const PATHS = SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`])
/** Causes of causes are cut off, so that a loop among them ends. */
const MAX_CAUSES = 5

/** Creates the log of a process: JSON lines on standard output, or to `destination`. */
export function createLog(level: LogLevel, destination: DestinationStream = openStandardOutput()): Logger {
  const options = {
    level,
    mixin: describeTrace,
    redact: { paths: PATHS, censor: '(hidden)' },
    serializers: { err: (error: unknown) => describeError(error, MAX_CAUSES) },
  }
  return pino(options, destination)
}

/** Lets a line be found from its trace. */
function describeTrace(): object {
  const traceId = currentTraceId()
  return traceId === undefined ? {} : { traceId }
}

/**
 * Keeps what finds the cause of an error, and nothing else. Errors of database drivers and HTTP clients carry rows, URLs and
 * headers in further fields, which may hold texts and credentials.
 */
function describeError(error: unknown, causes: number): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, cause } = error
  const { code } = error as NodeJS.ErrnoException
  return {
    type: name,
    message,
    ...(code !== undefined && { code }),
    stack,
    ...(cause !== undefined && causes > 0 && { cause: describeError(cause, causes - 1) }),
  }
}
