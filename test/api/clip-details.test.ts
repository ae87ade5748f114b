import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { setPlan } from '../../src/storage/records/plans.ts'
import { type SpeechServer, startSpeechServer } from '../support/speech-server.ts'
import { startTestService, type TestService } from '../support/test-service.ts'
import { installUpstreamVoice, UPSTREAM_SETTINGS, UPSTREAM_SPEAKER } from '../support/upstream-voice.ts'

type Clip = {
  readonly id: string
  readonly status: string
  readonly progress: number
  readonly characters: number | null
  readonly audio_seconds: number | null
  readonly created_at: number
  readonly finished_at: number | null
  readonly label: string | null
  readonly metadata: object | null
  readonly error?: { readonly code: string }
}

const START = Date.parse('2026-03-01T12:00:00Z')
const DAY = 86_400_000
const hello = { speaker_id: 3, text: 'Hello <tempo value="0.9">there</tempo>.' }

let now = START
let speech: SpeechServer
let dataDirectory: string
let service: TestService
beforeAll(async () => {
  speech = await startSpeechServer()
  dataDirectory = await mkdtemp(join(tmpdir(), 'declaim-details-'))
  installUpstreamVoice(dataDirectory, speech)
  service = await startTestService({ ...UPSTREAM_SETTINGS, DATA_DIR: dataDirectory, LOG_LEVEL: 'silent' }, () => now)
})
afterAll(async () => {
  await service.close()
  await speech.close()
  await rm(dataDirectory, { recursive: true })
})

async function create(body: object): Promise<string> {
  return (await service.json<{ clip_id: string }>('/clips', { body })).clip_id
}
const get = (id: string) => service.json<Clip>(`/clips/${id}`)
const list = async (query: string) => (await service.json<Clip[]>(`/clips?${query}`)).map(({ id }) => id)
async function createDone(body: object): Promise<Clip> {
  const id = await create(body)
  await service.finished(id)
  return await get(id)
}

describe('a clip', () => {
  test('shows its length, its times, and what its creator said about it', async () => {
    const metadata = { order: 7, tags: ['a', null, '\u0001 ☕'], deep: { er: true } }
    const id = await create({ ...hello, label: 'Chapter 1', metadata })
    now += 5000
    await service.finished(id)
    const clip = await get(id)
    expect(clip).toMatchObject({
      status: 'COMPLETE',
      progress: 1,
      characters: hello.text.length,
      label: 'Chapter 1',
      metadata,
    })
    expect(clip.created_at).toBe(now - 5000)
    expect([now - 5000, now]).toContain(clip.finished_at)
    const timing = await service.json<{ results: { resultEndOffset: string }[] }>(`/clips/${id}/timing`)
    expect(clip.audio_seconds).toBeCloseTo(Number.parseFloat(timing.results[0]!.resultEndOffset), 3)
  })

  test('without a label and metadata has null for both', async () => {
    expect(await createDone(hello)).toMatchObject({ label: null, metadata: null })
  })

  test('of a bulk request has its own', async () => {
    const body = [
      { ...hello, label: 'one' },
      { ...hello, metadata: { n: 2 } },
    ]
    const { clip_ids: ids } = await service.json<{ clip_ids: string[] }>('/clips', { body })
    const clips = await Promise.all(ids.map(get))
    expect(clips.map(({ label, metadata }) => [label, metadata])).toEqual([
      ['one', null],
      [null, { n: 2 }],
    ])
  })

  test.each([
    [{ label: '' }, /Cannot use label "": expected a string of 1 to 200 characters/],
    [{ label: 'x'.repeat(201) }, /Cannot use label/],
    [{ label: 7 }, /Cannot use label 7/],
    [{ label: 'two\nlines' }, /Cannot use label/],
    [{ metadata: [] }, /Cannot use metadata \[\]: expected a JSON object/],
    [{ metadata: 'x' }, /Cannot use metadata "x"/],
    [{ metadata: { x: 'é'.repeat(1021) } }, /expected at most 2048 bytes of JSON; it has 2050/],
  ])('%#: with details that cannot be kept is refused', async (details, message) => {
    const [one, many] = await Promise.all(
      [{ ...hello, ...details }, [hello, { ...hello, ...details }]].map(async (body) => {
        const response = await service.call('/clips', { body })
        expect(response.status).toBe(400)
        return (await response.json()) as { code: string; message: string }
      }),
    )
    expect(one).toEqual({ code: 'MISSING_ARGUMENT', message: expect.stringMatching(message) })
    expect(many).toEqual({ code: 'MISSING_ARGUMENT', message: `Clip 2 of 2: ${one!.message}` })
  })

  test('takes metadata of exactly 2 KB', async () => {
    const metadata = { x: 'é'.repeat(1020) }
    expect((await createDone({ ...hello, metadata })).metadata).toEqual(metadata)
  })

  test('shows while it is rendered how much of it is done', async () => {
    const held: (() => void)[] = []
    // The fourth request to the voice waits until the test lets it go.
    for (let i = 0; i < 4; i += 1) speech.misbehave.push((_, speak) => speak())
    speech.misbehave.push((_, speak) => void held.push(speak))
    const sentences = Array.from({ length: 8 }, (_, i) => `This is sentence number ${i} of the text.`)
    const id = await create({ speaker_id: UPSTREAM_SPEAKER, text: sentences.join(' ') })
    let clip = await get(id)
    while (clip.progress === 0) clip = await get(id)
    expect(clip).toMatchObject({ status: 'PROCESSING', audio_seconds: null, finished_at: null })
    expect(clip.progress).toBeLessThanOrEqual(4 / 9)
    while (held.length === 0) await new Promise(setImmediate)
    held[0]!()
    await service.finished(id)
    expect(await get(id)).toMatchObject({ status: 'COMPLETE', progress: 1 })
  })
})

describe('a list', () => {
  test('is filtered by label, by time, and by both', async () => {
    now = START + 30 * DAY
    const old = await createDone({ ...hello, label: 'filter' })
    now += DAY
    const other = await createDone({ ...hello, label: 'Filter' })
    now += DAY
    const young = await createDone({ ...hello, label: 'filter' })
    expect(await list('label=filter')).toEqual([young.id, old.id])
    expect(await list('label=none')).toEqual([])
    expect(await list(`created_after=${other.created_at}`)).toEqual([young.id, other.id])
    expect(await list(`created_after=${old.created_at}&created_before=${young.created_at}`)).toEqual([other.id, old.id])
    expect(await list('created_after=2026-04-01T12:00:00Z&created_before=2026-04-02T14:00:00%2B02:00')).toEqual([
      other.id,
    ])
    expect(await list('created_after=2026-04-01&label=filter&status=COMPLETE')).toEqual([young.id])
  })

  test('keeps its filters on the next page', async () => {
    const first = await service.call('/clips?limit=1&label=filter&created_after=2026-03-20')
    const next = /^<\/v1\/tts\/clips\?(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1]
    const [young] = (await first.json()) as Clip[]
    const ids = await list('label=filter')
    expect([young!.id, ...(await list(next!))]).toEqual(ids)
    expect(ids).toHaveLength(2)
  })

  test.each([
    'created_after=yesterday',
    'created_before=2026-13-01',
    'created_after=',
    'created_after=2026-03-01T12:00:00',
  ])('with ?%s is refused', async (query) => {
    const response = await service.call(`/clips?${query}`)
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringMatching(/created_(?:after|before) .*epoch milliseconds, or a date or time in ISO 8601/),
    ])
  })
})

describe('a retry', () => {
  const retry = (id: string, headers = {}) => service.call(`/clips/${id}/retry`, { method: 'POST', headers })
  const refuse = (response: ServerResponse) => void response.writeHead(400).end('{}')

  async function createFailed(): Promise<Clip> {
    // A failure is followed by three retries.
    const before = speech.misbehave.length
    for (let i = 0; i < 4; i += 1) speech.misbehave.push(refuse)
    const id = await create({ speaker_id: UPSTREAM_SPEAKER, text: 'It fails.', label: 'failed' })
    await service.finished(id)
    expect(speech.misbehave).toHaveLength(before)
    return await get(id)
  }

  test('of a FAILED clip renders it from its plan, and charges what the failure gave back', async () => {
    const failed = await createFailed()
    expect(failed).toMatchObject({ status: 'FAILED', error: { code: 'INTERNAL_ERROR' }, progress: 0 })
    expect(failed.finished_at).not.toBeNull()
    const used = async () => (await service.json<{ characters: number }>('/usage')).characters
    const before = await used()
    const answer = (await (await retry(failed.id)).json()) as Clip
    expect(answer).toMatchObject({ id: failed.id, status: 'PROCESSING', finished_at: null })
    expect(answer).not.toHaveProperty('error')
    await service.finished(failed.id)
    expect(await get(failed.id)).toMatchObject({ status: 'COMPLETE', label: 'failed', characters: 9 })
    expect(await used()).toBe(before + 9)
  })

  test('under one idempotency key is done once', async () => {
    const failed = await createFailed()
    const headers = { 'idempotency-key': 'retry-1' }
    const answers = [await retry(failed.id, headers), await retry(failed.id, headers)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await answers[1]!.json()).toEqual(await answers[0]!.json())
    // Otherwise it takes a refusal that is meant for the clip of the next test.
    await service.finished(failed.id)
  })

  describe('is charged like a new clip', () => {
    const failing = { speaker_id: UPSTREAM_SPEAKER, text: 'It fails.' }
    /** A key of an account with a plan of its own, and a clip of it that has failed. */
    async function createPlanned(limits: Parameters<typeof setPlan>[2]) {
      const name = `retry-${now++}`
      await setPlan(service.db, name, limits)
      const { key, record } = await createApiKey(service.db, { name, account: name, plan: name, now: 1 })
      const headers = { 'x-api-key': key }
      const call = (path: string, body?: object) =>
        service.call(path, { headers, ...(body === undefined ? {} : { body }) })
      for (let i = 0; i < 4; i += 1) speech.misbehave.push(refuse)
      const { clip_id: id } = (await (await call('/clips', failing)).json()) as { clip_id: string }
      await expect
        .poll(async () => ((await (await call(`/clips/${id}`)).json()) as Clip).status, { timeout: 60_000 })
        .toBe('FAILED')
      const usage = async () => (await (await call('/usage?group_by=day,key')).json()) as UsageBody
      return { id, call, usage, keyId: record.id, retry: (extra = {}) => retry(id, { ...headers, ...extra }) }
    }
    type UsageBody = {
      characters: number
      usage: { day: string; key: string; characters: number; requests: number }[]
    }

    test('and refused if the month has not enough left', async () => {
      const { id, call, usage, retry: again } = await createPlanned({ charactersPerMonth: 15 })
      // Reads what the failure gave back, which would be noticed a moment later.
      expect((await usage()).characters).toBe(0)
      const spoken = await call('/stream', { speaker_id: 3, text: 'a'.repeat(10) })
      await spoken.bytes()
      expect(spoken.status).toBe(200)
      const refused = await again()
      expect([refused.status, await refused.json()]).toMatchObject([
        429,
        { code: 'RATE_LIMITED', message: expect.stringContaining("Cannot speak 9 characters: 5 of this month's 15") },
      ])
      expect(((await (await call(`/clips/${id}`)).json()) as Clip).status).toBe('FAILED')
      expect((await usage()).characters).toBe(10)
    })

    test('and refused if as many clips wait as the plan allows', async () => {
      const { id, call, usage, retry: again } = await createPlanned({ queuedClips: 1 })
      const statusOf = async (clip: string) => ((await (await call(`/clips/${clip}`)).json()) as Clip).status
      const held: (() => void)[] = []
      speech.misbehave.push((_, speak) => void held.push(speak))
      const waiting = await call('/clips', { ...failing, text: 'It waits.' })
      expect(waiting.status).toBe(200)
      while (held.length === 0) await new Promise(setImmediate)
      const refused = await again()
      expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'RATE_LIMITED' }])
      expect(((await (await call(`/clips/${id}`)).json()) as Clip).status).toBe('FAILED')
      expect((await usage()).characters).toBe(9)
      held[0]!()
      const { clip_id: other } = (await waiting.json()) as { clip_id: string }
      await expect.poll(() => statusOf(other), { timeout: 20_000 }).toBe('COMPLETE')
      expect((await again()).status).toBe(200)
      await expect.poll(() => statusOf(id), { timeout: 20_000 }).toBe('COMPLETE')
    })

    test('on the day of the retry, once under an idempotency key', async () => {
      const { id, call, usage, keyId, retry: again } = await createPlanned({})
      now += DAY
      const headers = { 'idempotency-key': `retry-${id}` }
      expect([(await again(headers)).status, (await again(headers)).status]).toEqual([200, 200])
      await expect
        .poll(async () => ((await (await call(`/clips/${id}`)).json()) as Clip).status, { timeout: 60_000 })
        .toBe('COMPLETE')
      const day = new Date(now).toISOString().slice(0, 10)
      expect((await usage()).usage).toMatchObject([{ day, key: keyId, characters: 9, requests: 1 }])
    })
  })

  test('of a clip that has not failed is a conflict; of another account’s or none, not found', async () => {
    const { id } = await createDone(hello)
    const response = await retry(id)
    expect([response.status, await response.json()]).toEqual([
      409,
      { code: 'CONFLICT', message: `Cannot retry clip ${id}: it is COMPLETE, and not FAILED` },
    ])
    expect((await retry('no-such-clip')).status).toBe(404)
    expect((await service.call(`/clips/${id}/retry`)).status).toBe(405)
    const failed = await createFailed()
    await service.db.insertInto('accounts').values({ id: 'other', name: 'other', created_at: 1 }).execute()
    await service.db.updateTable('clips').set({ account_id: 'other' }).where('id', '=', failed.id).execute()
    expect((await retry(failed.id)).status).toBe(404)
    const row = service.db.selectFrom('clips').select('status').where('id', '=', failed.id)
    expect((await row.executeTakeFirstOrThrow()).status).toBe('FAILED')
  })
})

describe('the link of a clip', () => {
  const play = async (url: string) => {
    const response = await fetch(url)
    return [response.status, response.ok ? '' : ((await response.json()) as { message: string }).message]
  }

  test('lives as long as the clip: a week from its end, however late that was', async () => {
    const { url, id } = (await createDone(hello)) as Clip & { url: string }
    const ended = now + 3 * DAY
    await service.db.updateTable('clips').set({ finished_at: ended }).where('id', '=', id).execute()
    now = ended + 7 * DAY - 1
    expect(await play(url)).toEqual([200, ''])
    now = ended + 7 * DAY
    expect(await play(url)).toEqual([410, expect.stringContaining('its link expired at')])
  })

  test('dies with the clip if that is deleted, and says that it expired if it would have', async () => {
    const { url, id } = (await createDone(hello)) as Clip & { url: string }
    await service.json(`/clips/${id}`, { method: 'DELETE' })
    expect((await play(url))[0]).toBe(404)
    now += 7 * DAY
    expect((await play(url))[0]).toBe(410)
  })

  test('follows the plan of the account', async () => {
    const { url } = (await createDone(hello)) as Clip & { url: string }
    await setPlan(service.db, 'brief', { clipLifetimeSeconds: 60 })
    const accounts = service.db.updateTable('accounts')
    const before = (await service.db.selectFrom('accounts').select(['id', 'plan']).execute()).map((row) => row)
    await accounts.set({ plan: 'brief' }).execute()
    now += 59_999
    expect((await play(url))[0]).toBe(200)
    now += 1
    expect((await play(url))[0]).toBe(410)
    for (const { id, plan } of before) await accounts.set({ plan }).where('id', '=', id).execute()
  })
})
