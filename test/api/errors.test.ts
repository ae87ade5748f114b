import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STORAGE, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService

beforeAll(async () => {
  const blockedTermsFile = join(tmpdir(), `declaim-blocked-${process.pid}.txt`)
  await writeFile(blockedTermsFile, 'forbidden phrase\n')
  service = await startTestService({ BLOCKED_TERMS_FILE: blockedTermsFile })
})
afterAll(() => service.close())

async function answer(path: string, options: Parameters<TestService['call']>[1]) {
  const response = await service.call(path, options)
  expect(response.headers.get('content-type')).toContain('application/json')
  const { message, code } = (await response.json()) as { message: string; code: string }
  return { status: response.status, code, message }
}

const SPEECH_ENDPOINTS = ['/stream', '/clips', '/word-timing', '/input_validated', '/explain']

describe.each(SPEECH_ENDPOINTS)('POST %s refuses', (path) => {
  test.each([
    ['no key', { headers: { 'x-api-key': '' } }, 401, 'UNAUTHORIZED', 'No API key found'],
    ['a wrong key', { headers: { 'x-api-key': 'wrong' } }, 401, 'UNAUTHORIZED', 'invalid or revoked'],
  ])('%s', async (_, options, status, code, message) => {
    const response = await answer(path, { body: { speaker_id: 3, text: 'Hello' }, ...options })
    expect(response).toMatchObject({ status, code, message: expect.stringContaining(message) })
  })

  const long = 'a'.repeat(1001)
  test.each<[unknown, string, string]>([
    ['{"speaker_id": 3,', 'MISSING_ARGUMENT', 'not valid JSON'],
    ['"text"', 'MISSING_ARGUMENT', 'expected a JSON object'],
    ['', 'MISSING_ARGUMENT', 'expected a JSON object'],
    [{}, 'MISSING_ARGUMENT', 'speaker_id is missing'],
    [{ speaker_id: 3 }, 'MISSING_ARGUMENT', 'text is missing'],
    [{ text: 'Hello' }, 'MISSING_ARGUMENT', 'speaker_id is missing'],
    [{ speaker_id: null, text: 'Hello' }, 'MISSING_ARGUMENT', 'speaker_id is missing'],
    [{ speaker_id: 'three', text: '' }, 'INVALID_SPEAKER_ID', 'speaker_id "three"'],
    [{ speaker_id: 3.5, text: 'Hello' }, 'INVALID_SPEAKER_ID', 'speaker_id 3.5'],
    [{ speaker_id: [3], text: 'Hello' }, 'INVALID_SPEAKER_ID', 'speaker_id [3]'],
    [{ speaker_id: 999_999, text: 5 }, 'INVALID_SPEAKER_ID', 'speaker_id 999999: no avatar has this id'],
    [{ speaker_id: 3, text: 5 }, 'INVALID_TEXT_LENGTH_EXCEEDED', 'expected a string, not 5'],
    [{ speaker_id: 3, text: '' }, 'INVALID_TEXT_LENGTH_EXCEEDED', 'it is empty'],
    [{ speaker_id: 3, text: long }, 'INVALID_TEXT_LENGTH_EXCEEDED', '1001 characters, and the plan allows 1000'],
    [
      { speaker_id: 3, text: '😀'.repeat(501) },
      'INVALID_TEXT_LENGTH_EXCEEDED',
      '1002 characters, counted in UTF-16 units, and the plan allows 1000',
    ],
    [
      { speaker_id: 3, text: 'Hello', model: 'other' },
      'MISSING_ARGUMENT',
      'model "other": expected legacy, caruso, preview',
    ],
    [{ speaker_id: 3, text: 'Hello', audio_configs: 'mp3' }, 'MISSING_ARGUMENT', 'audio_configs "mp3"'],
    [{ speaker_id: 3, text: 'Hello', audio_configs: { file_format: 'aiff' } }, 'MISSING_ARGUMENT', 'expected mp3, wav'],
    [{ speaker_id: 3, text: 'Hello', audio_configs: { sample_rate: 7 } }, 'MISSING_ARGUMENT', 'expected 8000, 16000'],
    [{ speaker_id: 3, text: 'Hello', library_ids: [5] }, 'MISSING_ARGUMENT', 'library_ids [5]'],
    [
      { speaker_id: 3, text: 'Hello', library_ids: Array.from({ length: 101 }, (_, index) => `library ${index}`) },
      'MISSING_ARGUMENT',
      'they name 101 libraries; expected at most 100',
    ],
    [{ speaker_id: 3, text: ' \n ... !' }, 'INVALID_TEXT', 'no words'],
    [
      { speaker_id: 3, text: 'Hello', title: 'a\u0000' },
      'MISSING_ARGUMENT',
      'title has the character U+0000 at position 1',
    ],
    [{ speaker_id: 3, text: 'Hello', label: 'b\ud800' }, 'MISSING_ARGUMENT', 'label has the unpaired surrogate U+D800'],
    [{ speaker_id: 3, text: '你好，世界' }, 'INVALID_TEXT', 'it has no words'],
    [{ speaker_id: 3, text: 'The word \u0001 is none' }, 'INVALID_TEXT', 'at offset 9'],
    [{ speaker_id: 3, text: 'a ::toh-MAy-toh:: b' }, 'INVALID_TEXT', 'offset'],
    [{ speaker_id: 3, text: 'a <respell value="">tomato</respell>' }, 'INVALID_TEXT', 'offset'],
    [{ speaker_id: 3, text: '<tempo value="fast">Hello</tempo>' }, 'INVALID_TEXT', 'offset'],
    [{ speaker_id: 3, text: '<tempo value="NaN">Hello</tempo>' }, 'INVALID_TEXT', 'offset'],
    [{ speaker_id: 3, text: '<tempo value="1e999">Hello</tempo>' }, 'INVALID_TEXT', 'offset'],
    [{ speaker_id: 3, text: 'Say <tempo value="2">this' }, 'INVALID_TEXT', 'offset'],
    [{ speaker_id: 3, text: 'a forbidden phrase' }, 'CONTENT_NOT_ALLOWED', '"forbidden phrase" (at offset 2)'],
    [
      { speaker_id: 3, text: 'One. A <tempo value="2">Forbíddén</tempo> 𝓹hrase' },
      'CONTENT_NOT_ALLOWED',
      '"forbidden phrase" (at offset 24)',
    ],
  ])('%j with 400 %s', async (body, code, message) => {
    expect(await answer(path, { body })).toMatchObject({ status: 400, code, message: expect.stringContaining(message) })
  })

  test('a library that does not exist with 404', async () => {
    const body = { speaker_id: 3, text: 'Hello', library_ids: 'nowhere' }
    expect(await answer(path, { body })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      message: 'Cannot find replacement library "nowhere"',
    })
  })

  test('a body that is too large with 413', async () => {
    const body = { speaker_id: 3, text: 'a'.repeat(9_000_000) }
    expect(await answer(path, { body })).toEqual({
      status: 413,
      code: 'INVALID_TEXT',
      message: expect.stringMatching(
        /^Cannot read the body: it is larger than \d+ bytes, the limit of this path and plan; divide it among several requests$/,
      ),
    })
  })

  test('deep nesting with 400', async () => {
    const depth = 20_000
    const body = `{"speaker_id":3,"text":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const message = expect.stringContaining('nested more than 32 levels deep')
    expect(await answer(path, { body })).toMatchObject({ status: 400, code: 'MISSING_ARGUMENT', message })
  })
})

test('a term that a replacement puts in is refused, one across a pause is not', async () => {
  const created = await service.json<{ library_id: string }>('/replacement_libraries', { body: { name: 'Detour' } })
  const libraryId = created.library_id
  const replacement = { original: 'nice', replacement_text: 'forbidden' }
  await service.json(`/replacement_libraries/${libraryId}/replacements`, { body: replacement })
  const validate = (text: string) =>
    service.call('/input_validated', { body: { speaker_id: 3, text, library_ids: libraryId } })
  expect(await (await validate('What a nice phrase')).json()).toMatchObject({
    code: 'CONTENT_NOT_ALLOWED',
    message: expect.stringContaining('"forbidden phrase" (at offset 7)'),
  })
  expect((await validate('What is nice, phrase by phrase')).status).toBe(200)
  expect((await validate('It is forbidden. Phrase it.')).status).toBe(200)
})

describe('everything else', () => {
  test.each([
    ['GET', '/avatars/7', 404, 'NOT_FOUND'],
    ['GET', '/nothing', 404, 'NOT_FOUND'],
    ['POST', '/avatars', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/stream', 405, 'METHOD_NOT_ALLOWED'],
    ['DELETE', '/stream', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/clips/combine', 405, 'METHOD_NOT_ALLOWED'],
    ['DELETE', '/clips/combine', 405, 'METHOD_NOT_ALLOWED'],
    ['PUT', '/clips/combine', 405, 'METHOD_NOT_ALLOWED'],
  ])('%s %s answers %i', async (method, path, status, code) => {
    const response = await service.call(path, { method })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code, message: expect.stringContaining(path.split('/').at(-1)!) })
  })

  test.each(['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH'])('%s /clips/combine names POST', async (method) => {
    const response = await service.call('/clips/combine', { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('a bad URL is the caller’s mistake', async () => {
    const response = await fetch(`${service.url}/v1/tts/clips/%E0%A4%A`, { headers: { 'x-api-key': 'x' } })
    expect(response.status).toBe(400)
    expect(await response.json()).toHaveProperty('code')
  })

  test('prototype names in a body are ignored like other unknown fields', async () => {
    const body = '{"speaker_id":3,"text":"Hello","__proto__":{"a":1},"constructor":{"prototype":{"b":2}},"format":"x"}'
    expect((await service.call('/input_validated', { body })).status).toBe(200)
  })

  test.each(['text/plain', 'text/csv', 'application/octet-stream', 'application/x-www-form-urlencoded'])(
    'a JSON body sent as %s is read',
    async (type) => {
      const body = JSON.stringify({ speaker_id: '3', text: 'Hello' })
      const response = await service.call('/input_validated', { body, headers: { 'content-type': type } })
      expect(await response.json()).toEqual({ message: 'OK' })
    },
  )
})

// Shared buckets go by the clock of PostgreSQL.
test.skipIf(STORAGE === 'distributed')('too many requests are answered 429 with the time to wait', async () => {
  let now = 1_000_000
  const limited = await startTestService({ REQUESTS_PER_SECOND: '3', REQUEST_BURST: '5' }, () => now)
  try {
    const ask = () => limited.call('/input_validated', { body: { speaker_id: 3, text: 'Hello' } })
    const statuses: number[] = []
    for (let call = 0; call < 6; call++) statuses.push((await ask()).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const refused = await ask()
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('x-rate-limit-limit')).toBe('5')
    expect(refused.headers.get('x-rate-limit-remaining')).toBe('0')
    expect(Number(refused.headers.get('x-rate-limit-reset'))).toBe(now + 1667)
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await limited.call('/clips')).status).toBe(200)
    now += 1000
    expect((await ask()).status).toBe(200)
  } finally {
    await limited.close()
  }
})

test.skipIf(STORAGE === 'distributed')('a client that does what the rate headers say is never refused', async () => {
  let now = 1_000_000
  const limited = await startTestService({ REQUESTS_PER_SECOND: '3', REQUEST_BURST: '7' }, () => now)
  const ask = () => limited.call('/input_validated', { body: { speaker_id: 3, text: 'Hello' } })
  try {
    const statuses: number[] = []
    let remaining = Number((await ask()).headers.get('x-rate-limit-remaining'))
    for (let round = 0; round < 4; round++) {
      let reset = 0
      while (remaining > 0) {
        const response = await ask()
        statuses.push(response.status)
        expect(Number(response.headers.get('x-rate-limit-remaining'))).toBe(remaining - 1)
        remaining -= 1
        reset = Number(response.headers.get('x-rate-limit-reset'))
      }
      now = reset
      remaining = Number((await ask()).headers.get('x-rate-limit-limit')) - 1
    }
    expect(statuses).toEqual(Array.from({ length: 24 }, () => 200))
  } finally {
    await limited.close()
  }
})

test('the log at info level names no signature of a clip link', async () => {
  const lines: string[] = []
  const logged = await startTestService({ LOG_LEVEL: 'info' }, undefined, { write: (line: string) => lines.push(line) })
  try {
    const body = { speaker_id: 3, text: 'Hello' }
    const { clip_id } = await logged.json<{ clip_id: string }>('/clips', { body })
    const { url } = await logged.finished(clip_id)
    expect((await fetch(url)).status).toBe(200)
    expect((await fetch(`${url}?a=1`)).status).toBe(200)
    const signature = /([^/]+)\.mp3$/.exec(url)![1]!
    expect(lines.join('')).toContain(`/audio/clips/${clip_id}/`)
    expect(lines.join('')).not.toContain(signature)
  } finally {
    await logged.close()
  }
})

test.each([
  ['/clips?limit=1001', undefined, 'limit is "1001"; expected a whole number from 1 to 1000'],
  ['/clips?limit=0', undefined, 'limit is "0"'],
  ['/stream', { library_ids: Array.from({ length: 101 }, () => 'a') }, 'they name 101 libraries; expected at most 100'],
])('%s over a limit is refused', async (path, fields, message) => {
  const response = await service.call(path, fields && { body: { speaker_id: 3, text: 'Hello', ...fields } })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { code: 'MISSING_ARGUMENT', message: expect.stringContaining(message) },
  ])
})

test('a PATCH of nothing changes nothing, everywhere', async () => {
  const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', {
    body: { name: 'Same' },
  })
  const library = `/replacement_libraries/${library_id}`
  const body = { original: 'a', replacement_text: 'b' }
  const { replacement_id } = await service.json<{ replacement_id: string }>(`${library}/replacements`, { body })
  for (const path of [library, `${library}/replacements/${replacement_id}`]) {
    const before = await service.json(path)
    expect(await service.json(path, { method: 'PATCH', body: {} })).toEqual(before)
    expect(await service.json(path)).toEqual(before)
    expect((await service.call(path, { method: 'PATCH', body: '[]' })).status).toBe(400)
  }
})
