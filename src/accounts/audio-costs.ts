import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { findOldestClip, findStoredBytes } from '../storage/records/account-storage.ts'
import { addCombinedAudio } from '../storage/records/combined-audio.ts'
import type { PlanLimits } from './plan-fields.ts'

/** Of an account whose plan allows any: deleting clips helps only now and then. */
const RETRY_AFTER_SECONDS = 60

type Call = { readonly accountId: string; readonly plan: PlanLimits }

/** Throws MISSING_ARGUMENT if a combination or an export is longer than a file of the plan may be. `action` begins the message. */
export function checkFileLength(
  audioMs: number,
  { fileSeconds }: Pick<PlanLimits, 'fileSeconds'>,
  action = 'combine clips',
): void {
  if (fileSeconds === null || audioMs <= fileSeconds * 1000) return
  throw new ServiceError(
    'MISSING_ARGUMENT',
    `Cannot ${action}: the file would have ${Math.ceil(audioMs / 1000)} seconds, and the plan allows ${fileSeconds}; divide it among several files`,
  )
}

/** Counts audio that an account combines. Throws RATE_LIMITED, and counts nothing, if it is more than the plan allows in a day (UTC). */
export async function takeCombinedAudio(
  db: Database,
  audioMs: number,
  { accountId, plan, now }: Call & { readonly now: number },
): Promise<void> {
  const perDay = plan.combinedSecondsPerDay
  const time = new Date(now)
  const day = time.toISOString().slice(0, 10)
  const most = perDay === null ? undefined : perDay * 1000
  if (await addCombinedAudio(db, { accountId, day, audioMs: Math.ceil(audioMs) }, most)) return
  const nextDay = Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + 1)
  throw new ServiceError(
    'RATE_LIMITED',
    `Cannot combine clips: with these ${Math.ceil(audioMs / 1000)} seconds, the account would combine more than ${perDay} seconds of audio today, which is all that the plan allows`,
    { reason: 'storage', headers: { 'retry-after': String(Math.ceil((nextDay - now) / 1000)) } },
  )
}

/** An account would store more than its plan allows. */
export class StorageFullError extends ServiceError {
  /** Bytes that would have to be free. */
  readonly missingBytes: number

  constructor(
    message: string,
    { missingBytes, retryAfterSeconds }: { readonly missingBytes: number; readonly retryAfterSeconds: number },
  ) {
    super('RATE_LIMITED', message, { reason: 'storage', headers: { 'retry-after': String(retryAfterSeconds) } })
    this.missingBytes = missingBytes
  }
}

/**
 * Throws StorageFullError if an account stores more than its plan allows. Call it at the end of the transaction that stores clips; until that
 * ends, no other process stores clips of the account.
 */
export async function checkStoredBytes(
  transaction: Database,
  { accountId, plan, now }: Call & { readonly now: number },
): Promise<void> {
  if (plan.storedBytes === null) return
  const bytes = await findStoredBytes(transaction, accountId)
  if (bytes <= plan.storedBytes) return
  const oldest = await findOldestClip(transaction, accountId)
  const expiresAt = oldest === undefined ? undefined : oldest.finishedAt + plan.clipLifetimeSeconds * 1000
  const seconds = expiresAt === undefined ? RETRY_AFTER_SECONDS : Math.max(1, Math.ceil((expiresAt - now) / 1000))
  const help =
    oldest === undefined
      ? 'send shorter texts, or fewer at once'
      : `delete clips with DELETE /clips/{id}, such as the oldest, ${oldest.id}, which expires in ${seconds} s`
  throw new StorageFullError(
    `Cannot accept clips: the account would store ${bytes} bytes, and the plan allows ${plan.storedBytes}; ${help}`,
    { missingBytes: bytes - plan.storedBytes, retryAfterSeconds: seconds },
  )
}
