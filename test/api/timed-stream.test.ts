import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CAPTION_TEXTS } from '../support/caption-texts.ts'
import { type ReceivedPart, readMultipart } from '../support/read-multipart.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

type Word = {
  startOffset?: string
  endOffset: string
  word: string
  source_start: number
  source_end: number
  sentence: number
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({ MAX_TEXT_LENGTH: '200000' })
})
afterAll(() => service.close())

const TEXT =
  'Hello, “world”! On 3 May it cost $4.99 — <tempo value="0.8">really</tempo> ::TOO-muhch:: for AT&T. Bye 👋.'
const MULTIPART = { accept: 'multipart/mixed' }

const stream = (body: object, headers: Record<string, string> = {}) =>
  service.call('/stream', { body: { speaker_id: 3, text: TEXT, ...body }, headers })

async function timedStream(body: object = {}): Promise<readonly ReceivedPart[]> {
  const response = await stream({ include_word_timing: true, ...body }, MULTIPART)
  expect(response.status).toBe(200)
  expect(response.headers.get('transfer-encoding')).toBe('chunked')
  return await readMultipart(response)
}

const isTiming = ({ headers }: ReceivedPart) => headers['content-type'] === 'application/json'
const wordsIn = (part: ReceivedPart): Word[] => JSON.parse(part.body.toString()).words
const wordsOf = (parts: readonly ReceivedPart[]) => parts.filter(isTiming).flatMap(wordsIn)
const audioOf = (parts: readonly ReceivedPart[]) =>
  Buffer.concat(parts.filter((part) => !isTiming(part)).map(({ body }) => body))

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

async function fileOf(body: object): Promise<{ words: object[] }> {
  const response = await service.call('/word-timing', { body: { speaker_id: 3, text: TEXT, ...body } })
  const archive = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const { results } = JSON.parse(Buffer.from(archive['word-timing.json']!).toString())
  return {
    words: results.flatMap(({ alternatives }: { alternatives: { words: object[] }[] }) => alternatives[0]!.words),
  }
}

describe.each(['mp3', 'wav', 'flac', 'opus', 'aac', 'pcm'])('a timed stream of %s', (file_format) => {
  const audio_configs = { file_format }

  test('has the audio of a plain stream, byte for byte, and no empty part', async () => {
    const parts = await timedStream({ audio_configs })
    const plain = await stream({ audio_configs })
    const type = plain.headers.get('content-type')!
    expect(audioOf(parts).equals(await bytesOf(plain))).toBe(true)
    for (const { headers, body } of parts) {
      expect(['application/json', type]).toContain(headers['content-type'])
      expect(body.length).toBe(Number(headers['content-length']))
      expect(body.length).toBeGreaterThan(0)
    }
  })

  test('has the words of the word timing, each once', async () => {
    const words = wordsOf(await timedStream({ audio_configs }))
    const placeless = words.map(({ source_start: _start, source_end: _end, sentence: _sentence, ...word }) => word)
    expect(placeless).toEqual((await fileOf({ audio_configs })).words)
    for (const { word, source_start, source_end } of words) expect(TEXT.slice(source_start, source_end)).toBe(word)
    expect(words.map(({ sentence }) => sentence)).toEqual([0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2])
  })
})

test('the end of a word is never sent before its times are', async () => {
  const audio_configs = { file_format: 'pcm', sample_rate: 8000 }
  const parts = await timedStream({ text: CAPTION_TEXTS.prose, audio_configs })
  let seconds = 0
  const early = parts.flatMap((part) => {
    if (!isTiming(part)) seconds += part.body.length / 2 / 8000
    return isTiming(part) ? wordsIn(part).map(({ endOffset }) => Number.parseFloat(endOffset) - seconds) : []
  })
  expect(Math.min(...early)).toBeGreaterThan(-0.001)
  expect(parts.filter(isTiming).length).toBeGreaterThan(100)
})

test('every word of 10,000 characters is told, once and in order', async () => {
  const text = CAPTION_TEXTS.licence!
  expect(text).toHaveLength(10_000)
  const audio_configs = { file_format: 'pcm', sample_rate: 8000 }
  const parts = await timedStream({ text, audio_configs })
  const words = wordsOf(parts)
  const lettersOf = (part: string) => part.replace(/[^\p{L}\p{N}]/gu, '')
  expect(lettersOf(words.map(({ word }) => word).join(''))).toBe(lettersOf(text))
  let end = 0
  for (const { source_start, source_end } of words) {
    expect(source_start).toBeGreaterThanOrEqual(end)
    end = source_end
  }
  expect(audioOf(parts).equals(await bytesOf(await stream({ text, audio_configs })))).toBe(true)
})

describe('a plain stream answers', () => {
  const plain = { 'content-type': 'audio/mpeg' }

  test.each([
    ['a field without the header', { include_word_timing: true }, { accept: 'audio/mpeg' }, plain],
    ['a field and any header', { include_word_timing: true }, { accept: '*/*' }, plain],
    ['a header without the field', {}, MULTIPART, plain],
    ['a field that is false', { include_word_timing: false }, MULTIPART, plain],
    ['a field that is null', { include_word_timing: null }, MULTIPART, plain],
  ])('%s', async (_, body, headers, expected) => {
    const response = await stream(body, headers)
    expect(response.headers.get('content-type')).toBe(expected['content-type'])
    expect((await bytesOf(response)).equals(await bytesOf(await stream({})))).toBe(true)
  })
})

test('the format of the parts may be named beside multipart/mixed', async () => {
  const response = await stream({ include_word_timing: true }, { accept: 'audio/wav;q=0.5, Multipart/Mixed;q=1' })
  const parts = await readMultipart(response)
  expect(audioOf(parts).toString('latin1', 0, 4)).toBe('RIFF')
  expect(new Set(parts.map(({ headers }) => headers['content-type']))).toEqual(
    new Set(['audio/wav', 'application/json']),
  )
})

test.each(['yes', 1, 'true', {}])('include_word_timing %j is refused', async (include_word_timing) => {
  for (const path of ['/stream', '/input_validated']) {
    const response = await service.call(path, { body: { speaker_id: 3, text: TEXT, include_word_timing } })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'MISSING_ARGUMENT'])
  }
})

test('an error before the first part is an answer of its own', async () => {
  const response = await stream({ text: '...', include_word_timing: true }, MULTIPART)
  expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8'])
})

test('a caller who leaves ends the synthesis', async () => {
  const text = 'This sentence is one of a great many, and they go on and on. '.repeat(1000)
  for (let caller = 0; caller < 5; caller++) {
    const leaving = new AbortController()
    const response = await service.call('/stream', {
      body: { speaker_id: 3, text, include_word_timing: true },
      headers: MULTIPART,
      signal: leaving.signal,
    })
    await response.body!.getReader().read()
    leaving.abort()
  }
  expect(wordsOf(await timedStream({ text: 'Still here.' })).map(({ word }) => word)).toEqual(['Still', 'here'])
})
