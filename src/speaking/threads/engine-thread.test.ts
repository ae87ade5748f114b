import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSegment, NORTH_WIND } from '../../../test/support/make-segment.ts'
import type { EngineCalls } from './engine-messages.ts'
import { PooledThread } from './pool/pooled-thread.ts'

let thread: PooledThread<EngineCalls>
beforeAll(async () => {
  const entry = new URL('./engine-thread.ts', import.meta.url)
  const data = { engines: [{ kind: 'tone' }] }
  const kind = { name: 'engine', purpose: 'speak', entry, data, silenceTimeoutMs: undefined }
  thread = new PooledThread(kind, () => {})
  await thread.ready
})
afterAll(() => thread.close())

/** Words that are too long together to be joined in one chunk. */
const LONG = 4

const begin = (job: number, words: number, pace: 'reader' | 'engine' = 'reader') =>
  thread.ask('speak', {
    job,
    engine: 'tone',
    segment: makeSegment('tone', NORTH_WIND.slice(0, words)),
    pace,
    seconds: 1,
  })

test('a thread makes one chunk for each call, at any pace, and says which is the last', async () => {
  for (const pace of ['reader', 'engine'] as const) {
    const made = [
      await begin(1, LONG, pace),
      await thread.ask('next', { job: 1, seconds: 1 }),
      await thread.ask('next', { job: 1, seconds: 1 }),
      await thread.ask('next', { job: 1, seconds: 1 }),
    ]
    expect(made.map(({ isLast }) => isLast)).toEqual([false, false, false, true])
    // A word comes with the chunk in which its limited end is.
    expect(made.map(({ chunk }) => chunk!.words.map(({ word }) => word))).toEqual([[], [0], [1], [2, 3]])
  }
  expect(await begin(2, 1)).toMatchObject({ isLast: true })
})

test('a job that is over, or was aborted, makes no more', async () => {
  await begin(1, 1)
  await expect(thread.ask('next', { job: 1, seconds: 1 })).rejects.toThrow('the job is over')
  await begin(2, LONG)
  thread.tell('abort', { job: 2 })
  await expect(thread.ask('next', { job: 2, seconds: 1 })).rejects.toThrow('the job is over')
  thread.tell('abort', { job: 2 })
  const aborted = begin(3, LONG)
  thread.tell('abort', { job: 3 })
  await Promise.allSettled([aborted])
  await expect(thread.ask('next', { job: 3, seconds: 1 })).rejects.toThrow('the job is over')
})

test('a call that the thread cannot carry out rejects, and the thread lives on', async () => {
  const unknown = {
    job: 1,
    engine: 'nobody',
    segment: makeSegment('tone', NORTH_WIND),
    pace: 'reader',
    seconds: 1,
  } as const
  await expect(thread.ask('speak', unknown)).rejects.toThrow('Cannot speak with engine "nobody"')
  expect(await thread.ask('measure', unknown)).toBeUndefined()
  expect(await thread.ask('measure', { ...unknown, engine: 'tone' })).toBeGreaterThan(0)
  expect(thread.state).toBe('answering')
})
