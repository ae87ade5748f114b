import { addAbortSignal, PassThrough } from 'node:stream'
import type { Allotment } from '../../../accounts/usage-ledger.ts'
import type { OutputFormat } from '../../../delivery/files/output-format.ts'
import type { ModeratedText } from '../../../delivery/moderation/moderated-text.ts'
import {
  createGrowingSpeech,
  type GrowingSpeech,
  type GrowingSpeechRequest,
  type SpeechPart,
} from '../../../delivery/planning/growing-speech.ts'
import { runInSlices } from '../../../delivery/planning/run-in-slices.ts'
import type { PlanningResources } from '../../../delivery/resources.ts'
import type { PlacedWord } from '../../../delivery/streams/stream-timed-speech.ts'
import { ServiceError } from '../../../errors.ts'
import type { Steps } from '../../../text/steps.ts'
import { checkTextLength } from '../../schemas/speech.ts'
import type { Framing } from './cut-frames.ts'

/** How a text is spoken. Decided when its first characters arrive. */
export type LiveRequest = {
  readonly request: GrowingSpeechRequest
  readonly output: OutputFormat
  readonly framing: Framing | undefined
  readonly leadMs: number | undefined
  /** Rejects if the moderation service refuses a part of the text. */
  readonly checkText: (text: ModeratedText) => Promise<void>
  /** The id of the account that asks. */
  readonly account: string
  /** Opens what the characters of one part of the text are charged to. */
  readonly openAllotment: (part: { readonly characters: number; readonly isFirst: boolean }) => Promise<Allotment>
}

/** The limit until the plan of the account is known. No plan allows longer texts. */
const MAX_WAITING_LENGTH = 1_000_000

/** Characters of a long message that are planned at a time, so that its first sentence need not wait for its last. */
const MIN_PIECE_LENGTH = 4000

/** Pieces grow with the text: each may be planned together with all that came before it. */
function pieceLength(planned: number): number {
  return Math.max(MIN_PIECE_LENGTH, Math.floor(planned / 4))
}

function tooMuchText(): ServiceError {
  return new ServiceError(
    'INVALID_TEXT_LENGTH_EXCEEDED',
    `Cannot use text: more than ${MAX_WAITING_LENGTH} characters came before the first was spoken`,
  )
}

/** One text of a session: written bit by bit, and spoken as far as it is settled. */
export class LiveText {
  /** From 1. */
  readonly number: number
  /** Settled parts that wait to be spoken. Fails if the text cannot be spoken. */
  readonly parts = new PassThrough({ objectMode: true, highWaterMark: 1000 })
  readonly cancelled = new AbortController()
  /** Words that were sent, in order. */
  readonly words: PlacedWord[] = []
  /** All that was written. */
  source = ''
  /** Where its audio begins in that of the session; undefined before there is any. */
  startMs: number | undefined
  durationMs = 0
  #waiting = ''
  #isScheduled = false
  #work: Promise<void>
  readonly #opened: Promise<LiveRequest>
  #speech: GrowingSpeech | undefined

  constructor(number: number, open: () => Promise<LiveRequest>, resources: PlanningResources) {
    this.number = number
    addAbortSignal(this.cancelled.signal, this.parts)
    this.parts.on('error', () => {})
    this.#opened = open()
    this.#work = this.#opened
      .then(({ request }) => {
        this.#speech = createGrowingSpeech(request, resources)
      })
      .catch((error: unknown) => this.#fail(error))
  }

  /** How the text is spoken. Rejects if it may not be. */
  get opened(): Promise<LiveRequest> {
    return this.#opened
  }

  /** Characters that wait to be planned or spoken. */
  get waitingLength(): number {
    return this.#waiting.length
  }

  /** What of the text is not spoken as it is written, as far as it was planned. */
  get warnings(): readonly string[] {
    return this.#speech?.warnings ?? []
  }

  write(text: string): void {
    if (this.parts.destroyed) return
    this.#waiting += text
    if (this.#waiting.length > MAX_WAITING_LENGTH) {
      this.#fail(tooMuchText())
      return
    }
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#work = this.#work.then(() => this.#plan()).catch((error: unknown) => this.#fail(error))
  }

  /** Ends the text: all of it is spoken. */
  end(): void {
    this.#work = this.#work.then(() => this.#finish()).catch((error: unknown) => this.#fail(error))
  }

  async #plan(): Promise<void> {
    this.#isScheduled = false
    const more = this.#waiting
    this.#waiting = ''
    if (this.#speech === undefined || this.parts.destroyed) return
    let planned = this.source.length
    this.source += more
    const { request } = await this.#opened
    checkTextLength(this.source, request.maxTextLength ?? Number.POSITIVE_INFINITY)
    while (planned < this.source.length) {
      const piece = this.source.slice(planned, planned + pieceLength(planned))
      await this.#give(this.#speech.add(piece))
      planned += piece.length
    }
  }

  async #finish(): Promise<void> {
    if (this.parts.destroyed) return
    if (this.#speech !== undefined) await this.#give(this.#speech.finish())
    this.parts.end()
  }

  async #give(planning: Steps<SpeechPart | undefined>): Promise<void> {
    const part = await runInSlices(planning, this.cancelled.signal)
    if (part !== undefined) this.parts.write(part)
  }

  #fail(error: unknown): void {
    this.parts.destroy(error as Error)
  }
}
