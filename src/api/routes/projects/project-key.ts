import type { FastifyRequest } from 'fastify'
import type { ProjectKey } from '../../../storage/records/projects.ts'

type ByProject = Pick<FastifyRequest, 'accountId'> & { readonly params: { readonly project_id: string } }

/** The project that a request names. */
export function keyOf({ accountId, params }: ByProject): ProjectKey {
  return { accountId, id: params.project_id }
}
