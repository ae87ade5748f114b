import type { FastifyRequest } from 'fastify'
import { checkProjectBytes } from '../../accounts/project-limits.ts'
import { ServiceError } from '../../errors.ts'
import { type AnchoredWords, anchorWords, type Place, type SeenPlace } from '../../projects/anchors.ts'
import type { Database } from '../../storage/database.ts'
import { insertComment, type NewComment } from '../../storage/records/project-comments.ts'
import {
  lockProject,
  type ProjectKey,
  type ProjectRecord,
  raiseCommentsRevision,
} from '../../storage/records/projects.ts'
import type { Services } from '../services.ts'

type Caller = Pick<FastifyRequest, 'accountId' | 'plan'>

/** Throws CONTENT_NOT_ALLOWED if the operator's lists forbid one of the texts of a comment. */
export async function moderateComment(
  texts: readonly string[],
  { accountId }: Caller,
  { moderation, resources }: Pick<Services, 'moderation' | 'resources'>,
): Promise<void> {
  const terms = await moderation.termsOf(accountId)
  for (const text of texts) {
    const violation = resources.contentPolicy.find(text, terms)
    if (violation === undefined) continue
    const term = violation.term === undefined ? '' : ` ("${violation.term}")`
    throw new ServiceError(
      'CONTENT_NOT_ALLOWED',
      `Cannot keep the comment: the rule "${violation.rule}" of this service does not allow it${term}`,
    )
  }
}

/** Anchors the words that a comment is about in the script as it is now. */
export async function anchorComment(
  key: ProjectKey,
  { place, quote }: { readonly place: Place; readonly quote: string | undefined },
  { scripts }: Pick<Services, 'scripts'>,
): Promise<AnchoredWords> {
  const seen: SeenPlace = { ...place, quote }
  return await scripts.read(key, (doc) => anchorWords(doc, seen))
}

/** Locks a project whose comments change, and notes that they do. Throws CONFLICT if it is in the trash. */
export async function lockComments(transaction: Database, key: ProjectKey): Promise<ProjectRecord> {
  const project = await lockProject(transaction, key)
  if (project.trashedAt !== null)
    throw new ServiceError(
      'CONFLICT',
      `Cannot change the comments of project "${key.id}": it is in the trash; take it back first`,
    )
  await raiseCommentsRevision(transaction, project.position)
  return project
}

/** Keeps a comment in a project that `lockComments` has locked. Returns its id. */
export async function keepComment(
  transaction: Database,
  project: ProjectRecord,
  { comment, plan }: Pick<Caller, 'plan'> & { readonly comment: NewComment },
): Promise<string> {
  const id = await insertComment(transaction, project, comment)
  await checkProjectBytes(transaction, comment.accountId, plan, 'comment')
  return id
}
