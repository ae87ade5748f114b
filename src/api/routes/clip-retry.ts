import { ServiceError } from '../../errors.ts'
import { findClips } from '../../storage/records/clips.ts'
import { findClipCharge, retryClip } from '../../storage/records/render-clips-again.ts'
import { describeClip } from '../answers/describe-clip.ts'
import type { App } from '../app.ts'
import { acceptClips } from '../requests/accept-clips.ts'
import { openAllotment } from '../requests/open-allotment.ts'
import { clipSchema } from '../schemas/clip.ts'
import type { Services } from '../services.ts'

/**
 * POST /clips/{id}/retry: a FAILED clip is rendered again, from the plan that was stored when it was accepted. It is charged as a
 * clip that is accepted now.
 */
export function registerClipRetryRoute(app: App, services: Services): void {
  app.post<{ Params: { clip_id: string } }>(
    '/clips/:clip_id/retry',
    { config: { createsClips: true }, schema: { response: { 200: clipSchema } } },
    async (request) => {
      const { accountId, params } = request
      const id = params.clip_id
      // It may also be a request that is sent again, so the state of the clip is judged later.
      const earlier = await findClipCharge(services.db, { id, accountId })
      const texts = earlier === undefined ? [] : [{ ...earlier, textLength: earlier.characters }]
      const allotment = await openAllotment(request, texts, services, 'clips')
      const [charge] = allotment.clipCharges
      return await acceptClips(
        {
          request,
          charged: charge && { allotment, characters: charge.characters },
          async accept(transaction) {
            const retried = await retryClip(transaction, { id, accountId, charge })
            const [clip] = await findClips(transaction, { accountId, ids: [id] })
            if (retried === undefined)
              throw new ServiceError('CONFLICT', `Cannot retry clip ${id}: it is ${clip!.status}, and not FAILED`)
            return { clips: [retried], answer: await describeClip(clip!, services) }
          },
        },
        services,
      )
    },
  )
}
