import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeclaim } from '../../client/src/declaim.ts'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { type EventReader, readEvents } from '../support/event-reader.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

const hello = { speaker_id: 3, text: 'Hello there.' }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

async function follow(headers = {}, query = ''): Promise<EventReader> {
  const response = await service.call(`/events${query}`, { headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  return readEvents(response)
}

const create = async (body: object) => (await service.json<{ clip_id: string }>('/clips', { body })).clip_id
const many = async (body: object[]) => (await service.json<{ clip_ids: string[] }>('/clips', { body })).clip_ids
const fail = (id: string) =>
  service.db.updateTable('clips').set({ status: 'FAILED', error_code: 'X' }).where('id', '=', id).execute()

describe('the events of an account', () => {
  test('have each clip that ends, as GET shows it', async () => {
    const events = await follow()
    const id = await create({ ...hello, label: 'live' })
    const { event, data } = await events.next()
    expect([event, data.type]).toEqual(['clip.completed', 'clip.completed'])
    const clip = await service.json<{ finished_at: number }>(`/clips/${id}`)
    expect(data.data).toEqual(clip)
    expect(Date.parse(data.timestamp)).toBe(clip.finished_at)
    await events.close()
  })

  test('have one for each clip of a bulk request, and one for the bulk when the last has ended', async () => {
    const events = await follow()
    const ids = await many([hello, hello, hello])
    const seen = [await events.next(), await events.next(), await events.next(), await events.next()]
    expect(new Set(seen.slice(0, 3).map(({ data }) => data.data.id))).toEqual(new Set(ids))
    expect(seen[3]).toMatchObject({
      event: 'bulk.completed',
      data: { data: { clip_ids: ids, complete: 3, failed: 0 } },
    })
    expect(seen.map(({ id }) => id)).toEqual(seen.map(({ id }) => id).toSorted((a, b) => a - b))
    await events.close()
  })

  test('have the combination as one of its own, and a failure with its reason', async () => {
    const source = await create(hello)
    await service.finished(source)
    const events = await follow()
    const body = { clip_ids: [source], async: true }
    const { clip_id: id } = await service.json<{ clip_id: string }>('/clips/combine', { body })
    expect(await events.next()).toMatchObject({ event: 'combination.completed', data: { data: { id } } })
    await service.json(`/clips/${source}`, { method: 'DELETE' })
    await fail(id)
    await service.json(`/clips/${id}/retry`, { method: 'POST' })
    const failed = { id, status: 'FAILED', error: { code: 'NOT_FOUND', message: `Cannot find clip ${source}` } }
    expect(await events.next()).toMatchObject({ event: 'clip.failed', data: { data: failed } })
    await events.close()
  })

  test('end a bulk whose last waiting clip is deleted', async () => {
    const events = await follow()
    const { service: idle, close } = await idleClips(2)
    await fail(idle[0]!)
    expect(await events.next()).toMatchObject({ event: 'clip.failed', data: { data: { id: idle[0] } } })
    await service.json(`/clips/${idle[1]}`, { method: 'DELETE' })
    expect(await events.next()).toMatchObject({
      event: 'bulk.completed',
      data: { data: { bulk_id: 'idle', clip_ids: [idle[0]], complete: 0, failed: 1 } },
    })
    await close()
    await events.close()
  })

  /** Clips of one bulk that no worker takes, because they are claimed. */
  async function idleClips(count: number) {
    const ids = Array.from({ length: count }, (_, i) => `00000000-0000-4000-8000-00000000000${i}`)
    const { account_id } = await service.db.selectFrom('api_keys').select('account_id').executeTakeFirstOrThrow()
    for (const id of ids) {
      const row = {
        account_id,
        status: 'PROCESSING',
        format: '{"format":"mp3"}',
        created_at: 1,
        claimed_at: 1,
      } as const
      await service.db
        .insertInto('clips')
        .values({ ...row, id, interruptions: 0, bulk_id: 'idle' })
        .execute()
    }
    const close = () => service.db.deleteFrom('clips').where('bulk_id', '=', 'idle').execute()
    return { service: ids, close }
  }

  test('go on after the last that a reader names, by header or query', async () => {
    const events = await follow()
    const ids = await many([hello, hello])
    const first = await events.next()
    await events.close()
    for (const id of ids) await service.finished(id)
    for (const again of [
      await follow({ 'last-event-id': String(first.id) }),
      await follow({}, `?last_event_id=${first.id}`),
    ]) {
      const rest = [await again.next(), await again.next()]
      expect(rest.map(({ event }) => event)).toEqual(['clip.completed', 'bulk.completed'])
      expect(rest[0]!.id).toBeGreaterThan(first.id)
      await again.close()
    }
  })

  test('name a clip that is gone by its id alone', async () => {
    const before = await follow()
    const id = await create(hello)
    const { id: position } = await before.next()
    await before.close()
    await service.json(`/clips/${id}`, { method: 'DELETE' })
    const events = await follow({ 'last-event-id': String(position - 1) })
    expect((await events.next()).data.data).toEqual({ id })
    await events.close()
  })

  test('are of no other account', async () => {
    const { key } = await createApiKey(service.db, { name: 'x', account: 'other', now: 1 })
    const [own, foreign] = [await follow(), await follow({ 'x-api-key': key })]
    await create(hello)
    await own.next()
    const response = await service.call('/clips', { body: hello, headers: { 'x-api-key': key } })
    const { clip_id: id } = (await response.json()) as { clip_id: string }
    expect((await foreign.next()).data.data).toMatchObject({ id })
    await Promise.all([own.close(), foreign.close()])
  })

  test('need a key that may read clips', async () => {
    const scopes = ['synthesize'] as const
    const { key } = await createApiKey(service.db, { name: 'narrow', now: 1, scopes })
    expect((await service.call('/events', { headers: { 'x-api-key': key } })).status).toBe(403)
    expect((await fetch(`${service.url}/v1/tts/events`)).status).toBe(401)
    expect((await service.call('/events?last_event_id=x')).status).toBe(400)
  })
})

test('an account may follow its events on twenty connections, and again when one is closed', async () => {
  const { key } = await createApiKey(service.db, { name: 'x', account: 'crowd', now: 1 })
  const headers = { 'x-api-key': key }
  const open = await Promise.all(Array.from({ length: 20 }, () => follow(headers)))
  const refused = await service.call('/events', { headers })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  await open.pop()!.close()
  for (;;) {
    const response = await service.call('/events', { headers })
    if (response.status === 200) {
      open.push(readEvents(response))
      break
    }
    await response.arrayBuffer()
  }
  const answer = await service.call('/clips', { headers, body: hello })
  const { clip_id: id } = (await answer.json()) as { clip_id: string }
  for (const events of open) expect((await events.next()).data.data).toMatchObject({ id })
  await Promise.all(open.map((events) => events.close()))
})

test('the client follows events until it leaves', async () => {
  const declaim = createDeclaim({ baseUrl: service.url, apiKey: TEST_KEY })
  const leaving = new AbortController()
  const events = declaim.events.follow({ signal: leaving.signal })
  const first = events.next()
  // The first request is under way; only then is the clip created.
  const probe = await follow()
  const id = await declaim.clips.create(hello)
  await probe.next()
  await probe.close()
  expect((await first).value).toMatchObject({ type: 'clip.completed', data: { id } })
  leaving.abort()
  await expect(events.next()).rejects.toThrow('aborted')
})

test('a service that stops ends the events in order', async () => {
  const other = await startTestService()
  const events = readEvents(await other.call('/events'))
  const ended = events.next().catch((error: Error) => error.message)
  await other.close()
  // An answer that is cut off after the grace time fails in another way.
  expect(await ended).toBe('The events have ended')
})
