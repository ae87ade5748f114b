import type { FastifyRequest } from 'fastify'
import { checkStoredBytes, StorageFullError } from '../../accounts/audio-costs.ts'
import { checkQueuedClips } from '../../accounts/queued-clips.ts'
import type { Allotment, Charge } from '../../accounts/usage-ledger.ts'
import { evictParagraphs } from '../../delivery/exports/evict-paragraphs.ts'
import type { Database } from '../../storage/database.ts'
import type { AcceptedClip } from '../../storage/records/accept-clips.ts'
import { noteClipTrace } from '../../storage/records/clip-traces.ts'
import { createOnce } from '../../storage/records/idempotency.ts'
import { currentTraceparent } from '../../tracing.ts'
import type { Services } from '../services.ts'
import { repeatableRequest } from './repeatable-request.ts'

/** What a request adds to the queue, and its answer. */
export type Acceptance<Answer extends object> = { readonly clips: readonly AcceptedClip[]; readonly answer: Answer }

type AcceptOptions<Answer extends object> = {
  readonly request: Pick<FastifyRequest, 'accountId' | 'plan' | 'headers' | 'method' | 'url' | 'body'>
  /** What the clips are charged to; undefined if they are free. */
  readonly charged?: { readonly allotment: Allotment; readonly characters: number } | undefined
  /** Stores the clips. */
  readonly accept: (transaction: Database) => Promise<Acceptance<Answer>>
}

/**
 * Stores clips, queues and charges them in one transaction, or does none of it. A request that is sent again under its
 * Idempotency-Key gets its first answer and is charged nothing. Speech that is kept for later exports makes room. Throws RATE_LIMITED if the
 * month, the storage or the queue of the account is full.
 */
export async function acceptClips<Answer extends object>(
  options: AcceptOptions<Answer>,
  services: AcceptServices,
): Promise<Answer> {
  try {
    return await acceptAtOnce(options, services)
  } catch (error) {
    if (!(error instanceof StorageFullError)) throw error
    const { accountId } = options.request
    const freed = await evictParagraphs({ accountId, bytes: error.missingBytes }, services)
    if (freed < error.missingBytes) throw error
    return await acceptAtOnce(options, services)
  }
}

type AcceptServices = Pick<Services, 'db' | 'blobs' | 'queue' | 'clock'>

async function acceptAtOnce<Answer extends object>(
  { request, charged, accept }: AcceptOptions<Answer>,
  { db, queue, clock }: AcceptServices,
): Promise<Answer> {
  const { accountId, plan } = request
  const held: { charge?: Charge } = {}
  try {
    const answer = await createOnce(db, repeatableRequest(request, clock()), async (transaction) => {
      const accepted = await accept(transaction)
      await queue.add(transaction, accepted.clips)
      const traceparent = currentTraceparent()
      if (traceparent !== undefined)
        await noteClipTrace(transaction, { ids: accepted.clips.map(({ id }) => id), traceparent })
      if (charged !== undefined) {
        held.charge = await charged.allotment.spend(charged.characters, transaction)
        await held.charge.store(transaction)
      }
      await checkStoredBytes(transaction, { accountId, plan, now: clock() })
      await checkQueuedClips(transaction, accountId, plan)
      return accepted.answer
    })
    held.charge?.keep()
    return answer
  } catch (error) {
    held.charge?.refund()
    throw error
  } finally {
    queue.wake()
  }
}
