import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES } from '../../src/accounts/scopes.ts'
import { measureLoudness } from '../../src/audio/loudness/measure-loudness.ts'
import { clipMasterKey } from '../../src/delivery/clips/audio-keys.ts'
import { exportKey } from '../../src/delivery/exports/assemble-export.ts'
import { removeExpired } from '../../src/jobs/retention/remove-expired.ts'
import { decodeAudio, decodeMp3 } from '../support/decode-audio.ts'
import { startServerProcess } from '../support/server-process.ts'
import { STORAGE, startTestService, TEST_KEY, type TestService, TONE_AVATARS } from '../support/test-service.ts'

type Export = {
  id: string
  status: string
  url: string | null
  file: { name: string; bytes: number; files: number } | null
  error?: { code: string; message: string }
  progress: number
  paragraphs: number
  paragraphs_rendered: number
  characters: number
  audio_seconds: number | null
}
type Estimate = {
  paragraphs: { characters: number; is_kept: boolean; is_changed: boolean }[]
  paragraphs_to_render: number
  characters: number
  audio_seconds: number
  problem: { code: string; message: string } | null
}
type Paragraph = { speaker_id: number; text: string; id?: string; name?: string; scene?: string; pause?: number }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

let accounts = 0
/** A key of a new account, and the calls that use it. */
async function openAccount(plan?: Readonly<Record<string, unknown>>) {
  const name = `exports ${accounts++}`
  const { key } = await createApiKey(service.db, { name: 'x', account: name, scopes: SCOPES, now: 1 })
  if (plan !== undefined) {
    await service.db
      .insertInto('plans')
      .values({ name, limits: JSON.stringify(plan) })
      .execute()
    await service.db.updateTable('accounts').set({ plan: name }).where('name', '=', name).execute()
  }
  const { id } = await service.db.selectFrom('accounts').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  const headers = { 'x-api-key': key }
  const call = (path: string, body?: object, method?: string) =>
    service.call(path, { headers, ...(body && { body }), ...(method && { method }) })
  const json = async <Body>(path: string, body?: object, method?: string): Promise<Body> => {
    const answer = await call(path, body, method)
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Body
  }
  const waitFor = async (exportId: string): Promise<Export> => {
    for (;;) {
      const one = await json<Export>(`/exports/${exportId}`)
      if (one.status !== 'PROCESSING') return one
      await sleep(20)
    }
  }
  return {
    id,
    headers,
    call,
    json,
    waitFor,
    estimate: (body: object) => json<Estimate>('/exports/estimate', body),
    async export(body: object): Promise<Export> {
      return await waitFor((await json<{ export_id: string }>('/exports', body)).export_id)
    },
    characters: async () => (await json<{ characters: number }>('/usage')).characters,
  }
}

async function download({ url, error }: Export): Promise<Uint8Array> {
  if (url === null) throw new Error(`There is no file: ${JSON.stringify(error)}`)
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}
const unzip = async (one: Export) => unzipSync(await download(one))

const paragraphsOf = (texts: readonly string[]): Paragraph[] =>
  texts.map((text, index) => ({ speaker_id: 3, text, id: `p${index}`, pause: 0.5 }))
const countOf = (paragraphs: readonly Paragraph[]) => paragraphs.reduce((sum, { text }) => sum + text.length, 0)

describe('one file', () => {
  test('of more paragraphs than a combination may have has each of them and its pauses, to the sample', async () => {
    const account = await openAccount()
    const paragraphs = paragraphsOf(Array.from({ length: 130 }, (_, i) => `Paragraph ${i + 1}.`))
    const done = await account.export({ title: 'Long', paragraphs, audio_configs: { file_format: 'wav' } })
    expect(done).toMatchObject({
      status: 'COMPLETE',
      progress: 1,
      paragraphs: 130,
      paragraphs_rendered: 130,
      characters: countOf(paragraphs),
      file: { name: 'Long.wav', files: 1 },
    })
    const kept = await service.db.selectFrom('clips').select('audio_ms').where('account_id', '=', account.id).execute()
    const speech = kept.reduce((sum, clip) => sum + Number(clip.audio_ms), 0) / 1000
    expect(done.audio_seconds).toBeCloseTo(speech + 129 * 0.5, 1)
    const bytes = await download(done)
    expect(bytes.length).toBe(done.file!.bytes)
    expect(await account.characters()).toBe(countOf(paragraphs))
  })

  test('has chapters by scene, and captions and a chapter list in the same go', async () => {
    const account = await openAccount()
    const paragraphs = [
      { speaker_id: 3, text: 'Before all.', pause: 1 },
      { speaker_id: 3, text: 'One.', scene: 'First: “scene”', pause: 1 },
      { speaker_id: 4, text: 'Two.', pause: 1 },
      { speaker_id: 3, text: 'Three.', scene: 'Second' },
    ]
    const done = await account.export({
      title: 'Course / 1',
      paragraphs,
      captions: ['vtt', 'srt', 'json'],
      chapter_list: true,
      audio_configs: { file_format: 'mp3', sample_rate: 44_100 },
    })
    const files = await unzip(done)
    const name = 'Course - 1'
    expect(Object.keys(files).toSorted()).toEqual(
      [`${name}.mp3`, `${name}.srt`, `${name}.vtt`, `${name}.json`, `${name} chapters.txt`].toSorted(),
    )
    expect(done.file).toMatchObject({ name: `${name}.zip`, files: 5 })
    const lines = strFromU8(files[`${name} chapters.txt`]!).trimEnd().split('\n')
    expect(lines.map((line) => line.slice(9))).toEqual(['Course / 1', 'First: “scene”', 'Second'])
    expect(strFromU8(files[`${name}.srt`]!)).toContain('Three.')
    const tag = Buffer.from(files[`${name}.mp3`]!).toString('latin1')
    expect(tag.match(/CHAP/g)).toHaveLength(3)
    const samples = await decodeMp3(files[`${name}.mp3`]!)
    expect(samples.length / 44_100).toBeCloseTo(done.audio_seconds!, 2)
    const { results } = JSON.parse(strFromU8(files[`${name}.json`]!))
    expect(results[0].alternatives[0].transcript).toBe('Before all. One. Two. Three.')
  })
})

test('captions alone are files too, and cost nothing after the audio', async () => {
  const account = await openAccount()
  const body = { title: 'Words', paragraphs: paragraphsOf(['One.', 'Two.']) }
  await account.export(body)
  const done = await account.export({ ...body, audio: false, captions: ['vtt'] })
  expect(done).toMatchObject({ characters: 0, file: { name: 'Words.vtt', files: 1 } })
  expect(strFromU8(await download(done))).toMatch(/^WEBVTT[\s\S]*One\.[\s\S]*Two\./)
})

describe('what is kept', () => {
  test('costs nothing, in any format, until a paragraph changes', async () => {
    const account = await openAccount()
    const paragraphs = paragraphsOf(['It is one.', 'It is two.', 'It is three.'])
    const body = { title: 'Kept', script_id: 'script', paragraphs }
    expect(await account.estimate(body)).toMatchObject({
      paragraphs_to_render: 3,
      characters: countOf(paragraphs),
      problem: null,
    })
    await account.export(body)
    const all = await account.characters()
    expect(all).toBe(countOf(paragraphs))
    const again = await account.estimate(body)
    expect(again).toMatchObject({ paragraphs_to_render: 0, characters: 0 })
    expect(again.paragraphs).toEqual(
      paragraphs.map(({ text }) => ({ characters: text.length, is_kept: true, is_changed: false })),
    )
    for (const format of ['wav', 'flac', 'opus', 'aac', 'pcm', 'mulaw', 'alaw'])
      expect(await account.export({ ...body, audio_configs: { file_format: format } })).toMatchObject({
        status: 'COMPLETE',
        paragraphs_rendered: 0,
        characters: 0,
      })
    expect(await account.characters()).toBe(all)
    const changed = paragraphs.with(1, { ...paragraphs[1]!, text: 'It is two hundred.' })
    const estimate = await account.estimate({ ...body, paragraphs: changed })
    expect(estimate).toMatchObject({ paragraphs_to_render: 1, characters: 18 })
    expect(estimate.paragraphs.map(({ is_changed }) => is_changed)).toEqual([false, true, false])
    expect(await account.export({ ...body, paragraphs: changed })).toMatchObject({
      paragraphs_rendered: 1,
      characters: 18,
    })
    expect(await account.characters()).toBe(all + 18)
  })

  test('is found by voice, text and libraries, and belongs to one account', async () => {
    const [one, other] = [await openAccount(), await openAccount()]
    const body = { paragraphs: [{ speaker_id: 3, text: 'Szczesny.' }] }
    await one.export(body)
    expect(await other.estimate(body)).toMatchObject({ paragraphs_to_render: 1 })
    expect(await one.estimate({ paragraphs: [{ speaker_id: 4, text: 'Szczesny.' }] })).toMatchObject({
      paragraphs_to_render: 1,
    })
    const { library_id } = await one.json<{ library_id: string }>('/replacement_libraries', { name: 'Names' })
    const withLibrary = { ...body, library_ids: [library_id] }
    // An empty library changes nothing that is heard.
    expect(await one.estimate(withLibrary)).toMatchObject({ paragraphs_to_render: 0 })
    await one.json(`/replacement_libraries/${library_id}/replacements`, {
      original: 'Szczesny',
      replacement_text: 'Smith',
    })
    expect(await one.estimate(withLibrary)).toMatchObject({ paragraphs_to_render: 1 })
  })

  test('is rendered once if it comes twice, and its pauses and names are free', async () => {
    const account = await openAccount()
    const paragraphs = ['Yes.', 'No.', 'Yes.'].map((text) => ({ speaker_id: 3, text, pause: 0.2 }))
    expect(await account.export({ paragraphs })).toMatchObject({ paragraphs: 3, paragraphs_rendered: 2, characters: 7 })
    const renamed = paragraphs.map((one, i) => ({ ...one, pause: 2, name: `part ${i}` }))
    expect(await account.export({ paragraphs: renamed })).toMatchObject({ paragraphs_rendered: 0, characters: 0 })
  })

  test('is no clip of the API, and reports no event', async () => {
    const account = await openAccount()
    await account.export({ paragraphs: paragraphsOf(['Hidden.']) })
    expect(await account.json('/clips')).toEqual([])
    const { id } = await service.db
      .selectFrom('clips')
      .select('id')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect((await account.call(`/clips/${id}`)).status).toBe(404)
    expect((await account.call('/clips/combine', { clip_ids: [id] })).status).toBe(404)
    const events = await service.db.selectFrom('events').select('type').where('account_id', '=', account.id).execute()
    expect(events).toEqual([])
  })

  test('can be deleted at once, and the files stay', async () => {
    const account = await openAccount()
    const body = { paragraphs: paragraphsOf(['Private.']) }
    const done = await account.export(body)
    const { freed_bytes: freed } = await account.json<{ freed_bytes: number }>('/exports/speech', undefined, 'DELETE')
    expect(freed).toBeGreaterThan(1000)
    expect(await account.estimate(body)).toMatchObject({ paragraphs_to_render: 1 })
    expect((await download(done)).length).toBe(done.file!.bytes)
    const texts = await service.db
      .selectFrom('clip_plans')
      .innerJoin('clips', 'clips.id', 'clip_plans.clip_id')
      .select('clip_id')
      .where('account_id', '=', account.id)
      .execute()
    expect(texts).toEqual([])
  })

  test('that was damaged is rendered again, for nothing', async () => {
    const account = await openAccount()
    const body = { paragraphs: paragraphsOf(['Whole.', 'Broken.']), audio_configs: { file_format: 'wav' } }
    const before = await download(await account.export(body))
    const used = await account.characters()
    const { id } = await service.db
      .selectFrom('clips')
      .select('id')
      .where('account_id', '=', account.id)
      .orderBy('position', 'desc')
      .executeTakeFirstOrThrow()
    await service.blobs.delete(clipMasterKey(id))
    const again = await account.export(body)
    expect(again.status).toBe('COMPLETE')
    expect(Buffer.from(await download(again)).equals(Buffer.from(before))).toBe(true)
    expect(await account.characters()).toBe(used)
  })

  test('makes room for what is new, the least recently exported first', async () => {
    const account = await openAccount({ storedBytes: 400_000 })
    const script = (name: string) => ({
      title: name,
      audio_configs: { file_format: 'mp3' },
      paragraphs: [{ speaker_id: 3, text: `${name} ${'word '.repeat(6)}` }],
    })
    const renderedOf = async (name: string) => (await account.estimate(script(name))).paragraphs_to_render
    const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta']
    for (const name of names) {
      const { id } = await account.export(script(name))
      await account.json(`/exports/${id}`, undefined, 'DELETE')
      // The first stays in use.
      if (name !== 'alpha')
        await account
          .export(script('alpha'))
          .then(({ id: one }) => account.json(`/exports/${one}`, undefined, 'DELETE'))
    }
    expect(await renderedOf('alpha')).toBe(0)
    expect(await renderedOf('theta')).toBe(0)
    expect(await renderedOf('beta')).toBe(1)
    const { bytes } = await service.db
      .selectFrom('account_storage')
      .select('bytes')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(Number(bytes)).toBeLessThanOrEqual(400_000)
  })
})

describe('a phone menu', () => {
  const menu = [
    { speaker_id: 3, text: 'Welcome to the clinic.', name: 'welcome' },
    { speaker_id: 3, text: 'For appointments, press one.', name: 'press1' },
    { speaker_id: 3, text: 'To repeat, press star.', name: 'Press1' },
    { speaker_id: 3, text: 'Goodbye.' },
  ]
  test.each([
    ['wav', 8000, 'wav'],
    ['wav', 16_000, 'wav'],
    ['mulaw', 8000, 'ulaw'],
    ['alaw', 8000, 'alaw'],
  ] as const)('becomes named files of %s at %i Hz', async (format, sampleRate, ending) => {
    const account = await openAccount()
    const done = await account.export({
      title: 'Menu',
      paragraphs: menu,
      files: 'paragraph',
      file_names: '{name}',
      audio_configs: { file_format: format, sample_rate: sampleRate },
    })
    const files = await unzip(done)
    // Names that differ in case alone would overwrite one another on some systems.
    expect(Object.keys(files)).toEqual(['welcome', 'press1', 'Press1 2', '04'].map((name) => `${name}.${ending}`))
    const bytes = files[`welcome.${ending}`]!
    const { samples } = await decodeAudio(bytes, { decoder: 'ffmpeg', format })
    expect(samples.length).toBe(format === 'wav' ? (bytes.length - 44) / 2 : bytes.length)
    const isWav = format === 'wav'
    expect(isWav ? Buffer.from(bytes).readUInt32LE(24) : 8000).toBe(sampleRate)
  })

  test('may be a file for each scene', async () => {
    const account = await openAccount()
    const paragraphs = [
      { speaker_id: 3, text: 'One.', scene: 'Day' },
      { speaker_id: 3, text: 'Two.' },
      { speaker_id: 3, text: 'Three.', scene: 'Night' },
    ]
    const files = await unzip(await account.export({ paragraphs, files: 'scene', captions: ['srt'] }))
    expect(Object.keys(files)).toEqual(['01 Day.mp3', '01 Day.srt', '02 Night.mp3', '02 Night.srt'])
  })
})

test('a loudness target is met, and peaks stay below -1 dBTP', async () => {
  const account = await openAccount()
  const mixed = paragraphsOf(['This is spoken.', 'This is <loudness value="-10">quiet</loudness> speech.'])
  const loud = paragraphsOf([
    'Two paragraphs of speech, as loud as it gets.',
    'Their peaks are limited, and they are heard anyway.',
  ])
  for (const [loudness, paragraphs] of [
    [-13, loud],
    [-14, mixed],
    [-23, mixed],
  ] as const) {
    const done = await account.export({
      paragraphs,
      loudness,
      audio_configs: { file_format: 'wav', sample_rate: 24_000 },
    })
    const bytes = await download(done)
    const { samples } = await decodeAudio(bytes, { decoder: 'ffmpeg', format: 'wav' })
    const audio = { samples: Float32Array.from(samples, (sample) => sample / 32_768), sampleRate: 24_000 }
    expect(measureLoudness(audio)).toBeGreaterThan(loudness - 0.3)
    expect(measureLoudness(audio)).toBeLessThan(loudness + 0.3)
    expect(audio.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThan(10 ** (-0.9 / 20))
  }
})

describe('an export', () => {
  test('is listed with what it cost, and can be deleted with its file', async () => {
    const account = await openAccount()
    const first = await account.export({ paragraphs: paragraphsOf(['One.']), script_id: 'a' })
    const second = await account.export({ paragraphs: paragraphsOf(['One.', 'Two.']), script_id: 'b' })
    const list = await account.json<Export[]>('/exports')
    expect(list.map(({ id, characters }) => [id, characters])).toEqual([
      [second.id, 4],
      [first.id, 4],
    ])
    expect((await account.json<Export[]>('/exports?script_id=a')).map(({ id }) => id)).toEqual([first.id])
    expect((await account.json<Export[]>(`/exports?limit=1&before=${second.id}`)).map(({ id }) => id)).toEqual([
      first.id,
    ])
    await account.json(`/exports/${first.id}`, undefined, 'DELETE')
    expect((await fetch(first.url!)).status).toBe(404)
    expect((await account.call(`/exports/${first.id}`)).status).toBe(404)
    expect(await service.blobs.size(exportKey(first.id))).toBeUndefined()
    expect(await service.blobs.size(exportKey(second.id))).toBeGreaterThan(0)
  })

  test('has a link that resumes, names the file, and cannot be changed', async () => {
    const account = await openAccount()
    const done = await account.export({ title: "It's a “test” (1)", paragraphs: paragraphsOf(['One.']) })
    const whole = await download(done)
    const rest = await fetch(done.url!, { headers: { range: 'bytes=100-' } })
    expect(rest.status).toBe(206)
    expect(Buffer.from(await rest.arrayBuffer()).equals(Buffer.from(whole.subarray(100)))).toBe(true)
    expect(rest.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''It%27s%20a%20/)
    const [before, expires = ''] = [done.url!, /\/(\d{10,})\//.exec(done.url!)?.[1]]
    const longer = before.replace(expires, String(Number(expires) + 1))
    expect((await fetch(longer)).status).toBe(404)
  })

  test('whose file is gone is written again from what is kept', async () => {
    const account = await openAccount()
    const done = await account.export({ paragraphs: paragraphsOf(['One.']), audio_configs: { file_format: 'wav' } })
    const before = await download(done)
    await service.blobs.delete(exportKey(done.id))
    expect((await fetch(done.url!)).status).toBe(503)
    const again = await account.waitFor(done.id)
    expect(Buffer.from(await download(again)).equals(Buffer.from(before))).toBe(true)
  })

  test('under one idempotency key is one export', async () => {
    const account = await openAccount()
    const headers = { ...account.headers, 'idempotency-key': 'export-1' }
    const body = { paragraphs: paragraphsOf(['Once.']) }
    const first = await service.json('/exports', { headers, body })
    expect(await service.json('/exports', { headers, body })).toEqual(first)
    expect(await account.characters()).toBe(5)
  })

  test('that is cancelled charges only what was begun, and keeps it', async () => {
    const account = await openAccount()
    const paragraphs = paragraphsOf(
      Array.from({ length: 300 }, (_, i) => `A longer paragraph, the number ${i}, of many words.`),
    )
    const { export_id: id } = await account.json<{ export_id: string }>('/exports', { paragraphs })
    expect(await account.characters()).toBe(countOf(paragraphs))
    const canceled = await account.json<Export>(`/exports/${id}/cancel`, undefined, 'POST')
    expect(canceled.status).toBe('CANCELED')
    const settled = async () => {
      const { count } = await service.db
        .selectFrom('clips')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_id', '=', account.id)
        .where('status', '=', 'PROCESSING')
        .executeTakeFirstOrThrow()
      return Number(count)
    }
    await expect.poll(settled).toBe(0)
    const { characters } = await account.json<Export>(`/exports/${id}`)
    expect(characters).toBeLessThan(countOf(paragraphs))
    await expect.poll(account.characters).toBe(characters)
    expect((await account.call(`/exports/${id}/cancel`, undefined, 'POST')).status).toBe(409)
    const estimate = await account.estimate({ paragraphs })
    expect(estimate.characters).toBe(countOf(paragraphs) - characters)
  })

  test('that expires goes with its file, and its speech goes when no export has used it for long', async () => {
    const account = await openAccount()
    const body = { paragraphs: paragraphsOf(['Old speech.']) }
    const done = await account.export(body)
    const day = 24 * 3600 * 1000
    const expire = (now: number) =>
      removeExpired({ db: service.db, blobs: service.blobs, lifetimeMsOf: async () => 7 * day, now })
    await expire(Date.now() + 8 * day)
    expect((await account.call(`/exports/${done.id}`)).status).toBe(404)
    expect(await account.estimate(body)).toMatchObject({ paragraphs_to_render: 0 })
    await expire(Date.now() + 91 * day)
    expect(await account.estimate(body)).toMatchObject({ paragraphs_to_render: 1 })
    const { bytes } = await service.db
      .selectFrom('account_storage')
      .select('bytes')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(Number(bytes)).toBe(0)
  })
})

describe('what is wrong', () => {
  const paragraphs = paragraphsOf(['One.', 'Two.'])
  test.each<[object, number, RegExp]>([
    [{}, 400, /Cannot export: paragraphs is missing/],
    [{ paragraphs: [] }, 400, /a list of 1 to 10000/],
    [{ paragraphs: ['One.'] }, 400, /paragraphs\[0\] "One."/],
    [{ paragraphs: [{ speaker_id: 3 }] }, 400, /Paragraph 1 of 1: Cannot speak: text is missing/],
    [{ paragraphs: [...paragraphs, { speaker_id: 'x', text: 'a' }] }, 400, /Paragraph 3 of 3: .*speaker_id "x"/],
    [
      { paragraphs: [{ speaker_id: 3, text: '<respell value="TUH--puhl">a</respell>' }] },
      400,
      /Paragraph 1 of 1: .*offset/,
    ],
    [{ paragraphs, files: 'all' }, 400, /files "all": expected one, scene, paragraph/],
    [{ paragraphs, captions: ['txt'] }, 400, /captions \["txt"\]/],
    [{ paragraphs, audio: false }, 400, /it has no files/],
    [{ paragraphs, chapters: true }, 400, /chapters true/],
    [{ paragraphs, loudness: 3 }, 400, /loudness 3: expected -36 to -9 LUFS/],
    [{ paragraphs, file_names: '{titel}' }, 400, /file_names "\{titel\}": expected \{title\}/],
    [
      { paragraphs, audio_configs: { file_format: 'alaw', sample_rate: 16_000 } },
      400,
      /16000: expected 8000 Hz for alaw/,
    ],
    [{ paragraphs, audio_configs: { file_format: 'mp3', bitrate: 320, sample_rate: 8000 } }, 400, /bitrate 320/],
    [{ paragraphs: [{ speaker_id: 3, text: 'a', pause: 601 }] }, 400, /paragraphs\[0\].pause 601/],
    [{ paragraphs: [{ speaker_id: 3, text: 'a', name: 7 }] }, 400, /paragraphs\[0\].name 7/],
    [{ paragraphs, library_ids: ['no-such-library'] }, 404, /no-such-library/],
  ])('%j is refused before anything is stored', async (body, status, message) => {
    const account = await openAccount()
    for (const path of ['/exports', '/exports/estimate']) {
      const answer = await account.call(path, body)
      const text = await answer.text()
      // Limits and formats are what an estimate reports.
      const answered = JSON.parse(text)
      const isReport = path === '/exports/estimate' && answer.status === 200
      expect([isReport ? status : answer.status, isReport ? answered.problem.message : answered.message]).toEqual([
        status,
        expect.stringMatching(message),
      ])
    }
    expect(await account.json('/exports')).toEqual([])
    expect(await account.characters()).toBe(0)
  })

  test('a limit is said before the export, which is then refused whole', async () => {
    const account = await openAccount({ charactersPerMonth: 10 })
    const body = { paragraphs: paragraphsOf(['Eleven characters and more.']) }
    expect(await account.estimate(body)).toMatchObject({ problem: { code: 'RATE_LIMITED' }, paragraphs_to_render: 1 })
    expect((await account.call('/exports', body)).status).toBe(429)
    const { key } = await createApiKey(service.db, {
      name: 'small',
      account: `exports ${accounts}`,
      scopes: SCOPES,
      charactersPerMonth: 10,
      now: 1,
    })
    accounts++
    const asked = await service.json<Estimate>('/exports/estimate', { headers: { 'x-api-key': key }, body })
    expect(asked.problem?.message).toMatch(/0 of this key's 10 a month are left|10 of this key's 10/)
    const short = await openAccount({ fileSeconds: 1 })
    const long = { paragraphs: paragraphsOf(['This is far longer than one second, surely.']) }
    expect((await short.estimate(long)).problem?.message).toMatch(/Cannot export: the file would have \d+ seconds/)
    expect((await short.call('/exports', long)).status).toBe(400)
    expect(await short.characters()).toBe(0)
  })

  test('another account sees nothing of it', async () => {
    const [one, other] = [await openAccount(), await openAccount()]
    const { id } = await one.export({ paragraphs })
    expect((await other.call(`/exports/${id}`)).status).toBe(404)
    expect((await other.call(`/exports/${id}`, undefined, 'DELETE')).status).toBe(404)
    expect((await other.call(`/exports/${id}/cancel`, undefined, 'POST')).status).toBe(404)
    expect(await other.json('/exports')).toEqual([])
  })
})

// A server of its own, on SQLite and files whatever the other tests run on.
test.runIf(STORAGE === 'embedded')(
  'an accepted export survives the death of the server, and is charged once',
  async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'declaim-export-'))
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
      const answer = await fetch(`${url}/v1/tts${path}`, { ...init, ...(body && { body: JSON.stringify(body) }) })
      return (await answer.json()) as Body
    }
    const paragraphs = paragraphsOf(Array.from({ length: 80 }, (_, i) => `Number ${i} of ${'many words '.repeat(20)}`))
    let server = await startServerProcess(settings)
    const { export_id: id } = await call<{ export_id: string }>(server.url, '/exports', { paragraphs })
    for (let kills = 0; kills < 3; kills++) {
      // At another moment each time: while it renders, and while it writes.
      await sleep(40 * kills)
      await server.kill()
      server = await startServerProcess(settings)
    }
    let one = await call<Export>(server.url, `/exports/${id}`)
    while (one.status === 'PROCESSING') {
      await sleep(50)
      one = await call<Export>(server.url, `/exports/${id}`)
    }
    expect(one).toMatchObject({ status: 'COMPLETE', paragraphs: 80, characters: countOf(paragraphs) })
    expect((await call<{ characters: number }>(server.url, '/usage')).characters).toBe(countOf(paragraphs))
    expect((await download(one)).length).toBe(one.file!.bytes)
    await server.kill()
    await rm(DATA_DIR, { recursive: true })
  },
)
