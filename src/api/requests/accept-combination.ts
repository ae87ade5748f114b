import type { FastifyRequest } from 'fastify'
import { checkQueuedClips } from '../../accounts/queued-clips.ts'
import { type Combination, nameCombination, placeClips } from '../../delivery/clips/combine-clips.ts'
import { checkBitrate } from '../../delivery/files/output-format.ts'
import { ServiceError } from '../../errors.ts'
import { insertClips, type NewClip } from '../../storage/records/accept-clips.ts'
import { createOnce } from '../../storage/records/idempotency.ts'
import { parseClipDetails } from '../schemas/clip-details.ts'
import type { Services } from '../services.ts'
import { repeatableRequest } from './repeatable-request.ts'

/** Stores a combination as a clip that a worker renders, and returns the answer. Throws what combining at once would throw. */
export async function acceptCombination(
  request: FastifyRequest,
  { clips, pausesSeconds, output, title, hasChapters }: Combination,
  { db, blobs, queue, clock }: Services,
): Promise<{ readonly clip_id: string }> {
  const { accountId, body, headers, method, url, scopes } = request
  if (!scopes.includes('clips:write'))
    throw new ServiceError('FORBIDDEN', 'Cannot create a clip: the API key lacks the scope clips:write')
  const details = parseClipDetails(body)
  const { sampleRate } = await placeClips(clips, { pausesSeconds, output, blobs })
  checkBitrate(output, sampleRate)
  const clip: NewClip = {
    ...details,
    plan: {
      kind: 'combination',
      version: 1,
      accountId,
      clipIds: clips.map(({ id }) => id),
      pausesSeconds,
      hasChapters,
    },
    format: { ...output, tags: nameCombination({ clips, title }) },
  }
  const now = clock()
  // Differs from the same request for the audio itself, which a header may have asked for.
  const repeatable = repeatableRequest({ accountId, body, headers, method, url: `${url} async` }, now)
  try {
    return await createOnce(db, repeatable, async (transaction) => {
      const accepted = await insertClips(transaction, { accountId, clips: [clip], now })
      await queue.add(transaction, accepted)
      await checkQueuedClips(transaction, accountId, request.plan)
      return { clip_id: accepted[0]!.id }
    })
  } finally {
    queue.wake()
  }
}
