import type { FastifyRequest } from 'fastify'
import { checkFileLength, takeCombinedAudio } from '../../accounts/audio-costs.ts'
import {
  type Combination,
  combineClips,
  DamagedMaster,
  lengthMs,
  placeClips,
} from '../../delivery/clips/combine-clips.ts'
import { findDamagedClips } from '../../delivery/clips/find-damaged-clips.ts'
import { contentTypeOf } from '../../delivery/files/content-types.ts'
import { checkBitrate } from '../../delivery/files/output-format.ts'
import { ServiceError } from '../../errors.ts'
import { findClips } from '../../storage/records/clips.ts'
import { createOnce } from '../../storage/records/idempotency.ts'
import { abortWhenCallerLeaves } from '../answers/caller-left.ts'
import { restoreDamaged } from '../answers/restore-damaged.ts'
import { sendAudio } from '../answers/send-audio.ts'
import type { App } from '../app.ts'
import { acceptCombination } from '../requests/accept-combination.ts'
import { readPatience, readPreferences } from '../requests/preferences.ts'
import { repeatableRequest } from '../requests/repeatable-request.ts'
import { parseCombinationBody } from '../schemas/combination.ts'
import { parseFlag } from '../schemas/parse-flag.ts'
import type { Services } from '../services.ts'

/** POST /clips/combine: finished clips as one file, with exact pauses between them; at once, or as a new clip. */
export function registerCombineRoute(app: App, services: Services): void {
  const { db, blobs, clock } = services
  const isStream = (request: FastifyRequest): boolean => !asksForAsync(request)
  app.post('/clips/combine', { config: { isStream } }, async (request, reply) => {
    const { body, accountId, log } = request
    const { clipIds, ...combination } = parseCombinationBody(body)
    const isAsync = asksForAsync(request)
    const clips = await findClips(db, { accountId, ids: clipIds })
    const unfinished = clips.filter(({ status }) => status !== 'COMPLETE')
    if (unfinished.length > 0) {
      const list = unfinished.map(({ id, status }) => `${id} is ${status}`).join(', ')
      throw new ServiceError('CONFLICT', `Cannot combine clips that are not COMPLETE: ${list}`)
    }
    const refuseDamaged = async (): Promise<void> => {
      const damaged = await findDamagedClips(clips, blobs)
      if (damaged.length > 0) throw await restoreDamaged(damaged, services, log)
    }
    await refuseDamaged()
    if (isAsync) {
      void reply.header('preference-applied', 'respond-async')
      return await acceptCombination(request, { clips, ...combination }, services)
    }
    // The same clips give the same audio, so a repeated request is combined again.
    await createOnce(db, repeatableRequest(request, clock()), async () => ({}))
    const signal = abortWhenCallerLeaves(reply)
    const leave = await services.combinations.enter({
      account: accountId,
      signal,
      patienceMs: readPatience(request, reply),
    })
    const audio = openAudio(request, { combination: { clips, ...combination }, signal }, services)
    return await audio
      .then((bytes) => sendAudio(reply, bytes, { contentType: contentTypeOf(combination.output.format), signal }))
      .catch(async (error: unknown) => {
        // A clip may have been deleted since.
        if (!(error instanceof ServiceError)) await refuseDamaged()
        throw error
      })
      // The first audio is there.
      .finally(leave)
  })
}

type Opening = { readonly combination: Combination; readonly signal: AbortSignal }

/** Places the clips, counts their audio against the plan, and returns the audio. Throws what is wrong before its first byte. */
async function openAudio(
  { accountId, plan, log }: FastifyRequest,
  { combination, signal }: Opening,
  services: Services,
): Promise<AsyncGenerator<Uint8Array>> {
  const { db, blobs, resources, clock } = services
  const { clips, pausesSeconds, output } = combination
  const placed = await placeClips(clips, { pausesSeconds, output, blobs })
  checkBitrate(output, placed.sampleRate)
  checkFileLength(lengthMs(placed), plan)
  await takeCombinedAudio(db, lengthMs(placed), { accountId, plan, now: clock() })
  return restoreMeanwhile(combineClips(combination, { blobs, resources, signal, placed }), services, log)
}

/** Passes audio on. If a clip turns out to be damaged, it is rendered again and the audio ends with the error for the caller. */
async function* restoreMeanwhile(
  audio: AsyncGenerator<Uint8Array>,
  services: Services,
  log: FastifyRequest['log'],
): AsyncGenerator<Uint8Array> {
  try {
    yield* audio
  } catch (error) {
    throw error instanceof DamagedMaster ? await restoreDamaged([{ id: error.clipId }], services, log) : error
  }
}

/** Whether a caller asks for a clip in place of the audio (RFC 7240, section 4.1). Throws MISSING_ARGUMENT for a bad `async`. */
function asksForAsync(request: Pick<FastifyRequest, 'body' | 'headers'>): boolean {
  const { async: wanted } = (request.body ?? {}) as Readonly<Record<string, unknown>>
  return parseFlag('async', wanted) || readPreferences(request).has('respond-async')
}
