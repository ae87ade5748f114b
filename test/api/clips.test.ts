import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findClipAudio } from '../support/clip-audio.ts'
import { decodeMp3 } from '../support/decode-audio.ts'
import { readMetrics } from '../support/read-metrics.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const WEEK_MS = 7 * 24 * 3600 * 1000

let now = Date.parse('2026-03-01T12:00:00Z')
let service: TestService
beforeAll(async () => {
  service = await startTestService({ PUBLIC_URL: '', METRICS_ADDRESS: '127.0.0.1:0' }, () => now)
})
afterAll(() => service.close())

const hello = { speaker_id: 3, text: 'Hello there.' }

async function createClip(body: object = hello) {
  const { clip_id: id } = await service.json<{ clip_id: string }>('/clips', { body })
  return await service.finished(id)
}

const filesOf = (id: string) => findClipAudio(service.blobs, id)

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

describe('one clip', () => {
  test('is accepted, rendered, and plays at a URL without a key', async () => {
    const clip = await createClip()
    expect(clip.status).toBe('COMPLETE')
    expect(clip.url.startsWith(`${service.url}/audio/clips/${clip.id}/`)).toBe(true)
    const response = await fetch(clip.url, { redirect: 'error' })
    expect(response.headers.get('content-type')).toBe('audio/mpeg')
    const samples = await decodeMp3(Buffer.from(await response.arrayBuffer()))
    const body = { ...hello, audio_configs: { file_format: 'pcm' } }
    const streamed = (await (await service.call('/stream', { body })).arrayBuffer()).byteLength / 2
    expect(samples.length).toBe(streamed)
  })

  test('is what GET says of it', async () => {
    const clip = await createClip()
    expect(Object.keys(clip).slice(0, 3)).toEqual(['id', 'status', 'url'])
    const list = await service.json<object[]>('/clips')
    expect(list[0]).toEqual(clip)
  })

  test('in another format keeps its suffix and type', async () => {
    const clip = await createClip({ ...hello, audio_configs: { file_format: 'WAV', sample_rate: 8000 } })
    expect(clip.url).toMatch(/\.wav$/)
    const file = await download(clip.url)
    expect(file.toString('latin1', 0, 4)).toBe('RIFF')
    expect(file.readUInt32LE(4)).toBe(file.length - 8)
    expect(file.readUInt32LE(24)).toBe(8000)
  })

  test('as WAV or PCM at the rate of its voice is stored once', async () => {
    const formats = [{ file_format: 'wav' }, { file_format: 'pcm' }, { file_format: 'pcm', sample_rate: 8000 }]
    const clips = await Promise.all(formats.map((config) => createClip({ ...hello, audio_configs: config })))
    const [wav, pcm, low] = await Promise.all(clips.map(({ url }) => download(url)))
    const stored = await Promise.all(clips.map(({ id }) => filesOf(id)))
    expect(stored.map(({ length }) => length)).toEqual([1, 1, 2])
    expect(wav!.toString('latin1', 0, 4)).toBe('RIFF')
    expect(pcm!.equals(wav!.subarray(44))).toBe(true)
    expect(low!.length / pcm!.length).toBeCloseTo(0.5, 2)
    const ranged = await fetch(clips[1]!.url, { headers: { range: 'bytes=10-19' } })
    expect(ranged.headers.get('content-range')).toBe(`bytes 10-19/${pcm!.length}`)
    expect(Buffer.from(await ranged.arrayBuffer()).equals(pcm!.subarray(10, 20))).toBe(true)
    const other = await fetch(clips[0]!.url.replace(/wav$/, 'pcm'))
    expect([other.status, await other.json()]).toEqual([
      404,
      { code: 'NOT_FOUND', message: `Cannot play clip ${clips[0]!.id} as pcm: it is wav` },
    ])
  })

  test('is an MP3 whatever Accept says of the answer', async () => {
    const { clip_id: id } = await service.json<{ clip_id: string }>('/clips', {
      body: hello,
      headers: { accept: 'audio/wav' },
    })
    const response = await fetch((await service.finished(id)).url)
    expect(response.headers.get('content-type')).toBe('audio/mpeg')
    await response.arrayBuffer()
  })

  test('of nobody, or with an id that is none, is not found', async () => {
    const response = await service.call('/clips/no-such-clip')
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: 'NOT_FOUND', message: 'Cannot find clip no-such-clip' },
    ])
  })

  test('plays in ranges', async () => {
    const { url } = await createClip()
    const whole = await download(url)
    const ranged = await fetch(url, { headers: { range: 'bytes=10-19' } })
    expect([ranged.status, ranged.headers.get('content-range')]).toEqual([206, `bytes 10-19/${whole.length}`])
    expect(Buffer.from(await ranged.arrayBuffer()).equals(whole.subarray(10, 20))).toBe(true)
    const beyond = await fetch(url, { headers: { range: `bytes=${whole.length}-` } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`])
  })

  test('cannot be reached by a changed link', async () => {
    const { url } = await createClip()
    const changed = url.replace(/\/(\d+)\//, (_, expires) => `/${Number(expires) + 1}/`)
    expect((await fetch(changed)).status).toBe(404)
    expect((await fetch(url.replace(/.\.mp3$/, '.mp3'))).status).toBe(404)
  })
})

describe('a deleted clip', () => {
  const remove = (id: string) => service.json<object>(`/clips/${id}`, { method: 'DELETE' })
  const ended = async (outcome: string) =>
    (await readMetrics(service)).get(`declaim_clips_ended_total{outcome="${outcome}"}`) ?? 0

  test('is gone with its files, its link and its times, and the others stay', async () => {
    const [clip, other] = [await createClip(), await createClip()]
    expect(await filesOf(clip.id)).toHaveLength(2)
    expect(await remove(clip.id)).toEqual(clip)
    expect(await filesOf(clip.id)).toEqual([])
    expect((await fetch(clip.url)).status).toBe(404)
    for (const path of [clip.id, `${clip.id}/timing`]) expect((await service.call(`/clips/${path}`)).status).toBe(404)
    expect((await service.call(`/clips/${clip.id}`, { method: 'DELETE' })).status).toBe(404)
    expect(await service.json<object[]>('/clips?limit=1')).toEqual([other])
    await download(other.url)
  })

  test('takes the file of its own along that an earlier version gave it', async () => {
    const clip = await createClip({ ...hello, audio_configs: { file_format: 'wav' } })
    await service.blobs.put(`clips/${clip.id.slice(0, 2)}/${clip.id}.wav`, [Buffer.from('RIFF')])
    await remove(clip.id)
    expect(await filesOf(clip.id)).toEqual([])
  })

  test('leaves nothing when it was being rendered', async () => {
    const before = [await ended('removed'), await ended('complete')]
    const text = 'This sentence is one of many. '.repeat(30)
    const { clip_id: id } = await service.json<{ clip_id: string }>('/clips', { body: { ...hello, text } })
    while ((await readMetrics(service)).get('declaim_render_threads{state="busy"}') === 0) await sleep(1)
    expect(await remove(id)).toMatchObject({ id, status: 'PROCESSING' })
    while ((await ended('removed')) === before[0] && (await ended('complete')) === before[1]) await sleep(5)
    expect([await ended('removed'), await ended('complete')]).toEqual([before[0]! + 1, before[1]])
    expect(await filesOf(id)).toEqual([])
  })

  test('that waited is never rendered', async () => {
    const before = await ended('complete')
    const texts = Array.from({ length: 12 }, (_, index) => ({
      ...hello,
      text: `Clip number ${index + 1}. `.repeat(20),
    }))
    const { clip_ids: ids } = await service.json<{ clip_ids: string[] }>('/clips', { body: texts })
    expect(await remove(ids.at(-1)!)).toMatchObject({ status: 'PROCESSING' })
    for (const id of ids.slice(0, -1)) await service.finished(id)
    while ((await readMetrics(service)).get('declaim_clips_unfinished') !== 0) await sleep(5)
    expect(await ended('complete')).toBe(before + ids.length - 1)
    expect(await filesOf(ids.at(-1)!)).toEqual([])
  })
})

describe('many clips', () => {
  test('are accepted in order and each is rendered', async () => {
    const texts = Array.from({ length: 100 }, (_, index) => `Clip number ${index + 1}.`)
    const body = texts.map((text, index) => ({ speaker_id: index % 2 === 0 ? 3 : '4', text }))
    const { clip_ids: ids } = await service.json<{ clip_ids: string[] }>('/clips', { body })
    expect(new Set(ids).size).toBe(100)
    // Several are rendered at once, and the last to begin need not be the last to end.
    for (const id of ids) await service.finished(id)
    const list = await service.json<{ id: string; status: string }[]>('/clips?limit=100')
    expect(list.map(({ id, status }) => [id, status])).toEqual(ids.toReversed().map((id) => [id, 'COMPLETE']))
  })

  test('are refused together when one is wrong, and the answer names it', async () => {
    const before = await service.json<object[]>('/clips')
    const body = Array.from({ length: 100 }, () => hello)
    body[56] = { speaker_id: 3, text: 'a ::bad--one:: b' }
    const response = await service.call('/clips', { body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'INVALID_TEXT',
      message: expect.stringMatching(/^Clip 57 of 100: .*bad--one.*offset/),
    })
    expect(await service.json<object[]>('/clips')).toEqual(before)
  })

  test.each([
    [[], 'Cannot accept 0 clips'],
    [Array.from({ length: 101 }, () => hello), 'Cannot accept 101 clips'],
    [[hello, 'text'], 'Clip 2 of 2'],
    [[hello, null], 'Clip 2 of 2'],
  ])('%#: a list of a wrong shape is refused', async (body, message) => {
    const response = await service.call('/clips', { body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'MISSING_ARGUMENT', message: expect.stringContaining(message) })
  })

  test('come in pages that a Link header joins', async () => {
    const first = await service.call('/clips?limit=2&status=COMPLETE')
    const link = first.headers.get('link') ?? ''
    const next = /^<\/v1\/tts(.*)>; rel="next"$/.exec(link)?.[1]
    const all = await service.json<{ id: string }[]>('/clips?limit=4&status=COMPLETE')
    const pages = [...((await first.json()) as { id: string }[]), ...(await service.json<{ id: string }[]>(next!))]
    expect(pages).toEqual(all)
  })

  test.each([
    ['status=DONE', 'status is "DONE"; expected PROCESSING, FAILED, COMPLETE'],
    ['limit=0', 'limit is "0"; expected a whole number from 1 to 1000'],
    ['limit=many', 'limit is "many"; expected a whole number'],
    ['limit=', 'limit is empty'],
    ['limit=1&limit=2', 'limit is ["1","2"]; expected one string'],
    ['before=yesterday', 'before is "yesterday"; expected the id of a clip'],
  ])('a list with ?%s is refused', async (query, message) => {
    const response = await service.call(`/clips?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'MISSING_ARGUMENT',
      message: expect.stringContaining(`query: ${message}`),
    })
  })

  test('are accepted once under an idempotency key', async () => {
    const create = (text: string) =>
      service.call('/clips', { body: [{ ...hello, text }], headers: { 'idempotency-key': 'bulk-1' } })
    const [first, again] = [await (await create('a')).json(), await (await create('a')).json()]
    expect(again).toEqual(first)
    expect((await create('b')).status).toBe(409)
  })

  test('are the same request whatever the order of their fields', async () => {
    const send = async (body: string) =>
      (await service.call('/clips', { body, headers: { 'idempotency-key': 'order-1' } })).json()
    const first = await send(
      '{"speaker_id": 3, "text": "Hi", "audio_configs": {"file_format": "wav", "sample_rate": 8000}}',
    )
    expect(first).toHaveProperty('clip_id')
    const again = '{"audio_configs":{"sample_rate":8000,"file_format":"wav"},"text":"Hi","speaker_id":3}'
    expect(await send(again)).toEqual(first)
  })
})

test('others are answered between the texts of a bulk', async () => {
  const bodies = Array.from({ length: 100 }, (_, i) => ({ ...hello, text: i < 99 ? 'Hello there.' : '' }))
  let turns = 0
  let isPlanning = true
  const count = (): void => {
    turns++
    if (isPlanning) setImmediate(count)
  }
  count()
  const answer = await service.call('/clips', { body: bodies })
  isPlanning = false
  expect(answer.status).toBe(400)
  expect(turns).toBeGreaterThanOrEqual(100)
})

test('a clip’s link plays for a week and then says that it expired', async () => {
  const { url } = await createClip()
  const created = now
  now += WEEK_MS - 2000
  expect((await fetch(url)).status).toBe(200)
  now = created + WEEK_MS + 1000
  const response = await fetch(url)
  expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
    410,
    expect.stringMatching(/its link expired at 2026-03-08T12:00:00Z; render it again$/),
  ])
})
