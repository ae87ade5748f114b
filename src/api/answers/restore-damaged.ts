import type { FastifyBaseLogger } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { type Clip, findClip } from '../../storage/records/clips.ts'
import { restoreClip } from '../../storage/records/render-clips-again.ts'
import type { Services } from '../services.ts'

const RETRY_AFTER_SECONDS = 10

/**
 * Has COMPLETE clips rendered again, because their audio is missing or damaged. Returns the error for the caller that noticed:
 * NOT_FOUND if a clip was deleted meanwhile.
 */
export async function restoreDamaged(
  clips: readonly Pick<Clip, 'id'>[],
  { db, queue }: Pick<Services, 'db' | 'queue'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<ServiceError> {
  const ids = clips.map(({ id }) => id)
  for (const id of ids) {
    await db.transaction().execute(async (transaction) => {
      const restored = await restoreClip(transaction, id)
      if (restored !== undefined) await queue.add(transaction, [restored])
    })
    // Another request may have had it rendered again, and a worker may be done with it.
    const now = await findClip(db, id)
    if (now === undefined || now.status === 'FAILED')
      return new ServiceError('NOT_FOUND', `Cannot find clip ${id}: it was deleted meanwhile`)
  }
  log.error({ clipIds: ids }, 'Audio of COMPLETE clips is missing or damaged: it is rendered again')
  queue.wake()
  const message = `Cannot read the audio of ${ids.join(', ')}: it is missing or damaged, and is being rendered again; send the request again later`
  return new ServiceError('INTERNAL_ERROR', message, {
    status: 503,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })
}
