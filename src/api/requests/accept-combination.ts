import type { FastifyRequest } from 'fastify'
import { checkFileLength, takeCombinedAudio } from '../../accounts/audio-costs.ts'
import { type Combination, lengthMs, nameCombination, placeClips } from '../../delivery/clips/combine-clips.ts'
import { expectBytes } from '../../delivery/clips/expect-bytes.ts'
import { checkBitrate } from '../../delivery/files/output-format.ts'
import { ServiceError } from '../../errors.ts'
import { insertClips, type NewClip } from '../../storage/records/accept-clips.ts'
import { parseClipDetails } from '../schemas/clip-details.ts'
import type { Services } from '../services.ts'
import { acceptClips } from './accept-clips.ts'
import { refuseFullQueue } from './admit-requests.ts'

/** Stores a combination as a clip that a worker renders, and returns the answer. Throws what combining at once would throw. */
export async function acceptCombination(
  request: FastifyRequest,
  { clips, pausesSeconds, output, title, hasChapters }: Combination,
  services: Services,
): Promise<{ readonly clip_id: string }> {
  const { blobs, clock, pressure, limits } = services
  const { accountId, plan, body, headers, method, url, scopes } = request
  if (!scopes.includes('clips:write'))
    throw new ServiceError(
      'FORBIDDEN',
      'Cannot create a clip: the API key lacks the scope clips:write; use a key that has it',
    )
  await refuseFullQueue(pressure, limits)
  const details = parseClipDetails(body)
  const placed = await placeClips(clips, { pausesSeconds, output, blobs })
  checkBitrate(output, placed.sampleRate)
  const audioMs = lengthMs(placed)
  checkFileLength(audioMs, plan)
  const rates = placed.masters.map(({ sampleRate }) => sampleRate)
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
    audioBytes: expectBytes({ seconds: audioMs / 1000, sampleRate: Math.max(...rates) }, output),
  }
  // Differs from the same request for the audio itself, which a header may have asked for.
  const asked = { accountId, plan, body, headers, method, url: `${url} async` }
  return await acceptClips(
    {
      request: asked,
      async accept(transaction) {
        await takeCombinedAudio(transaction, audioMs, { accountId, plan, now: clock() })
        const accepted = await insertClips(transaction, { accountId, clips: [clip], now: clock() })
        return { clips: accepted, answer: { clip_id: accepted[0]!.id } }
      },
    },
    services,
  )
}
