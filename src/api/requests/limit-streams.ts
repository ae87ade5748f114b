import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { whenClosed } from '../answers/caller-left.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether the answers of the route are made while the caller waits: of all requests, or of those of which this is true when their bodies
     * have been read. Their number is limited.
     */
    readonly isStream?: boolean | ((request: FastifyRequest) => boolean)
  }
}

/** Whether the answer to a request is made while its caller waits. Ask when its body has been read. */
export function isStreamed(request: FastifyRequest): boolean {
  const { isStream = false } = request.routeOptions.config
  return typeof isStream === 'function' ? isStream(request) : isStream
}

/** Streams under way in this process, in all and by account. Every app that is given the same ones shares the limits. */
export type RunningStreams = { all: number; readonly byAccount: Map<string, number> }

export function createRunningStreams(): RunningStreams {
  return { all: 0, byAccount: new Map() }
}

const RETRY_AFTER = { 'retry-after': '1' }

/**
 * Answers RATE_LIMITED to an account that has as many streams under way as its plan allows, and 503 if this process has `most`.
 * Needs `request.accountId` and `request.plan`.
 */
export function limitStreams(app: FastifyInstance, running: RunningStreams, most: number): void {
  app.addHook('preValidation', async (request, reply) => {
    if (!isStreamed(request)) return
    const leave = takePlace(running, request, most)
    // A WebSocket is a stream as long as it is open.
    whenClosed(request.ws ? request.raw.socket : reply.raw, leave)
  })
}

/**
 * Counts one more stream of an account until the returned function is called. Throws RATE_LIMITED if the account has as many as its plan
 * allows, and INTERNAL_ERROR with 503 if this process has `most`.
 */
export function takePlace(
  running: RunningStreams,
  { accountId, plan }: Pick<FastifyRequest, 'accountId' | 'plan'>,
  most: number,
): () => void {
  const ofAccount = running.byAccount.get(accountId) ?? 0
  if (plan.concurrentStreams !== null && ofAccount >= plan.concurrentStreams)
    throw new ServiceError(
      'RATE_LIMITED',
      `Cannot stream: ${ofAccount} streams are under way, which is all that the plan allows`,
      { reason: 'connections', headers: RETRY_AFTER },
    )
  if (running.all >= most)
    throw new ServiceError('INTERNAL_ERROR', 'Cannot stream: too many streams are under way; try again soon', {
      reason: 'connections',
      status: 503,
      headers: RETRY_AFTER,
    })
  running.all += 1
  running.byAccount.set(accountId, ofAccount + 1)
  return () => {
    running.all -= 1
    const left = (running.byAccount.get(accountId) ?? 0) - 1
    if (left > 0) running.byAccount.set(accountId, left)
    else running.byAccount.delete(accountId)
  }
}
