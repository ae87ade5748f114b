import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BACKGROUND_PATIENCE_MS, type Deadline, earliestDeadline } from './earliest-deadline.ts'

test('the listener who runs out of sound first is served first, then work that nobody listens to', () => {
  const background: Deadline = { submittedAt: 0, dueAt: undefined }
  const ahead: Deadline = { submittedAt: 0, dueAt: BACKGROUND_PATIENCE_MS + 1 }
  const late: Deadline = { submittedAt: 900, dueAt: 100 }
  const fresh: Deadline = { submittedAt: 1000, dueAt: 1000 }
  const works = new Set([ahead, background, fresh, late])
  const order: Deadline[] = []
  for (let next = earliestDeadline(works); next !== undefined; next = earliestDeadline(works)) {
    works.delete(next)
    order.push(next)
  }
  expect(order).toEqual([late, fresh, background, ahead])
})

test('what is due at once is served in the order it came', () => {
  const [first, second] = [
    { submittedAt: 1, dueAt: 5 },
    { submittedAt: 0, dueAt: 5 },
  ]
  expect(earliestDeadline([first, second])).toBe(first)
  expect(earliestDeadline([])).toBeUndefined()
})

/** A simulated stream: it asks for chunks and plays them from its first one on. */
class Stream implements Deadline {
  readonly submittedAt: number
  #firstAt: number | undefined
  #playedMs = 0
  #chunks: number
  /** How late a chunk came that was not the first. */
  latestMs = Number.NEGATIVE_INFINITY

  constructor(submittedAt: number, chunks: number) {
    this.submittedAt = submittedAt
    this.#chunks = chunks
  }

  get isOver(): boolean {
    return this.#chunks === 0
  }

  get dueAt(): number {
    return this.#firstAt === undefined ? this.submittedAt : this.#firstAt + this.#playedMs
  }

  receive(now: number, chunkMs: number): void {
    if (this.#firstAt === undefined) this.#firstAt = now
    else this.latestMs = Math.max(this.latestMs, now - this.dueAt)
    this.#playedMs += chunkMs
    this.#chunks--
  }
}

/** A piece of work that nobody listens to. */
class Clip implements Deadline {
  readonly submittedAt: number
  readonly dueAt = undefined
  finishedAt: number | undefined

  constructor(submittedAt: number) {
    this.submittedAt = submittedAt
  }

  get isOver(): boolean {
    return this.finishedAt !== undefined
  }

  receive(now: number): void {
    this.finishedAt = now
  }
}

type Machine = { readonly costMs: number; readonly chunkMs: number; readonly untilMs: number }

/** One thread that makes one chunk after another, on a clock of its own. */
function simulate(works: readonly (Stream | Clip)[], { costMs, chunkMs, untilMs }: Machine): void {
  for (let now = 0; now < untilMs; ) {
    const work = earliestDeadline(works.filter(({ submittedAt, isOver }) => submittedAt <= now && !isOver))
    now += work === undefined ? 1 : costMs
    work?.receive(now, chunkMs)
  }
}

const COST_MS = 20
const CHUNK_MS = 1000

/** So many streams take all of the thread's time. */
const FULL = CHUNK_MS / COST_MS

test('no stream runs out of sound while there is time for all, also beside clips', () => {
  const arrivals = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: FULL / 2 })
  const clips = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 20 })
  fc.assert(
    fc.property(arrivals, clips, (streamsAt, clipsAt) => {
      const streams = streamsAt.map((at) => new Stream(at, 20))
      simulate([...clipsAt.map((at) => new Clip(at)), ...streams], {
        costMs: COST_MS,
        chunkMs: CHUNK_MS,
        untilMs: 60_000,
      })
      for (const stream of streams) {
        expect(stream.isOver).toBe(true)
        expect(stream.latestMs).toBeLessThanOrEqual(0)
      }
    }),
    { numRuns: 50 },
  )
})

test('a clip is rendered however many streams there are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 * FULL }), (count) => {
      const clip = new Clip(0)
      const streams = Array.from({ length: count }, (_, i) => new Stream(i, 1000))
      simulate([clip, ...streams], { costMs: COST_MS, chunkMs: CHUNK_MS, untilMs: 8 * BACKGROUND_PATIENCE_MS })
      expect(clip.finishedAt).toBeLessThan(6 * BACKGROUND_PATIENCE_MS)
    }),
    { numRuns: 20 },
  )
})

test('streams that are alike are served alike when there is too little time for all', () => {
  const streams = Array.from({ length: 2 * FULL }, () => new Stream(0, 1000))
  simulate(streams, { costMs: COST_MS, chunkMs: CHUNK_MS, untilMs: 60_000 })
  const late = streams.map(({ latestMs }) => latestMs)
  expect(Math.max(...late) - Math.min(...late)).toBeLessThanOrEqual(2 * CHUNK_MS)
})
