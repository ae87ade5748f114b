import type { FastifyInstance } from 'fastify'
import { tooManyListeners } from '../../errors.ts'
import type { Patience } from '../../speaking/scheduling/admission.ts'
import { readPatience } from './preferences.ts'

/** Refuses streams cheaply while many are refused anyway. */
export type StreamShedder = {
  /** Seconds until a refused stream can be tried again; undefined if its text is worth reading. */
  refuses(account: string, patience: Patience): number | undefined
  /** Notes that a stream was refused, here or by the scheduler. */
  noteRefusal(): void
}

type ShedderOptions = {
  /** Seconds to wait if no engine would begin a stream of an account within its patience; undefined if one would. */
  readonly isFull: StreamShedder['refuses']
  /** Milliseconds. */
  readonly now?: () => number
}

const WINDOW_MS = 1000
/** Streams that are planned and refused in a window, which costs little. Beyond this number, planning takes processor time from streams that are being spoken. */
const REFUSED_IN_WINDOW = 20

/** Creates a shedder. It refuses nothing before some streams were refused in the same second or the one before. */
export function createStreamShedder({ isFull, now = () => performance.now() }: ShedderOptions): StreamShedder {
  let windowBegan = Number.NEGATIVE_INFINITY
  let refused = 0
  let refusedBefore = 0
  const turn = (): void => {
    const time = now()
    if (time - windowBegan < WINDOW_MS) return
    refusedBefore = time - windowBegan < 2 * WINDOW_MS ? refused : 0
    refused = 0
    windowBegan = time
  }
  return {
    refuses(account, patience) {
      turn()
      return Math.max(refused, refusedBefore) < REFUSED_IN_WINDOW ? undefined : isFull(account, patience)
    },
    noteRefusal() {
      turn()
      refused += 1
    },
  }
}

/**
 * Answers 503 to streams before their texts are read, while the engines can begin none and many were refused lately. To plan a text
 * takes many times as long, and the threads that speak would pay for it. Needs `request.accountId`.
 */
export function shedStreams(app: FastifyInstance, shedder: StreamShedder): void {
  app.addHook('onRequest', async (request, reply) => {
    const { accountId, routeOptions, delayMs } = request
    if (routeOptions.config.isStream !== true) return
    const retryAfterSeconds = shedder.refuses(accountId, { delayMs, patienceMs: readPatience(request, reply) })
    if (retryAfterSeconds !== undefined) throw tooManyListeners(retryAfterSeconds)
  })
  app.addHook('onResponse', async ({ routeOptions }, { statusCode }) => {
    if (routeOptions.config.isStream === true && statusCode === 503) shedder.noteRefusal()
  })
}
