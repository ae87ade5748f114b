import { beforeEach, describe, expect, test } from 'vitest'
import { makeSegment, NORTH_WIND } from '../../../test/support/make-segment.ts'
import type { SpeechChunk } from '../../synthesis/speech-engine.ts'
import { PlayingListener } from '../listener.ts'
import { SpeechJob, type SpeechRequest } from './speech-job.ts'

const SEGMENT = makeSegment('tone', NORTH_WIND)
const RATE = 1000

let now: number
beforeEach(() => {
  now = 5000
})
const clock = { now: () => now }

const createJob = (request: Partial<SpeechRequest> = {}): SpeechJob =>
  new SpeechJob({ engine: 'tone', segment: SEGMENT, urgency: 'interactive', pace: 'reader', ...request }, clock)
const createListener = () => new PlayingListener({ account: 'a', seconds: 10, ...clock })
const chunkOf = (seconds: number): SpeechChunk => ({
  audio: { sampleRate: RATE, samples: new Float32Array(seconds * RATE) },
  words: [],
})

/** Makes a chunk as a thread does. */
function make(job: SpeechJob, seconds = 1): SpeechChunk {
  const chunk = chunkOf(seconds)
  job.grant()
  job.add(chunk)
  return chunk
}

/** Whether a promise has settled, once everything that is due has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const note = (): void => {
    settled = true
  }
  promise.then(note, note)
  await new Promise(setImmediate)
  return settled
}

describe('is due', () => {
  test('when it came, if it is interactive and nobody plays it', () => {
    const job = createJob()
    now += 300
    expect([job.submittedAt, job.dueAt]).toEqual([5000, 5000])
  })

  test('never, in the background', () => {
    expect(createJob({ urgency: 'background' }).dueAt).toBeUndefined()
  })

  test('when it came, as long as its listener has heard nothing', () => {
    const job = createJob({ listener: createListener() })
    now += 300
    expect(job.dueAt).toBe(5000)
    expect(job.isOpening).toBe(true)
  })

  test('when its listener runs out of sound', () => {
    const listener = createListener()
    const job = createJob({ listener })
    listener.receive(2)
    expect(job.dueAt).toBe(7000)
    expect(job.isOpening).toBe(false)
  })

  test('when its listener asks, if that has heard all long ago', async () => {
    const listener = createListener()
    const job = createJob({ listener })
    listener.receive(2)
    make(job)
    await job.take()
    now = 20_000
    void job.take()
    expect(job.dueAt).toBe(20_000)
  })

  test('not opening, without a listener', () => {
    expect(createJob().isOpening).toBe(false)
  })
})

describe('wants a thread', () => {
  test('for its first chunk before its reader asks', () => {
    const job = createJob()
    expect([job.isWaiting, job.isComputing, job.isAsking]).toEqual([true, false, true])
  })

  test('not while a thread makes a chunk', () => {
    const job = createJob()
    job.grant()
    expect([job.isWaiting, job.isComputing, job.isAsking]).toEqual([false, true, true])
  })

  test('not for a second chunk before its reader asks for that', async () => {
    const job = createJob()
    make(job)
    expect([job.isWaiting, job.isAsking]).toEqual([false, false])
    await job.take()
    expect(job.isWaiting).toBe(false)
    void job.take()
    expect([job.isWaiting, job.isAsking]).toEqual([true, true])
  })

  test('for all of its chunks at once, at the pace of the engine', () => {
    const job = createJob({ pace: 'engine' })
    for (let i = 0; i < 3; i += 1) {
      expect(job.isWaiting).toBe(true)
      make(job)
    }
  })

  test('no more once it is over', () => {
    const [ended, failed] = [createJob({ pace: 'engine' }), createJob({ pace: 'engine' })]
    ended.end()
    failed.fail(new Error('over'))
    for (const job of [ended, failed]) expect([job.isOver, job.isWaiting, job.isAsking]).toEqual([true, false, false])
  })

  test('and says so once, when its reader begins to wait', async () => {
    const job = createJob()
    let calls = 0
    job.onWaiting = () => {
      calls += 1
    }
    make(job)
    await job.take()
    expect(calls).toBe(0)
    void job.take()
    expect(calls).toBe(1)
  })

  test('and does not say so for the chunk that it waits for anyway', () => {
    const job = createJob()
    let calls = 0
    job.onWaiting = () => {
      calls += 1
    }
    void job.take()
    expect(calls).toBe(0)
  })
})

describe('a reader', () => {
  test('gets chunks in their order, and then the end', async () => {
    const job = createJob({ pace: 'engine' })
    const made = [make(job, 1), make(job, 2), make(job, 3)]
    job.end()
    for (const chunk of made) expect(await job.take()).toBe(chunk)
    expect(await job.take()).toBeUndefined()
    expect(await job.take()).toBeUndefined()
  })

  test('waits for a chunk that is not there yet', async () => {
    const job = createJob()
    const taken = job.take()
    expect(await isSettled(taken)).toBe(false)
    const chunk = make(job)
    expect(await taken).toBe(chunk)
  })

  test('waits through chunks that it has taken, until the end', async () => {
    const job = createJob()
    make(job)
    await job.take()
    const taken = job.take()
    expect(await isSettled(taken)).toBe(false)
    job.end()
    expect(await taken).toBeUndefined()
  })

  test('gets the error at once, and not what it has left', async () => {
    const job = createJob({ pace: 'engine' })
    make(job)
    job.fail(new Error('the thread died'))
    await expect(job.take()).rejects.toThrow('the thread died')
    await expect(job.take()).rejects.toThrow('the thread died')
  })

  test('that waits gets the error', async () => {
    const job = createJob()
    const taken = job.take()
    job.fail(new Error('aborted'))
    await expect(taken).rejects.toThrow('aborted')
  })

  test('gets the first of several errors', async () => {
    const job = createJob()
    job.fail(new Error('first'))
    job.fail(new Error('second'))
    await expect(job.take()).rejects.toThrow('first')
  })

  test('gets an error after the end too, as that of a caller who leaves', async () => {
    const job = createJob()
    make(job)
    job.end()
    job.fail(new Error('left'))
    await expect(job.take()).rejects.toThrow('left')
  })

  test('gets an undefined error as one', async () => {
    const job = createJob()
    job.fail(undefined)
    expect(await job.take().then(String, () => 'rejected')).toBe('rejected')
  })

  test('gets no chunk that came after the end, though it was being made', async () => {
    const job = createJob()
    job.grant()
    job.end()
    job.add(chunkOf(1))
    expect(job.isComputing).toBe(false)
    expect(await job.take()).toBeUndefined()
  })

  test('is not told of an end after an error', async () => {
    const job = createJob()
    job.fail(new Error('failed'))
    job.end()
    await expect(job.take()).rejects.toThrow('failed')
  })
})

describe('after its thread has died, it may start over', () => {
  test('once, and then waits for a thread again', () => {
    const job = createJob()
    job.grant()
    expect(job.mayRetry()).toBe(true)
    expect([job.isComputing, job.isWaiting]).toEqual([false, true])
    job.grant()
    expect(job.mayRetry()).toBe(false)
  })

  test('not if sound of it is out', () => {
    const job = createJob()
    make(job)
    job.grant()
    expect(job.mayRetry()).toBe(false)
  })

  test('not if it is over', () => {
    const job = createJob()
    job.grant()
    job.fail(new Error('aborted'))
    expect(job.mayRetry()).toBe(false)
  })
})
