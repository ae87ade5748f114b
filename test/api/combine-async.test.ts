import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeMp3 } from '../support/decode-audio.ts'
import { startServerProcess } from '../support/server-process.ts'
import { STORAGE, startTestService, TEST_KEY, type TestService, TONE_AVATARS } from '../support/test-service.ts'

type Clip = { id: string; status: string; url: string; error?: { code: string; message: string } }
type Word = { word: string; startOffset?: string; endOffset: string }

const TEXTS = ['One.', 'Twenty two.', 'Three hundred and three.']

let service: TestService
let ids: readonly string[]
beforeAll(async () => {
  service = await startTestService()
  ids = await createClips(TEXTS)
})
afterAll(() => service.close())

async function createClips(texts: readonly string[]): Promise<readonly string[]> {
  const body = texts.map((text) => ({ speaker_id: 3, text }))
  const { clip_ids } = await service.json<{ clip_ids: string[] }>('/clips', { body })
  for (const id of clip_ids) await service.finished(id)
  return clip_ids
}

async function combine(body: object, headers = {}): Promise<string> {
  const answer = await service.json<{ clip_id: string }>('/clips/combine', { body: { async: true, ...body }, headers })
  expect(Object.keys(answer)).toEqual(['clip_id'])
  return answer.clip_id
}

const download = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
async function wordsOf(id: string) {
  const { results } = await service.json<{
    results: { alternatives: { transcript: string; words: Word[] }[]; resultEndOffset: string }[]
  }>(`/clips/${id}/timing`)
  const { alternatives, resultEndOffset } = results[0]!
  return { ...alternatives[0]!, end: Number.parseFloat(resultEndOffset) }
}

describe('an asynchronous combination', () => {
  test.each(['wav', 'flac', 'mp3', 'pcm', 'opus'])(
    'is a clip with the very bytes of the synchronous one: %s',
    async (format) => {
      const body = { clip_ids: ids, pause_durations: [0.25, 1], audio_configs: { file_format: format } }
      const clip = await service.finished(await combine({ ...body, title: 'Joined' }))
      expect(clip.status).toBe('COMPLETE')
      const direct = await service.call('/clips/combine', { body: { ...body, title: 'Joined' } })
      const [one, other] = [await download(clip.url), Buffer.from(await direct.arrayBuffer())]
      // Ogg streams have random serial numbers.
      expect(format === 'opus' ? one.length : one.equals(other)).toBe(format === 'opus' ? other.length : true)
    },
  )

  test('has the words of its clips, each by its place', async () => {
    const id = await combine({ clip_ids: ids, pause_durations: [0.25, 1] })
    await service.finished(id)
    const parts = await Promise.all(ids.map(wordsOf))
    const joined = await wordsOf(id)
    const starts = [0, parts[0]!.end + 0.25, parts[0]!.end + parts[1]!.end + 1.25]
    expect(joined.transcript).toBe(TEXTS.join(' '))
    const wanted = parts.flatMap(({ words }, part) =>
      words.map(({ word, endOffset }) => ({ word, end: Number.parseFloat(endOffset) + starts[part]! })),
    )
    expect(joined.words.map(({ word }) => word)).toEqual(wanted.map(({ word }) => word))
    for (const [i, { endOffset }] of joined.words.entries())
      expect(Math.abs(Number.parseFloat(endOffset) - wanted[i]!.end)).toBeLessThan(0.003)
    expect(joined.end).toBeCloseTo(starts[2]! + parts[2]!.end, 2)
    const captions = await (await service.call(`/clips/${id}/captions.vtt`)).text()
    expect(captions).toContain('Three hundred and three.')
  })

  test('is listed, shows what its creator said, can be combined again, and deleted', async () => {
    const id = await combine({ clip_ids: ids.slice(0, 2), label: 'joined', metadata: { part: 1 } })
    await service.finished(id)
    const [clip] = await service.json<object[]>('/clips?label=joined')
    expect(clip).toMatchObject({ id, progress: 1, characters: null, label: 'joined', metadata: { part: 1 } })
    const again = await service.finished(await combine({ clip_ids: [id, ids[2]] }))
    const direct = await service.call('/clips/combine', { body: { clip_ids: ids } })
    const lengths = await Promise.all(
      [await download(again.url), Buffer.from(await direct.arrayBuffer())].map(async (bytes) => {
        return (await decodeMp3(bytes)).length
      }),
    )
    expect(lengths[0]).toBe(lengths[1])
    await service.json(`/clips/${id}`, { method: 'DELETE' })
    expect((await fetch((clip as Clip).url)).status).toBe(404)
  })

  test('is asked for by a header too', async () => {
    const ask = (prefer: string) => service.call('/clips/combine', { body: { clip_ids: ids }, headers: { prefer } })
    for (const prefer of ['respond-async', 'wait=10, Respond-Async; foo=1']) {
      const response = await ask(prefer)
      expect([response.status, response.headers.get('preference-applied')]).toEqual([200, 'respond-async'])
      expect(await response.json()).toHaveProperty('clip_id')
    }
    for (const prefer of ['wait=10', 'respond-async-not']) {
      const response = await ask(prefer)
      expect(response.headers.get('content-type')).toBe('audio/mpeg')
      await response.arrayBuffer()
    }
  })

  test('under one idempotency key is one clip; the same request for audio is another', async () => {
    const headers = { 'idempotency-key': 'combine-1' }
    const first = await combine({ clip_ids: ids }, headers)
    expect(await combine({ clip_ids: ids }, headers)).toBe(first)
    const other = await service.call('/clips/combine', { body: { clip_ids: ids.slice(1), async: true }, headers })
    expect(other.status).toBe(409)
    const byHeader = { body: { clip_ids: ids }, headers: { 'idempotency-key': 'combine-2', prefer: 'respond-async' } }
    expect(await service.json('/clips/combine', byHeader)).toHaveProperty('clip_id')
    const direct = { body: { clip_ids: ids }, headers: { 'idempotency-key': 'combine-2' } }
    expect((await service.call('/clips/combine', direct)).status).toBe(409)
  })

  test.each<[object, number, RegExp]>([
    [{ async: 'yes' }, 400, /Cannot use async "yes"/],
    [{ clip_ids: ['no-such-clip'] }, 404, /Cannot find clip no-such-clip/],
    [{ pause_durations: -1 }, 400, /pause 1 is -1/],
    [{ audio_configs: { file_format: 'mp3', bitrate: 320, sample_rate: 8000 } }, 400, /bitrate 320/],
    [{ label: 7 }, 400, /Cannot use label 7/],
  ])('is refused at once: %j', async (fields, status, message) => {
    const response = await service.call('/clips/combine', { body: { clip_ids: ids, async: true, ...fields } })
    expect(response.status).toBe(status)
    expect(((await response.json()) as { message: string }).message).toMatch(message)
  })
})

describe('a combination whose clips change before it is rendered', () => {
  /** A combination that waits; `change` runs before a worker can claim it. */
  async function combineAfter(change: (first: string) => Promise<unknown>): Promise<Clip> {
    const [first, second] = await createClips(['First.', 'Second.'])
    const body = { clip_ids: [first, second], async: true }
    const { clip_id: id } = await service.json<{ clip_id: string }>('/clips/combine', { body })
    await service.finished(id)
    await change(first!)
    await service.db.updateTable('clips').set({ status: 'FAILED' }).where('id', '=', id).execute()
    await service.json(`/clips/${id}/retry`, { method: 'POST' })
    await service.finished(id)
    return await service.json<Clip>(`/clips/${id}`)
  }

  test('fails with their names if one was deleted', async () => {
    let gone = ''
    const clip = await combineAfter((id) => {
      gone = id
      return service.json(`/clips/${id}`, { method: 'DELETE' })
    })
    expect(clip).toMatchObject({ status: 'FAILED', error: { code: 'NOT_FOUND', message: `Cannot find clip ${gone}` } })
  })
})

// A server of its own, on SQLite and files whatever the other tests run on.
test.runIf(STORAGE === 'embedded')('an accepted combination survives the death of the server', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'declaim-combine-'))
  const settings = {
    DATA_DIR,
    AVATARS_FILE: TONE_AVATARS,
    DECLAIM_BOOTSTRAP_KEY: TEST_KEY,
    RENDER_THREADS: '1',
    LOG_LEVEL: 'error',
    REQUESTS_PER_SECOND: '1000',
  }
  const call = async <Body>(url: string, path: string, body?: object): Promise<Body> => {
    const init = { method: body === undefined ? 'GET' : 'POST', headers: { 'x-api-key': TEST_KEY } }
    const response = await fetch(`${url}/v1/tts${path}`, { ...init, ...(body && { body: JSON.stringify(body) }) })
    return (await response.json()) as Body
  }
  const finish = async (url: string, id: string): Promise<Clip> => {
    for (;;) {
      const clip = await call<Clip>(url, `/clips/${id}`)
      if (clip.status !== 'PROCESSING') return clip
      await sleep(50)
    }
  }
  let server = await startServerProcess(settings)
  const { clip_id: one } = await call<{ clip_id: string }>(server.url, '/clips', {
    speaker_id: 3,
    text: 'A. '.repeat(20),
  })
  await finish(server.url, one)
  const body = { clip_ids: Array.from({ length: 30 }, () => one), async: true }
  const { clip_id: id } = await call<{ clip_id: string }>(server.url, '/clips/combine', body)
  await server.kill()
  server = await startServerProcess(settings)
  const [source, clip] = [await finish(server.url, one), await finish(server.url, id)]
  expect(clip).toMatchObject({ status: 'COMPLETE' })
  const seconds = (value: object) => (value as { audio_seconds: number }).audio_seconds
  expect(seconds(clip)).toBeCloseTo(30 * seconds(source), 0)
  await server.kill()
  await rm(DATA_DIR, { recursive: true })
})
