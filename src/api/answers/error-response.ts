import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, ServiceError } from '../../errors.ts'
import { isStorageOutage } from '../../storage/storage-outage.ts'
import { CallerLeft } from './caller-left.ts'
import { describeProblem } from './describe-problem.ts'

/** Returns the body that reports an error to a caller. */
export type ErrorShape = (error: ServiceError) => object

/** The body of the API's own errors. */
const toErrorBody: ErrorShape = ({ message, code }) => ({ message, code })

type ErrorHandler = (
  error: FastifyError | ServiceError | CallerLeft,
  request: FastifyRequest,
  reply: FastifyReply,
) => void

/** Creates a handler that answers errors in the shape of an API. Errors that are not the caller's fault are logged once and answered without details. */
export function createErrorHandler(shape: ErrorShape): ErrorHandler {
  return (error, request, reply) => {
    if (error instanceof CallerLeft) {
      void reply.hijack()
      return
    }
    const known = explainError(error, request)
    // A connection that is closed while its caller still sends is reset, and the answer may be lost on its way: `limitBodyTime` closes it.
    if (known.status === 413) void reply.removeHeader('connection')
    // A route may have set the content type of its answer; an error is JSON.
    const { status, headers } = known
    void reply.code(status).headers(headers).type('application/json; charset=utf-8').send(shape(known))
  }
}

/** Answers an error as `{message, code}`. */
export const answerError = createErrorHandler(toErrorBody)

/** The part of an error that a caller may see. Counts refusals, and logs errors that are not the caller's fault. */
export function explainError(
  error: Error,
  { id, log, noteRefusal }: Pick<FastifyRequest, 'id' | 'log' | 'noteRefusal'>,
): ServiceError {
  const known = error instanceof ServiceError ? error : toServiceError(error as FastifyError)
  if (known?.reason !== undefined) noteRefusal?.(known.reason)
  if (known !== undefined) return known
  if (isStorageOutage(error)) {
    log.warn({ err: error }, 'Request refused: the storage fails')
    return storageOutage()
  }
  log.error({ err: error }, 'Request failed')
  const message = `The service failed to answer: report request ${id} to the operator, whose log explains it`
  return new ServiceError('INTERNAL_ERROR', message)
}

const RETRY_AFTER_SECONDS = 5

function storageOutage(): ServiceError {
  return new ServiceError('INTERNAL_ERROR', 'Cannot store anything at the moment: send the request again later', {
    status: 503,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })
}

/** Fastify's own refusals of a request as errors of this service; undefined for anything else. */
function toServiceError(error: FastifyError): ServiceError | undefined {
  const status = error.statusCode ?? 500
  if (error.validation !== undefined) return validationError(error)
  if (error instanceof SyntaxError) {
    const message = `Cannot read the body: it is not valid JSON (${error.message})`
    return new ServiceError('MISSING_ARGUMENT', message, { cause: error })
  }
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return pathTooLong(error)
  if (status < 400 || status >= 500) return undefined
  const code: ErrorCode = status === 404 ? 'NOT_FOUND' : 'MISSING_ARGUMENT'
  return new ServiceError(code, `Cannot read the request: ${error.message}`, { status })
}

/** Fastify's message repeats the whole path. */
function pathTooLong(cause: FastifyError): ServiceError {
  const message = 'Cannot read the request: an id or name in its path is too long'
  return new ServiceError('MISSING_ARGUMENT', message, { status: 414, cause })
}

/** A body or query that does not fit its schema. */
function validationError({ validation = [], validationContext }: FastifyError): ServiceError {
  const where = validationContext === 'querystring' ? 'the query' : 'the body'
  const [problem] = validation
  const description = problem === undefined ? 'it is not as expected' : describeProblem(problem)
  return new ServiceError('MISSING_ARGUMENT', `Cannot read ${where}: ${description}`)
}
