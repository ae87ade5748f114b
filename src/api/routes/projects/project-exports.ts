import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { ServiceError } from '../../../errors.ts'
import { listSpoken } from '../../../projects/list-spoken.ts'
import type { Script } from '../../../projects/script.ts'
import { abortWhenCallerLeaves } from '../../answers/caller-left.ts'
import type { App } from '../../app.ts'
import { acceptExport, checkExport } from '../../requests/accept-export.ts'
import { planParagraphs } from '../../requests/plan-paragraphs.ts'
import { parseExportBody } from '../../schemas/export.ts'
import type { exportInputSchema } from '../../schemas/export-input.ts'
import type { Services } from '../../services.ts'
import { keyOf } from './project-key.ts'

type ByProject = { Params: { project_id: string } }

/** Exports the script of a project. Its exports are found by the id of the project, as their `script_id`. */
export function registerProjectExportRoutes(app: App, services: Services): void {
  app.post<ByProject>('/projects/:project_id/exports', { config: { createsClips: true } }, async (request, reply) => {
    const signal = abortWhenCallerLeaves(reply)
    const body = parseExportBody(toExportInput(request, await services.scripts.readForExport(keyOf(request))))
    const paragraphs = await planParagraphs(body.paragraphs, request, { services, signal, isModerated: true })
    const planned = { body, paragraphs }
    checkExport(planned, request, services)
    return await acceptExport(request, planned, services)
  })
}

/** The body that the export would have if its caller had sent the script. */
function toExportInput(
  { body, params }: Pick<FastifyRequest<ByProject>, 'body' | 'params'>,
  script: Script,
): Static<typeof exportInputSchema> {
  const spoken = listSpoken(script)
  const { project_id: id } = params
  if (spoken.length === 0)
    throw new ServiceError('INVALID_TEXT', `Cannot export project "${id}": none of its paragraphs is spoken`)
  return {
    ...(body as object),
    title: script.title,
    script_id: id,
    library_ids: [...script.libraryIds],
    paragraphs: spoken.map(({ speaker, markup, ...paragraph }) => ({
      ...paragraph,
      speaker_id: speaker,
      text: markup,
    })),
  }
}
