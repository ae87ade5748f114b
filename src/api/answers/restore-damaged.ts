import type { FastifyBaseLogger } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { type Clip, restoreClip } from '../../storage/records/clips.ts'
import type { Services } from '../services.ts'

const RETRY_AFTER_SECONDS = 10

/** Has COMPLETE clips rendered again, because their audio is missing or damaged. Returns the error for the caller that noticed. */
export async function restoreDamaged(
  clips: readonly Pick<Clip, 'id'>[],
  { db, wakeWorkers }: Pick<Services, 'db' | 'wakeWorkers'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<ServiceError> {
  const ids = clips.map(({ id }) => id)
  log.error({ clipIds: ids }, 'Audio of COMPLETE clips is missing or damaged: it is rendered again')
  for (const id of ids) await restoreClip(db, id)
  wakeWorkers()
  const message = `Cannot read the audio of ${ids.join(', ')}: it is missing or damaged, and is being rendered again`
  return new ServiceError('INTERNAL_ERROR', message, {
    status: 503,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })
}
