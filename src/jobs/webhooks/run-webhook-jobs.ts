import type { Logger } from 'pino'
import type { Database } from '../../storage/database.ts'
import { findSubjectTrace } from '../../storage/records/clip-traces.ts'
import {
  type ClaimedDelivery,
  claimDelivery,
  type DeliveryAttempt,
  noteAttempt,
  noteEndpoint,
  setPayload,
} from '../../storage/records/webhook-deliveries.ts'
import { readClock } from '../../storage/storage-clock.ts'
import { beginSpan, isTraced } from '../../tracing.ts'
import type { WakeUp } from '../wake-up.ts'
import type { HostTurns } from './host-turns.ts'
import { type AddressRules, hostOf, NoAddress } from './public-address.ts'
import { nextAttemptAt } from './retry-schedule.ts'
import { sendWebhook } from './send-webhook.ts'

export type WebhookWorker = AddressRules & {
  readonly db: Database
  /** Epoch milliseconds. */
  readonly clock: () => number
  /** What a delivery sends. */
  readonly describe: (claimed: ClaimedDelivery) => Promise<string>
  readonly wakeUp: WakeUp
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly random?: () => number
  /** The hosts that this process sends to. */
  readonly hosts: HostTurns
  /** Called after each attempt. `delayMs`: from when it was due to when it began. */
  readonly onAttempt?: (outcome: AttemptOutcome, delayMs: number) => void
}

/** `refused`: answered with another status than 2xx. */
export type AttemptOutcome = 'delivered' | 'refused' | 'unanswered'

/** A delivery whose worker died is due again after this time. */
const LEASE_MS = 60_000
/** An endpoint that has only failed for this long is disabled. */
export const DISABLED_AFTER_MS = 3 * 24 * 60 * 60_000
const GONE = 410

/** Delivers webhooks one after another until `signal` aborts. */
export async function runWebhookJobs(worker: WebhookWorker, signal: AbortSignal): Promise<void> {
  const { wakeUp, log } = worker
  while (!signal.aborted) {
    const seen = wakeUp.count()
    const delivered = await deliverNext(worker, signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'Cannot deliver webhooks at present')
      return false
    })
    if (!delivered) await wakeUp.after(seen, signal)
  }
}

/** Delivers what is due first; false if nothing is. */
export async function deliverNext(worker: WebhookWorker, signal: AbortSignal): Promise<boolean> {
  const { db, clock, describe, wakeUp, log, hosts } = worker
  const now = await readClock(db, clock)
  const claimed = await claimDelivery(db, {
    now,
    until: now + LEASE_MS,
    without: hosts.waiting,
    mayTry: ({ id, url }) => hosts.mayTry(hostOf(new URL(url)), id),
  })
  if (claimed === undefined) return false
  // There may be more.
  wakeUp.call()
  const { delivery, endpoint } = claimed
  const payload = delivery.payload ?? (await describe(claimed))
  if (delivery.payload === null) await setPayload(db, delivery.id, payload)
  const end = hosts.begin(hostOf(new URL(endpoint.url)), endpoint.id)
  let hasAnswered = false
  try {
    const { attempt, cause } = await traceDelivery(claimed, payload, { ...worker, now, signal })
    hasAnswered = attempt.status !== null
    signal.throwIfAborted()
    await noteOutcome(claimed, attempt, worker)
    const { error, status } = attempt
    worker.onAttempt?.(error === null ? 'delivered' : hasAnswered ? 'refused' : 'unanswered', now - claimed.dueAt)
    const details = { deliveryId: delivery.id, webhookId: endpoint.id, status, reason: cause?.message }
    if (error !== null) log.info(details, 'A webhook delivery failed')
  } finally {
    // A process that stops has learned nothing about the host.
    end(hasAnswered || signal.aborted)
  }
  return true
}

/**
 * All that the owner of an endpoint learns of an attempt without an answer. Whether a port is closed, filtered or speaks something else
 * would make the service a scanner of ports; the operator's log says it.
 */
const NO_ANSWER = 'no answer: the URL must take POST requests from the internet, with a valid certificate, within 15 s'

/** Attempts a delivery as a part of the trace of what it reports, and lets the receiver continue that. */
async function traceDelivery(
  claimed: ClaimedDelivery,
  payload: string,
  options: AttemptOptions & Pick<WebhookWorker, 'db'>,
): Promise<Attempted> {
  if (!isTraced()) return await attemptDelivery(claimed, payload, options)
  const { delivery, endpoint } = claimed
  const span = beginSpan('deliver webhook', {
    kind: 'client',
    parent: await findSubjectTrace(options.db, delivery.subject),
    attributes: { 'declaim.webhook_id': endpoint.id, 'declaim.event': delivery.type },
  })
  const { traceparent } = span
  const attempted = await attemptDelivery(claimed, payload, { ...options, traceparent })
  const { status, error } = attempted.attempt
  span.set({ 'http.response.status_code': status ?? undefined })
  span.end(error === null ? undefined : new Error(error))
  return attempted
}

type Attempted = { readonly attempt: DeliveryAttempt; readonly cause?: Error }

type AttemptOptions = AddressRules & {
  readonly now: number
  readonly signal: AbortSignal
  readonly traceparent?: string | undefined
}

async function attemptDelivery(
  { delivery, endpoint }: ClaimedDelivery,
  payload: string,
  options: AttemptOptions,
): Promise<Attempted> {
  const begun = performance.now()
  const end = (status: number, error: string | null): Attempted => {
    return { attempt: { at: options.now, durationMs: Math.round(performance.now() - begun), status, error } }
  }
  try {
    const status = await sendWebhook(endpoint, { id: delivery.id, payload }, options)
    if (status >= 200 && status < 300) return end(status, null)
    const isRedirect = status >= 300 && status < 400
    return end(status, isRedirect ? `answered ${status}: redirects are not followed` : `answered ${status}`)
  } catch (error) {
    const told = error instanceof NoAddress ? error.message : NO_ANSWER
    return { attempt: { at: options.now, durationMs: 0, status: null, error: told }, cause: error as Error }
  }
}

async function noteOutcome(
  { delivery, endpoint }: ClaimedDelivery,
  attempt: DeliveryAttempt,
  { db, random = Math.random }: WebhookWorker,
): Promise<void> {
  const { at: now, error, status } = attempt
  if (error === null) {
    await noteAttempt(db, delivery, { attempt, status: 'delivered', dueAt: now })
    await noteEndpoint(db, endpoint.id, { now, outcome: 'works' })
    return
  }
  const tried = delivery.attempts.filter(({ at }) => at >= (delivery.firstAt ?? now)).length + 1
  const dueAt = nextAttemptAt({ firstAt: delivery.firstAt ?? now, now, attempts: tried }, random())
  await noteAttempt(db, delivery, { attempt, status: dueAt === undefined ? 'failed' : 'pending', dueAt: dueAt ?? now })
  const isHopeless = status === GONE || now - (endpoint.failingSince ?? now) >= DISABLED_AFTER_MS
  await noteEndpoint(db, endpoint.id, { now, outcome: isHopeless ? 'disable' : 'fails' })
}
