import type { FastifyInstance } from 'fastify'
import type { RefusalLog } from '../../accounts/management/refusal-log.ts'
import { ServiceError } from '../../errors.ts'
import { changedBy } from './actor.ts'

type Options = { readonly refusals: RefusalLog; readonly clock: () => number; readonly prefix: string }

/** Paths of accounts, keys, plans and sessions. */
const ADMINISTRATION = /^\/(?:admin|keys|sessions|members)(?:\/|$)/

/** Notes callers that try to administer what they may not. */
export function noteRefusals(app: FastifyInstance, { refusals, clock, prefix }: Options): void {
  app.addHook('onError', async (request, _, error) => {
    const path = request.routeOptions.url?.slice(prefix.length) ?? ''
    if (!(error instanceof ServiceError) || error.code !== 'FORBIDDEN' || !ADMINISTRATION.test(path)) return
    // Before its key is checked, a caller is not known.
    if (request.accountId === '') {
      refusals.note({ action: 'refuseAdministration', actor: { kind: 'unknown', address: request.ip } })
      return
    }
    const { actor } = changedBy(request, clock())
    if (actor.kind !== 'operator') refusals.note({ action: 'refuseAdministration', actor })
  })
}
