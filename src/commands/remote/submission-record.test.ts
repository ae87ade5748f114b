import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSubmissionRecord } from './submission-record.ts'

const URL_OF_SERVICE = 'http://127.0.0.1:8787'
const HELLO = { speaker_id: 3, text: 'Hello' }
const GOODBYE = { speaker_id: 3, text: 'Goodbye' }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-record-'))
})
afterEach(() => rm(folder, { recursive: true }))

const open = (url = URL_OF_SERVICE) => openSubmissionRecord(folder, url)
const FILE = () => join(folder, '.declaim-clips.json')

test('what was kept is there for the next submission', async () => {
  const record = await open()
  expect(record.clipOf(HELLO)).toBeUndefined()
  await record.keep([
    { input: HELLO, clipId: 'a' },
    { input: GOODBYE, clipId: 'b' },
  ])
  const later = await open()
  expect([later.clipOf(HELLO), later.clipOf(GOODBYE)]).toEqual(['a', 'b'])
  expect(await readdir(folder)).toEqual(['.declaim-clips.json'])
})

test('more is added to what was kept before', async () => {
  await (await open()).keep([{ input: HELLO, clipId: 'a' }])
  await (await open()).keep([{ input: GOODBYE, clipId: 'b' }])
  const later = await open()
  expect([later.clipOf(HELLO), later.clipOf(GOODBYE)]).toEqual(['a', 'b'])
})

test.each([
  { ...HELLO, text: 'Hello!' },
  { ...HELLO, speaker_id: 4 },
  { ...HELLO, audio_configs: { file_format: 'wav' as const } },
  { ...HELLO, library_ids: ['x'] },
])('%j is another clip', async (input) => {
  const record = await open()
  await record.keep([{ input: HELLO, clipId: 'a' }])
  expect(record.clipOf(input)).toBeUndefined()
})

test('clips of another service do not count, and are replaced', async () => {
  await (await open()).keep([{ input: HELLO, clipId: 'a' }])
  const other = await open('https://speech.example.com')
  expect(other.clipOf(HELLO)).toBeUndefined()
  await other.keep([{ input: GOODBYE, clipId: 'b' }])
  expect((await open()).clipOf(HELLO)).toBeUndefined()
  expect((await open('https://speech.example.com')).clipOf(GOODBYE)).toBe('b')
})

test('a clip that is forgotten is made again', async () => {
  const record = await open()
  await record.keep([{ input: HELLO, clipId: 'a' }])
  await record.forget(HELLO)
  expect(record.clipOf(HELLO)).toBeUndefined()
  expect((await open()).clipOf(HELLO)).toBeUndefined()
})

test('to forget what was never kept writes nothing', async () => {
  await (await open()).forget(HELLO)
  expect(await readdir(folder)).toEqual([])
})

test('texts are not in the record, which lies beside the audio', async () => {
  await (await open()).keep([{ input: { speaker_id: 3, text: 'A secret sentence' }, clipId: 'a' }])
  expect(await readFile(FILE(), 'utf8')).not.toContain('secret')
})

test.each(['', '{', 'null', '{"url":"http://127.0.0.1:8787"}'])(
  'a record that holds %j is refused',
  async (content) => {
    await writeFile(FILE(), content)
    await expect(open()).rejects.toThrow(
      expect.objectContaining({
        exitCode: 65,
        message: expect.stringContaining('remove it to submit everything again'),
      }),
    )
  },
)

test('a record that cannot be read is no empty one', async () => {
  const { mkdir } = await import('node:fs/promises')
  await mkdir(FILE())
  await expect(open()).rejects.toThrow(expect.objectContaining({ code: 'EISDIR' }))
})
