import { PlayingListener } from '../../src/speaking/listener.ts'
import { JobScheduler, type Turn } from '../../src/speaking/scheduling/job-scheduler.ts'
import { SpeechJob } from '../../src/speaking/scheduling/speech-job.ts'
import type { Pace, Urgency } from '../../src/synthesis/speech-engine.ts'
import { makeSegment, NORTH_WIND } from './make-segment.ts'

/** Someone who asks for speech, or a clip. Times are in milliseconds. */
export type Caller = {
  readonly at: number
  readonly account: string
  /** Of each segment. */
  readonly segmentSeconds: readonly number[]
  /** `player`: reads as fast as it plays. `fast`: at once. `slow`: a tenth as fast as it plays. `clip`: nobody listens. */
  readonly reads: 'player' | 'fast' | 'slow' | 'clip'
  /** Calls again as soon as it has heard all, until the simulation ends. */
  readonly isEager?: boolean
  /** How long it waits for its first sound; 0 if absent. */
  readonly patienceMs?: number
}

/** What became of one call. */
export type Outcome = {
  readonly caller: Caller
  readonly at: number
  isRefused: boolean
  retryAfterSeconds: number
  /** From the call to the refusal. */
  refusedMs: number
  /** From the call to the first sound. */
  firstMs: number
  /** How late the latest chunk was of those that the caller waited for. */
  latestMs: number
  endedAt: number
  readonly chunks: { readonly at: number; readonly seconds: number }[]
}

export type Machine = {
  readonly threads: number
  readonly untilMs: number
  /** What a chunk takes of a thread: so much, whatever its length, and for each second of speech. */
  readonly chunkMs: number
  readonly msPerSecond: number
  /** What the first chunk of each segment takes besides. */
  readonly segmentMs: number
  readonly maxListeners?: number
}

/** The neural voice on one core of a current server. */
export const NEURAL = { threads: 2, chunkMs: 6.5, msPerSecond: 12.6, segmentMs: 2.5 } as const

const SEGMENT = makeSegment('v', NORTH_WIND)

/** What a player holds before it stops reading. */
const PLAYER_AHEAD_MS = 1000

/** Runs the scheduler with threads, callers and a clock that are not real. Everything happens in the same order each time. */
export function simulate(callers: readonly Caller[], machine: Machine): readonly Outcome[] {
  return new Simulation(machine).run(callers)
}

type Call = {
  readonly outcome: Outcome
  readonly listener: PlayingListener
  segment: number
  job?: SpeechJob
  left: number
}
type Thread = { readonly name: number }

class Simulation {
  readonly #machine: Machine
  readonly #events: { readonly at: number; readonly order: number; readonly run: () => void }[] = []
  readonly #outcomes: Outcome[] = []
  readonly #calls = new Map<SpeechJob, Call>()
  readonly #threads: readonly Thread[]
  readonly #scheduler: JobScheduler<SpeechJob, Thread>
  #now = 0
  #order = 0

  constructor(machine: Machine) {
    this.#machine = machine
    const threads = Array.from({ length: machine.threads }, (_, name) => ({ name }))
    this.#threads = threads
    this.#scheduler = new JobScheduler<SpeechJob, Thread>({
      now: () => this.#now,
      wake: (ms, call) => this.#later(this.#now + ms, call),
      patienceMs: 10_000,
      threads: () => threads,
      jobsAtOnce: 1,
      maxListeners: machine.maxListeners ?? Number.POSITIVE_INFINITY,
      start: (job, turn) => this.#compute(job, turn),
    })
  }

  run(callers: readonly Caller[]): readonly Outcome[] {
    for (const caller of callers) this.#later(caller.at, () => this.#call(caller))
    for (;;) {
      this.#events.sort((one, other) => one.at - other.at || one.order - other.order)
      const next = this.#events.shift()
      if (next === undefined || next.at > this.#machine.untilMs) return this.#outcomes
      this.#now = next.at
      next.run()
      this.#checkIdleness()
    }
  }

  /** Throws if a thread is idle while work waits that any thread could do. */
  #checkIdleness(): void {
    const isIdle = this.#threads.some((thread) => this.#scheduler.turnsOf(thread) === 0)
    if (isIdle && this.#scheduler.waiting > 0) throw new Error(`A thread is idle at ${this.#now} ms while work waits`)
  }

  #later(at: number, run: () => void): void {
    this.#events.push({ at, order: this.#order++, run })
  }

  #call(caller: Caller): void {
    const outcome: Outcome = {
      caller,
      at: this.#now,
      isRefused: false,
      retryAfterSeconds: 0,
      refusedMs: Number.NaN,
      firstMs: Number.POSITIVE_INFINITY,
      latestMs: Number.NEGATIVE_INFINITY,
      endedAt: Number.POSITIVE_INFINITY,
      chunks: [],
    }
    this.#outcomes.push(outcome)
    const seconds = caller.segmentSeconds.reduce((sum, one) => sum + one, 0)
    const { account, patienceMs = 0 } = caller
    const listener = new PlayingListener({ account, seconds, patienceMs, now: () => this.#now })
    this.#begin({ outcome, listener, segment: 0, left: 0 })
  }

  #begin(call: Call): void {
    const { caller } = call.outcome
    const isClip = caller.reads === 'clip'
    const [urgency, pace]: [Urgency, Pace] = isClip ? ['background', 'engine'] : ['interactive', 'reader']
    const request = { engine: 'e', segment: SEGMENT, urgency, pace, listener: isClip ? undefined : call.listener }
    const job = new SpeechJob(request, { now: () => this.#now })
    if (job.listener === undefined) this.#submit(call, job)
    else
      this.#scheduler.expect(job.listener, job.engine, (verdict) => {
        if (verdict === 'begins') this.#submit(call, job)
        else if (verdict !== 'left') {
          call.outcome.isRefused = true
          call.outcome.retryAfterSeconds = verdict.retryAfterSeconds
          call.outcome.refusedMs = this.#now - call.outcome.at
        }
      })
  }

  #submit(call: Call, job: SpeechJob): void {
    job.onWaiting = () => this.#scheduler.assign()
    call.job = job
    call.left = call.outcome.caller.segmentSeconds[call.segment]!
    this.#calls.set(job, call)
    this.#ask(job)
    this.#scheduler.submit(job)
  }

  /** The reader asks for the next chunk; it never gets the error of a job that is cancelled. */
  #ask(job: SpeechJob): void {
    job.take().catch(() => {})
  }

  #compute(job: SpeechJob, { thread, seconds, isFirst }: Turn<Thread>): void {
    const call = this.#calls.get(job)!
    const { chunkMs, msPerSecond, segmentMs } = this.#machine
    const { isOpening } = job
    job.grant()
    // Nothing small is left at the end.
    const made = call.left < 1.5 * seconds ? call.left : seconds
    const ms = chunkMs + msPerSecond * made + (isFirst ? segmentMs : 0)
    this.#later(this.#now + ms, () => {
      this.#receive(job, made)
      this.#scheduler.done(job, thread, { ms, seconds: made, kind: isOpening ? 'opening' : 'rest' })
      this.#scheduler.assign()
    })
  }

  #receive(job: SpeechJob, seconds: number): void {
    const call = this.#calls.get(job)!
    const { outcome, listener } = call
    const isPlaying = outcome.caller.reads === 'player' || outcome.caller.reads === 'fast'
    if (listener.hasHeard && isPlaying)
      outcome.latestMs = Math.max(outcome.latestMs, this.#now - (job.dueAt ?? this.#now))
    else if (!listener.hasHeard) outcome.firstMs = this.#now - outcome.at
    outcome.chunks.push({ at: this.#now, seconds })
    call.left -= seconds
    job.add({ audio: { sampleRate: 1, samples: new Float32Array() }, words: [] })
    listener.receive(seconds)
    if (call.left <= 1e-9) job.end()
    this.#readOn(call, job)
  }

  #readOn(call: Call, job: SpeechJob): void {
    const { reads, segmentSeconds } = call.outcome.caller
    const dueAt = call.listener.dueAt
    const waits = { clip: 0, fast: 0, player: dueAt - PLAYER_AHEAD_MS - this.#now, slow: 9 * (dueAt - this.#now) }
    this.#later(this.#now + Math.max(0, waits[reads]), () => {
      if (!job.isOver) this.#ask(job)
      else if (++call.segment < segmentSeconds.length) this.#begin(call)
      else this.#end(call)
    })
  }

  #end({ outcome, listener }: Call): void {
    listener.leave()
    outcome.endedAt = this.#now
    if (outcome.caller.isEager === true) this.#call(outcome.caller)
  }
}
