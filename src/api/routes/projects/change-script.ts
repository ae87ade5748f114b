import type { FastifyRequest } from 'fastify'
import { checkProjectBytes } from '../../../accounts/project-limits.ts'
import type { ScriptChange } from '../../../delivery/projects/project-scripts.ts'
import type { Database } from '../../../storage/database.ts'
import type { ProjectVersion } from '../../../storage/records/project-versions.ts'
import type { ProjectRecord } from '../../../storage/records/projects.ts'
import { authorOf } from '../../requests/actor.ts'
import { auditChange } from '../../requests/audited-change.ts'
import type { Services } from '../../services.ts'
import { keyOf } from './project-key.ts'

type ByProject = FastifyRequest<{ Params: { project_id: string } }>

type Change<Answer> = Pick<ScriptChange<Answer>, 'edit' | 'keepBefore'> & {
  /** Runs at the end of the transaction. `kept` is the version that has the script before the edit. */
  readonly answer: (transaction: Database, project: ProjectRecord, kept?: ProjectVersion) => Promise<Answer>
}

/** Changes the script of a project for a request, records it in the audit log, and notifies all who follow it. */
export async function changeScript<Answer extends object>(
  request: ByProject,
  { scripts, moderation, projects, clock }: Services,
  { edit, keepBefore, answer }: Change<Answer>,
): Promise<Answer> {
  const { accountId, plan } = request
  const changed = await scripts.change(keyOf(request), {
    edit,
    ...(keepBefore !== undefined && { keepBefore }),
    by: authorOf(request),
    terms: await moderation.termsOf(accountId),
    finish: async (transaction, { project, hasChanged, kept }) => {
      if (hasChanged) await checkProjectBytes(transaction, accountId, plan)
      const body = await answer(transaction, project, kept)
      await auditChange(transaction, request, { now: clock(), answer: body })
      return body
    },
  })
  projects.wake()
  return changed
}
