import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, TEST_KEY, type TestService } from '../../test/support/test-service.ts'
import { type BulkProgress, ClipFailedError, createDeclaim, type Declaim, type DeclaimError } from '../src/declaim.ts'

let service: TestService
let declaim: Declaim

beforeAll(async () => {
  service = await startTestService({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' })
  declaim = createDeclaim({ baseUrl: service.url, apiKey: TEST_KEY })
})
afterAll(() => service.close())

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('the types are those of the API document', async () => {
  const { stderr } = await promisify(execFile)(process.execPath, ['client/scripts/write-types.ts', '--check'])
  expect(stderr).toBe('')
})

test('a stream is the audio that the service sends', async () => {
  const input = { speaker_id: 3, text: 'One, two.', audio_configs: { file_format: 'wav' } } as const
  const { audio, contentType, textLength } = await declaim.stream(input)
  const plain = await service.call('/stream', { body: input })
  expect({ contentType, textLength }).toEqual({ contentType: 'audio/wav', textLength: 9 })
  expect((await readAll(audio)).equals(Buffer.from(await plain.arrayBuffer()))).toBe(true)
})

test('a timed stream has the same audio, and every word before the audio in which it ends', async () => {
  const input = {
    speaker_id: 3,
    text: 'It costs $4.99. Really.',
    audio_configs: { file_format: 'pcm', sample_rate: 24_000 },
  } as const
  const pieces: Uint8Array[] = []
  const words: string[] = []
  let heardSeconds = 0
  const leadSeconds: number[] = []
  for await (const part of await declaim.timedStream(input)) {
    if (part.kind === 'timing') {
      words.push(...part.words.map(({ sourceStart, sourceEnd }) => input.text.slice(sourceStart, sourceEnd)))
      leadSeconds.push(part.words[0]!.endSeconds - heardSeconds)
    } else {
      pieces.push(part.bytes)
      heardSeconds += part.bytes.length / 2 / 24_000
    }
  }
  const plain = await readAll((await declaim.stream(input)).audio)
  expect(Buffer.concat(pieces).equals(plain)).toBe(true)
  expect(Math.min(...leadSeconds)).toBeGreaterThan(-0.001)
  expect(words).toEqual(['It', 'costs', '$4.99', 'Really'])
})

test('a timed stream that its reader leaves ends at the service too', async () => {
  const text = 'This goes on and on. '.repeat(40)
  const reader = (await declaim.timedStream({ speaker_id: 3, text })).getReader()
  await reader.read()
  await reader.cancel()
  expect((await reader.read()).done).toBe(true)
})

test('a clip is created, awaited, timed, combined and deleted', async () => {
  const id = await declaim.clips.create({ speaker_id: 3, text: 'Hello there.' })
  const clip = await declaim.clips.waitFor(id)
  expect(clip).toMatchObject({ id, status: 'COMPLETE' })
  expect((await fetch(clip.url)).headers.get('content-type')).toBe('audio/mpeg')
  expect(await declaim.clips.srt(id)).toContain('Hello there.')
  expect(await declaim.clips.vtt(id)).toMatch(/^WEBVTT/)
  expect((await readAll(await declaim.clips.combine({ clip_ids: [id, id] }))).length).toBeGreaterThan(1000)
  expect((await declaim.clips.list({ limit: 1 })).map((one) => one.id)).toEqual([id])
  await declaim.clips.delete(id)
  await expect(declaim.clips.get(id)).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
})

test('a bulk of more clips than one request may hold ends in order and reports its progress', async () => {
  const inputs = Array.from({ length: 130 }, (_, index) => ({ speaker_id: 3, text: `Number ${index}.` }))
  const reports: BulkProgress[] = []
  const clips = await declaim.clips.bulk(inputs, { onProgress: (progress) => reports.push(progress) })
  expect(clips.every(({ status }) => status === 'COMPLETE')).toBe(true)
  expect(reports[0]).toEqual({ total: 130, accepted: 100, complete: 0, failed: 0 })
  expect(reports.at(-1)).toEqual({ total: 130, accepted: 130, complete: 130, failed: 0 })
  expect(await declaim.clips.vtt(clips[77]!.id)).toContain('Number 77.')
})

test('a failed clip has an error of its own', () => {
  const error = new ClipFailedError({ id: 'a', error: { code: 'INVALID_TEXT', message: 'Cannot speak' } })
  expect(error).toMatchObject({ clipId: 'a', code: 'INVALID_TEXT', message: 'Cannot speak' })
})

test('libraries are made, filled, changed, exported and deleted', async () => {
  const { libraries } = declaim
  const library = await libraries.create('Names')
  const id = await libraries.add(library, { original: 'SQL', replacement_text: 'sequel' })
  await libraries.addMany(library, 'original,replacement_text\nnginx,engine x\n')
  await libraries.update(library, id, { enabled: false })
  expect(await libraries.exportCsv(library)).toContain('SQL,sequel,false,false')
  expect((await libraries.replacements(library)).map(({ original }) => original)).toEqual(['SQL', 'nginx'])
  await expect(libraries.addMany(library, 'original,replacement_text\n,x\n')).rejects.toThrow(/row 1/)
  await libraries.remove(library, id)
  expect(await libraries.rename(library, 'Other')).toEqual({ library_id: library, name: 'Other' })
  await libraries.delete(library)
  expect(await libraries.list()).toEqual([])
})

test('what is left: avatars, explanations, suggestions, word timing, usage', async () => {
  expect((await declaim.avatars()).length).toBeGreaterThan(0)
  expect((await declaim.explain({ speaker_id: 3, text: '$5' })).spoken_text).toBe('five dollars')
  expect(await declaim.respellings('record')).toEqual(['REH-kurd', 'rih-KORD'])
  expect(Object.keys(unzipSync(await declaim.wordTiming({ speaker_id: 3, text: 'Hi.' })))).toContain('audio.mp3')
  expect((await declaim.usage()).characters).toBeGreaterThan(0)
  await declaim.validate({ speaker_id: 3, text: 'Hi.' })
})

test('a refusal is a typed error with the offset in the text', async () => {
  const refused = await declaim.validate({ speaker_id: 3, text: 'A ::b--C:: d.' }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'INVALID_TEXT', status: 400, offset: 6 } satisfies Partial<DeclaimError>)
})

test('a webhook is registered, changed, tested, given a new secret, and deleted', async () => {
  const { webhooks } = declaim
  const created = await webhooks.create({ url: 'http://127.0.0.1:9/', event_types: ['clip.failed'] })
  expect(created.secret).toMatch(/^whsec_/)
  expect(await webhooks.update(created.id, { event_types: null })).toMatchObject({ event_types: null, enabled: true })
  expect((await webhooks.list()).map(({ id }) => id)).toEqual([created.id])
  const { id } = await webhooks.test(created.id)
  expect((await webhooks.deliveries(created.id, { limit: 1 })).map((delivery) => delivery.id)).toEqual([id])
  expect(await webhooks.replay(created.id, id)).toMatchObject({ id, status: 'pending' })
  expect((await webhooks.rotate(created.id)).secret).not.toBe(created.secret)
  expect((await webhooks.delete(created.id)).id).toBe(created.id)
  await expect(webhooks.get(created.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('clips are labelled, listed by label, joined later, and retried only if they failed', async () => {
  const { clips } = declaim
  const id = await clips.create({ speaker_id: 3, text: 'A.', label: 'client', metadata: { n: 1 } })
  expect(await clips.waitFor(id)).toMatchObject({ label: 'client', metadata: { n: 1 }, progress: 1 })
  expect((await clips.list({ label: 'client', created_after: 0 })).map((clip) => clip.id)).toEqual([id])
  const joined = await clips.combineLater({ clip_ids: [id, id], label: 'joined' })
  expect(await clips.waitFor(joined)).toMatchObject({ status: 'COMPLETE', label: 'joined' })
  await expect(clips.retry(id)).rejects.toMatchObject({ code: 'CONFLICT', status: 409 })
})

test('comments are written, told to those who follow, answered, resolved, reopened and deleted', async () => {
  const { projects } = declaim
  const paragraphs = [{ id: 'p', text: 'Wear your helmet.', speaker_id: 3 }]
  const { project_id: id } = await projects.create({ name: 'Safety', paragraphs })
  const leaving = new AbortController()
  const told: number[] = []
  const following = (async () => {
    for await (const _ of projects.follow(id, {
      signal: leaving.signal,
      onComments: (revision) => told.push(revision),
    }));
  })().catch(() => 'left')
  await expect.poll(() => told).toEqual([0])
  const words = { paragraph_id: 'p', start: 10, end: 16, quote: 'helmet' }
  const { comment_id } = await projects.comment(id, { ...words, text: 'Which one?' })
  await expect.poll(() => told).toEqual([0, 1])
  await projects.reply(id, comment_id, 'The blue one.')
  await projects.resolveComment(id, comment_id)
  expect((await projects.comments(id, { state: 'open' })).comments).toEqual([])
  await projects.reopenComment(id, comment_id)
  const [comment] = (await projects.comments(id)).comments
  expect(comment).toMatchObject({ quote: 'helmet', resolved_at: null, replies: [{ text: 'The blue one.' }] })
  await projects.deleteComment(id, comment_id)
  expect((await projects.comments(id, { limit: 1 })).comments).toEqual([])
  const { review_link_id, url } = await projects.createReviewLink(id, { days: 3 })
  expect(url).toContain('/review#')
  await projects.endReviewLink(id, review_link_id)
  expect(await projects.reviewLinks(id)).toMatchObject([{ review_link_id, has_ended: true }])
  leaving.abort()
  expect(await following).toBe('left')
})
