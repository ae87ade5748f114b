import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Charge } from '../../accounts/usage-ledger.ts'
import type { Resources } from '../../delivery/resources.ts'
import { expectListener } from '../../delivery/streams/expect-listener.ts'
import type { StreamOptions } from '../../delivery/streams/stream-speech.ts'
import { type SpeechTally, tallySpeech } from '../../delivery/tally-speech.ts'
import { abortWhenCallerLeaves, whenClosed } from '../answers/caller-left.ts'
import { settleStream } from '../answers/settle-stream.ts'
import { warnCaller } from '../answers/warn-caller.ts'
import { observeStream } from '../metrics/observe-stream.ts'
import type { Services } from '../services.ts'
import { openAllotment } from './open-allotment.ts'
import { type PlannedRequest, planRead, type ReadRequest } from './plan-request.ts'
import { readPatience } from './preferences.ts'

/** A caller's speech: planned, charged and ready to be streamed. */
export type OpenedSpeech = PlannedRequest & {
  /** The engines that speak it, counted by `spoken`. */
  readonly resources: Resources
  readonly spoken: () => SpeechTally
  readonly charge: Charge
  readonly listening: StreamOptions
  /** The answer's bytes: the charge is settled when they end, and they are counted. */
  settle(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
}

type Exchange = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Warnings about the request, besides those of the plan about the text. */
  readonly warnings?: readonly string[]
}

/**
 * Opens the speech of a request that has been read. The caller waits for its place among the listeners before the text is planned. Throws a
 * ServiceError with status 503 if that takes longer than its patience, RATE_LIMITED, and what is wrong with the text.
 */
export async function openSpeech(
  read: ReadRequest,
  { request, reply, warnings = [] }: Exchange,
  services: Services,
): Promise<OpenedSpeech> {
  const account = request.accountId
  const signal = abortWhenCallerLeaves(reply)
  const { delayMs } = request
  const patienceMs = readPatience(request, reply)
  const onGap = services.metrics.deadlineMissed
  const listener = await expectListener(
    read.request,
    { account, delayMs, patienceMs, onGap, signal },
    services.resources,
  )
  whenClosed(reply.raw, () => listener.leave())
  const planned = await planRead(read, { services, signal })
  const allotment = await openAllotment(request, [planned], services)
  void reply.header('x-text-length', planned.textLength)
  warnCaller(reply, [...warnings, ...planned.plan.warnings])
  const { resources, read: spoken } = tallySpeech(services.resources)
  const charge = await allotment.spend(planned.textLength)
  return {
    ...planned,
    resources,
    spoken,
    charge,
    listening: { output: planned.output, signal, account, listener },
    settle: (bytes) => observeStream(settleStream(bytes, { charge, spoken, signal }), reply, services.metrics),
  }
}
