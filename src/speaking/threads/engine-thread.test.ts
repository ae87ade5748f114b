import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { makeSegment, NORTH_WIND } from '../../../test/support/make-segment.ts'
import type { EngineRequest, EngineResponse } from './engine-messages.ts'

const SETTLED_MS = 150

test('a thread makes each chunk when it is asked for, and stops when it is told to', async () => {
  const worker = new Worker(new URL('./engine-thread.ts', import.meta.url), {
    workerData: { engines: [{ kind: 'tone' }] },
  })
  const responses: EngineResponse[] = []
  const send = (request: EngineRequest): void => worker.postMessage(request)
  /** What the thread has said by the time that it is silent, which is not before it has said `least` things. */
  const made = async (least: number): Promise<readonly string[]> => {
    while (responses.length < least) await setTimeout(5)
    await setTimeout(SETTLED_MS)
    return responses.splice(0).map(({ kind }) => kind)
  }
  await once(worker, 'message')
  worker.on('message', (response: EngineResponse) => responses.push(response))

  send({ kind: 'speak', job: 1, engine: 'tone', segment: makeSegment('tone', NORTH_WIND), pace: 'reader' })
  expect(await made(1)).toEqual(['chunk'])
  send({ kind: 'next', job: 1 })
  send({ kind: 'next', job: 1 })
  expect(await made(2)).toEqual(['chunk', 'chunk'])
  send({ kind: 'abort', job: 1 })
  expect(await made(1)).toEqual(['failed'])
  send({ kind: 'next', job: 1 })
  send({ kind: 'speak', job: 2, engine: 'tone', segment: makeSegment('tone', NORTH_WIND.slice(0, 1)), pace: 'reader' })
  expect(await made(1)).toEqual(['lastChunk'])
  send({ kind: 'speak', job: 3, engine: 'tone', segment: makeSegment('tone', NORTH_WIND.slice(0, 2)), pace: 'engine' })
  expect(await made(1)).toEqual(['chunk'])
  send({ kind: 'next', job: 3 })
  expect(await made(1)).toEqual(['lastChunk'])
  await worker.terminate()
})
