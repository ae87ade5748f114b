import { ServiceError } from '../../errors.ts'
import { retryClip } from '../../storage/records/clip-jobs.ts'
import { findClips } from '../../storage/records/clips.ts'
import { createOnce } from '../../storage/records/idempotency.ts'
import { describeClip } from '../answers/describe-clip.ts'
import type { App } from '../app.ts'
import { repeatableRequest } from '../requests/repeatable-request.ts'
import { clipSchema } from '../schemas/clip.ts'
import type { Services } from '../services.ts'

/** POST /clips/{id}/retry: a FAILED clip is rendered again, from the plan that was stored when it was accepted. */
export function registerClipRetryRoute(app: App, services: Services): void {
  const { db, queue, clock } = services
  app.post<{ Params: { clip_id: string } }>(
    '/clips/:clip_id/retry',
    { schema: { response: { 200: clipSchema } } },
    async (request) => {
      const { accountId, params } = request
      const id = params.clip_id
      try {
        return await createOnce(db, repeatableRequest(request, clock()), async (transaction) => {
          const retried = await retryClip(transaction, { id, accountId })
          const [clip] = await findClips(transaction, { accountId, ids: [id] })
          if (retried === undefined)
            throw new ServiceError('CONFLICT', `Cannot retry clip ${id}: it is ${clip!.status}, and not FAILED`)
          await queue.add(transaction, [retried])
          return await describeClip(clip!, services)
        })
      } finally {
        queue.wake()
      }
    },
  )
}
