import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { decodeMp3 } from '../support/decode-audio.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const RATE = 16_000

let service: TestService
let ids: readonly string[]
let lengths: readonly number[]

beforeAll(async () => {
  service = await startTestService()
  const body = ['One.', 'Twenty two.', 'Three hundred and three.'].map((text) => ({ speaker_id: 3, text }))
  ids = (await service.json<{ clip_ids: string[] }>('/clips', { body })).clip_ids
  const clips = await Promise.all(ids.map((id) => service.finished(id)))
  lengths = await Promise.all(
    clips.map(async ({ url }) => (await decodeMp3(Buffer.from(await (await fetch(url)).arrayBuffer()))).length),
  )
})
afterAll(() => service.close())

const combine = (body: unknown) => service.call('/clips/combine', { body })

async function samplesOf(response: Response): Promise<Int16Array> {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  return await decodeMp3(Buffer.from(await response.arrayBuffer()))
}

const total = () => lengths.reduce((sum, length) => sum + length, 0)

describe('the length of a combination is exactly that of its clips and pauses', () => {
  test.each<[unknown, number]>([
    [undefined, 0],
    [null, 0],
    [0, 0],
    [0.5, 1],
    [[0.25], 0.5],
    [[0.125, 1], 1.125],
  ])('with pause_durations %j', async (pauses, seconds) => {
    const response = await combine({ clip_ids: ids, ...(pauses !== undefined && { pause_durations: pauses }) })
    expect((await samplesOf(response)).length).toBe(total() + seconds * RATE)
  })

  test('also for the same clip twice, and for one clip alone', async () => {
    expect((await samplesOf(await combine({ clip_ids: [ids[0], ids[0]] }))).length).toBe(2 * lengths[0]!)
    expect((await samplesOf(await combine({ clip_ids: [ids[0]], pause_durations: 3 }))).length).toBe(lengths[0])
  })
})

test('pauses are silent and stand where they were asked for', async () => {
  const samples = await samplesOf(await combine({ clip_ids: ids.slice(0, 2), pause_durations: 1 }))
  const pause = samples.subarray(lengths[0]! + 1000, lengths[0]! + RATE - 1000)
  expect(pause.every((sample) => Math.abs(sample) <= 32)).toBe(true)
})

describe('a combination is refused', () => {
  test.each<[unknown, number, string, string]>([
    [{}, 400, 'MISSING_ARGUMENT', 'clip_ids is missing'],
    ['[]', 400, 'MISSING_ARGUMENT', 'clip_ids is missing'],
    [{ clip_ids: 'x' }, 400, 'MISSING_ARGUMENT', 'must be a list'],
    [{ clip_ids: [] }, 400, 'MISSING_ARGUMENT', 'expected 1 to 100 clip_ids, not 0'],
    [{ clip_ids: Array.from({ length: 101 }, () => 'x') }, 400, 'MISSING_ARGUMENT', 'not 101'],
    [{ clip_ids: ['gone', 'lost'] }, 404, 'NOT_FOUND', 'Cannot find clips gone, lost'],
    [{ clip_ids: ['a', 'b', 'c', 'd'], pause_durations: [1, 2] }, 400, 'MISSING_ARGUMENT', '4 clips have 3 gaps'],
    [{ clip_ids: ['a', 'b'], pause_durations: -1 }, 400, 'MISSING_ARGUMENT', 'pause 1 is -1'],
    [{ clip_ids: ['a', 'b'], pause_durations: ['1'] }, 400, 'MISSING_ARGUMENT', 'pause 1 is "1"'],
    [{ clip_ids: ['a', 'b'], pause_durations: 1e9 }, 400, 'MISSING_ARGUMENT', 'expected 0 to 600 seconds'],
  ])('%j', async (body, status, code, message) => {
    const response = await combine(body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code, message: expect.stringContaining(message) })
  })

  test('where a clip is not COMPLETE yet, which it names', async () => {
    const body = Array.from({ length: 100 }, () => ({
      speaker_id: 3,
      text: 'This clip has to wait for its turn. '.repeat(20),
    }))
    const { clip_ids: waiting } = await service.json<{ clip_ids: string[] }>('/clips', { body })
    const last = waiting.at(-1)!
    const response = await combine({ clip_ids: [ids[0], last] })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(`${last} is PROCESSING`),
    })
  })

  test('where a clip is another account’s', async () => {
    const { key } = await createApiKey(service.db, { name: 'x', account: 'other', now: 1 })
    const response = await service.call('/clips/combine', { body: { clip_ids: ids }, headers: { 'x-api-key': key } })
    expect(response.status).toBe(404)
  })
})

test('an idempotency key belongs to one combination, which can be sent again', async () => {
  const service = await startTestService()
  const { clip_id: id } = await service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text: 'hello' } })
  await service.finished(id)
  const combine = (body: object) => service.call('/clips/combine', { body, headers: { 'idempotency-key': 'one' } })
  const first = await combine({ clip_ids: [id, id] })
  expect(await (await combine({ clip_ids: [id, id] })).bytes()).toEqual(await first.bytes())
  expect((await combine({ clip_ids: [id] })).status).toBe(409)
  await service.close()
})
