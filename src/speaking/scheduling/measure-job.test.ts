import { expect, test } from 'vitest'
import { makeSegment, NORTH_WIND } from '../../../test/support/make-segment.ts'
import { PlayingListener } from '../listener.ts'
import { MeasureJob, type MeasureRequest } from './measure-job.ts'

const SEGMENT = makeSegment('tone', NORTH_WIND)
const createJob = (request: Partial<MeasureRequest> = {}) =>
  new MeasureJob({ engine: 'tone', segment: SEGMENT, urgency: 'interactive', ...request })
const stateOf = ({ isWaiting, isAsking, isOver }: MeasureJob) => ({ isWaiting, isAsking, isOver })

test('waits for a thread, is asked for while the thread measures, and is over with the answer', async () => {
  const job = createJob()
  expect(stateOf(job)).toEqual({ isWaiting: true, isAsking: true, isOver: false })
  job.grant()
  expect(stateOf(job)).toEqual({ isWaiting: false, isAsking: true, isOver: false })
  job.end(4410)
  expect(stateOf(job)).toEqual({ isWaiting: false, isAsking: false, isOver: true })
  expect(await job.answer).toBe(4410)
})

test('is over with an error too, which need not be read', async () => {
  const job = createJob()
  job.fail(new Error('the model is broken'))
  // Node would end the process here if the rejection were unhandled.
  await new Promise(setImmediate)
  expect(stateOf(job)).toMatchObject({ isAsking: false, isOver: true })
  await expect(job.answer).rejects.toThrow('the model is broken')
})

test('may have no answer', async () => {
  const job = createJob()
  job.end(undefined)
  expect(await job.answer).toBeUndefined()
})

test('is due at once if somebody waits for it, and never in the background', () => {
  const before = performance.now()
  const job = createJob()
  expect(job.dueAt).toBe(job.submittedAt)
  expect(job.submittedAt).toBeGreaterThanOrEqual(before)
  expect(createJob({ urgency: 'background' }).dueAt).toBeUndefined()
})

test('opens a stream until the listener has heard something; without a listener it opens none', () => {
  const listener = new PlayingListener({ account: 'a', seconds: 10 })
  const job = createJob({ listener })
  expect(job.isOpening).toBe(true)
  listener.receive(1)
  expect(job.isOpening).toBe(false)
  expect(createJob().isOpening).toBe(false)
})

test('names its engine', () => {
  expect(createJob({ engine: 'neural' }).engine).toBe('neural')
})
