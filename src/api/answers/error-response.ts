import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, ServiceError } from '../../errors.ts'
import { isStorageOutage } from '../../storage/storage-outage.ts'
import { bodyTooLarge } from '../requests/decompress-body.ts'
import { CallerLeft } from './caller-left.ts'
import { describeProblem } from './describe-problem.ts'

/** Answers an error as `{message, code}`. What is no caller's mistake is logged once and answered without details. */
export function answerError(
  error: FastifyError | ServiceError | CallerLeft,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (error instanceof CallerLeft) {
    void reply.hijack()
    return
  }
  const known = error instanceof ServiceError ? error : toServiceError(error)
  if (known === undefined) {
    if (isStorageOutage(error)) {
      request.log.warn({ err: error }, 'Request refused: the storage fails')
      void send(reply, storageOutage())
      return
    }
    request.log.error({ err: error }, 'Request failed')
    const message = `Something went wrong on our side; the log names it under request ${request.id}`
    void send(reply, new ServiceError('INTERNAL_ERROR', message))
    return
  }
  void send(reply, known)
}

const RETRY_AFTER_SECONDS = 5

function storageOutage(): ServiceError {
  return new ServiceError('INTERNAL_ERROR', 'Cannot store anything at the moment: send the request again later', {
    status: 503,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })
}

function send(reply: FastifyReply, { status, headers, message, code }: ServiceError): FastifyReply {
  // Routes may have said what they were about to send; an error is JSON.
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send({ message, code })
}

/** Fastify's own refusals of a request as errors of this service; undefined for anything else. */
function toServiceError(error: FastifyError): ServiceError | undefined {
  const status = error.statusCode ?? 500
  if (error.validation !== undefined) return validationError(error)
  if (error instanceof SyntaxError) {
    return new ServiceError('MISSING_ARGUMENT', `Cannot read the body: it is not valid JSON (${error.message})`)
  }
  if (status === 413) return bodyTooLarge(error)
  if (status < 400 || status >= 500) return undefined
  const code: ErrorCode = status === 404 ? 'NOT_FOUND' : 'MISSING_ARGUMENT'
  return new ServiceError(code, `Cannot read the request: ${error.message}`, { status })
}

/** A body or query that does not fit its schema. */
function validationError({ validation = [], validationContext }: FastifyError): ServiceError {
  const where = validationContext === 'querystring' ? 'the query' : 'the body'
  const [problem] = validation
  const description = problem === undefined ? 'it is not as expected' : describeProblem(problem)
  return new ServiceError('MISSING_ARGUMENT', `Cannot read ${where}: ${description}`)
}
