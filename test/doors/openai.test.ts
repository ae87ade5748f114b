import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import OpenAI, { AuthenticationError, BadRequestError, NotFoundError, RateLimitError } from 'openai'
import type { SpeechCreateParams } from 'openai/resources/audio/speech'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { findOpenAiVoice, OPENAI_VOICE_NAMES } from '../../src/api/doors/openai/openai-voices.ts'
import { parseCatalogue } from '../../src/voices/catalogue.ts'
import { type ProbedAudio, probeAudio } from '../support/probe-audio.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

const TEXT = 'It costs $5, really. Is that too much for you?'
const ASKED: SpeechCreateParams = { model: 'tts-1', voice: 'nora', input: TEXT }

let service: TestService
let client: OpenAI

beforeAll(async () => {
  service = await startTestService({ MAX_TEXT_LENGTH: '500' })
  client = clientWith(TEST_KEY)
})
afterAll(async () => {
  await service.close()
})

function clientWith(apiKey: string): OpenAI {
  return new OpenAI({ baseURL: `${service.url}/v1`, apiKey, maxRetries: 0 })
}

async function speak(params: Partial<SpeechCreateParams> & Record<string, unknown>, from = client): Promise<Buffer> {
  const response = await from.audio.speech.create({ ...ASKED, voice: 'tone', ...params } as SpeechCreateParams)
  return Buffer.from(await response.arrayBuffer())
}

async function stream(audio_configs: object, speaker_id = 3, text = TEXT): Promise<Buffer> {
  const response = await service.call('/stream', { body: { speaker_id, text, audio_configs } })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** What a call is refused with. */
async function refusal(call: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  const error = await call.then(
    () => expect.fail('the call was not refused'),
    (caught: unknown) => caught,
  )
  expect(error).toBeInstanceOf(OpenAI.APIError)
  return error as InstanceType<typeof OpenAI.APIError>
}

describe('speech', () => {
  test.each([
    ['mp3', 'audio/mpeg', {}],
    ['opus', 'audio/ogg', {}],
    ['aac', 'audio/aac', {}],
    ['flac', 'audio/flac', {}],
    ['wav', 'audio/wav', {}],
    ['pcm', 'audio/pcm', { sample_rate: 24_000 }],
  ] as const)('in %s is what /stream sends', async (format, type, configs) => {
    const response = await client.audio.speech.create({ ...ASKED, voice: 'tone', response_format: format })
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('x-text-length')).toBe(String(TEXT.length))
    const audio = Buffer.from(await response.arrayBuffer())
    expect(audio.equals(await stream({ file_format: format, ...configs }))).toBe(true)
    if (format === 'pcm') return
    const probed: ProbedAudio = probeAudio(audio)
    expect(probed.sampleRate).toBeGreaterThan(0)
  })

  test('is mp3 unless the caller says otherwise', async () => {
    expect((await speak({})).equals(await stream({ file_format: 'mp3' }))).toBe(true)
  })

  test.each([0.25, 0.5, 1.5, 2, 4])('at speed %d takes as much less time', async (speed) => {
    const [plain, changed] = [await speak({ response_format: 'pcm' }), await speak({ response_format: 'pcm', speed })]
    // Each of the words and pauses is rounded to samples.
    expect((plain.length / changed.length / speed - 1) * 100).toBeCloseTo(0, 0)
  })

  test('in an unknown format is refused with the formats that there are', async () => {
    const error = await refusal(speak({ response_format: 'aiff' as 'aac' }))
    expect(error).toBeInstanceOf(BadRequestError)
    expect(error).toMatchObject({ type: 'invalid_request_error', param: 'response_format', code: 'invalid_value' })
    expect(error.message).toContain('mp3, opus, aac, flac, wav, pcm')
  })

  test('ignores instructions and says so in a header', async () => {
    const response = await client.audio.speech.create({ ...ASKED, voice: 'tone', instructions: 'Whisper.' })
    expect(response.headers.get('x-declaim-warning')).toMatch(/^instructions are ignored/)
    await response.arrayBuffer()
    const plain = await client.audio.speech.create({ ...ASKED, voice: 'tone' })
    expect(plain.headers.get('x-declaim-warning')).toBeNull()
    await plain.arrayBuffer()
  })

  test('as events is the same audio, and ends with the usage', async () => {
    const response = await client.audio.speech.create({
      ...ASKED,
      voice: 'tone',
      model: 'gpt-4o-mini-tts',
      response_format: 'pcm',
      stream_format: 'sse',
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const text = await response.text()
    expect(text.endsWith('\n\n')).toBe(true)
    const events = text
      .trimEnd()
      .split('\n\n')
      .map((event) => JSON.parse(event.replace(/^data: /, '')) as { type: string; audio: string; usage: object })
    const audio = Buffer.concat(events.slice(0, -1).map((event) => Buffer.from(event.audio, 'base64')))
    expect(new Set(events.slice(0, -1).map(({ type }) => type))).toEqual(new Set(['speech.audio.delta']))
    expect(events.length).toBeGreaterThan(2)
    expect(events.at(-1)).toEqual({
      type: 'speech.audio.done',
      usage: { input_tokens: TEXT.length, output_tokens: 0, total_tokens: TEXT.length },
    })
    expect(audio.equals(await speak({ response_format: 'pcm' }))).toBe(true)
  })

  test('takes the markup and the libraries of the account', async () => {
    const { library_id: id } = await service.json<{ library_id: string }>('/replacement_libraries', {
      body: { name: 'Door' },
    })
    await service.json(`/replacement_libraries/${id}/replacements`, {
      body: { original: 'really', replacement_text: 'very truly', is_phonetic_respelling: false },
    })
    const input = 'It costs <tempo value="0.8">five</tempo> dollars, really.'
    const audio = await speak({ input, response_format: 'pcm', library_ids: [id] })
    const written = await stream(
      { file_format: 'pcm', sample_rate: 24_000 },
      3,
      'It costs <tempo value="0.8">five</tempo> dollars, very truly.',
    )
    expect(audio.equals(written)).toBe(true)
  })

  test('counts for the account as the endpoint "speech"', async () => {
    const { key } = await createApiKey(service.db, { name: 'counted', account: 'counted', now: Date.now() })
    await speak({}, clientWith(key))
    const { usage } = await service.json<{ usage: object[] }>('/usage?group_by=endpoint', {
      headers: { 'x-api-key': key },
    })
    expect(usage).toMatchObject([{ endpoint: 'speech', requests: 1, characters: TEXT.length }])
  })
})

describe('voices', () => {
  test.each([
    ['tone', 3],
    ['Tone', 3],
    ['tone-narration', 3],
    ['low tone', 4],
    ['Low Tone (Narration)', 4],
    ['3', 3],
    [4, 4],
    [{ id: 'low-tone' }, 4],
    // OpenAI's own names, by gender and locale.
    ['alloy', 3],
    ['Shimmer', 3],
    ['onyx', 4],
    ['fable', 4],
  ] as const)('%j is avatar %d', async (voice, speakerId) => {
    const audio = await speak({ voice: voice as string, response_format: 'wav' })
    expect(audio.equals(await stream({ file_format: 'wav' }, speakerId))).toBe(true)
  })

  test('that do not exist are refused with those that do', async () => {
    const error = await refusal(speak({ voice: 'nobody' }))
    expect(error).toMatchObject({ status: 400, param: 'voice', code: 'invalid_value' })
    expect(error.message).toContain('alloy, ash, ballad')
    expect(await refusal(speak({ voice: '987654' }))).toMatchObject({ status: 400, param: 'voice' })
  })

  test('are listed under the names that requests may use', async () => {
    const { voices } = (await client.get('/audio/voices')) as { voices: { id: string; speaker_id: number }[] }
    expect(voices.map(({ id }) => id).slice(0, 3)).toEqual(['alloy', 'ash', 'ballad'])
    expect(voices.slice(-2)).toMatchObject([
      { id: 'tone-narration', name: 'Tone (Narration)', gender: 'female', language: 'en-US', speaker_id: 3 },
      { id: 'low-tone-narration', speaker_id: 4 },
    ])
  })
})

test('the table in docs/doors.md names the avatars that speak for OpenAI voices', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const catalogue = parseCatalogue(JSON.parse(read('data/avatars.json')))
  const rows = OPENAI_VOICE_NAMES.map((name) => {
    const { avatar } = findOpenAiVoice(catalogue, name)!
    return `| ${name} | ${avatar.name} (${avatar.style}) | ${avatar.id} |`
  })
  expect(read('docs/doors.md')).toContain(rows.join('\n'))
})

describe('models', () => {
  test('are listed and described', async () => {
    const ids: string[] = []
    for await (const { id, object } of client.models.list()) {
      expect(object).toBe('model')
      ids.push(id)
    }
    expect(ids).toEqual(['declaim', 'tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'])
    expect(await client.models.retrieve('tts-1-1106')).toMatchObject({ id: 'tts-1-1106', owned_by: 'declaim' })
  })

  test('that do not exist are not found, to list or to speak with', async () => {
    const expected = { status: 404, param: 'model', code: 'model_not_found', type: 'invalid_request_error' }
    const listed = await refusal(client.models.retrieve('gpt-4'))
    expect(listed).toBeInstanceOf(NotFoundError)
    expect(listed).toMatchObject(expected)
    expect(await refusal(speak({ model: 'whisper-1' }))).toMatchObject(expected)
  })
})

describe('errors', () => {
  test('of the key are 401 and 403', async () => {
    for (const call of [speak({}, clientWith('wrong')), clientWith('wrong').models.list()]) {
      const error = await refusal(Promise.resolve(call))
      expect(error).toBeInstanceOf(AuthenticationError)
      expect(error).toMatchObject({ type: 'invalid_request_error', code: 'invalid_api_key' })
    }
    const { key } = await createApiKey(service.db, { name: 'reader', scopes: ['usage'], now: Date.now() })
    expect(await refusal(speak({}, clientWith(key)))).toMatchObject({ status: 403, code: 'missing_scope' })
    const response = await fetch(`${service.url}/v1/audio/speech`, { method: 'POST' })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining('Authorization: Bearer') },
    })
  })

  test('of the text name the place', async () => {
    const text = await refusal(speak({ input: 'say ::TO--mah::' }))
    expect(text).toMatchObject({ status: 400, param: 'input', code: 'invalid_value' })
    expect(text.message).toMatch(/at offset \d+/)
    expect(await refusal(speak({ input: 'a'.repeat(501) }))).toMatchObject({ code: 'string_above_max_length' })
    expect(await refusal(speak({ input: '' }))).toMatchObject({ status: 400, param: 'input', code: 'invalid_value' })
  })

  test.each(['model', 'input', 'voice'])('name %s if it is missing', async (param) => {
    expect(await refusal(speak({ [param]: undefined }))).toMatchObject({
      status: 400,
      param,
      code: 'missing_required_parameter',
    })
  })

  test('of paths and methods have the same shape', async () => {
    expect(await refusal(client.post('/audio/transcriptions'))).toMatchObject({ status: 404, code: 'not_found' })
    const file = new File(['no JSON'], 'a.mp3')
    expect(await refusal(client.audio.transcriptions.create({ model: 'whisper-1', file }))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(await refusal(client.get('/audio/speech'))).toMatchObject({ status: 405, code: 'method_not_supported' })
    expect(await refusal(client.get('/models/a/b'))).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('of the rate are 429, and the rate is one for all doors', async () => {
    const slow = await startTestService({ REQUESTS_PER_SECOND: '1', REQUEST_BURST: '3' }, () => 1_000_000)
    try {
      const one = new OpenAI({ baseURL: `${slow.url}/v1`, apiKey: TEST_KEY, maxRetries: 0 })
      const say = async () => await one.audio.speech.create({ ...ASKED, voice: 'tone' })
      await (await say()).arrayBuffer()
      expect((await slow.call('/input_validated', { body: { speaker_id: 3, text: 'Hello' } })).status).toBe(200)
      await (await say()).arrayBuffer()
      const error = await refusal(say())
      expect(error).toBeInstanceOf(RateLimitError)
      expect(error).toMatchObject({ type: 'requests', code: 'rate_limit_exceeded' })
      expect(error.headers?.get('retry-after')).toBe('1')
      expect((await slow.call('/input_validated', { body: { speaker_id: 3, text: 'Hello' } })).status).toBe(429)
    } finally {
      await slow.close()
    }
  })

  test('of the quota have the names that each API has for it', async () => {
    const poor = await startTestService({ CHARACTERS_PER_MONTH: '10' })
    try {
      const one = new OpenAI({ baseURL: `${poor.url}/v1`, apiKey: TEST_KEY, maxRetries: 0 })
      const error = await refusal(one.audio.speech.create({ ...ASKED, voice: 'tone' }))
      expect(error).toBeInstanceOf(RateLimitError)
      expect(error).toMatchObject({ type: 'insufficient_quota', code: 'insufficient_quota', param: null })
      expect(Number(error.headers?.get('retry-after'))).toBeGreaterThan(0)
      const other = await fetch(`${poor.url}/v1/text-to-speech/tone`, {
        method: 'POST',
        headers: { 'xi-api-key': TEST_KEY, 'content-type': 'application/json' },
        body: JSON.stringify({ text: TEXT }),
      })
      expect(other.status).toBe(429)
      expect(await other.json()).toMatchObject({ detail: { status: 'quota_exceeded' } })
    } finally {
      await poor.close()
    }
  })

  test('of odd bodies are never ours', async () => {
    const some = fc.oneof(fc.jsonValue(), fc.constantFrom('tts-1', 'alloy', 'mp3', 'sse', 1, 'Hello.', '3', null))
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          model: fc.oneof(fc.constant('tts-1'), some),
          input: fc.oneof(fc.constant('Hi.'), fc.string({ unit: 'grapheme' }), some),
          voice: fc.oneof(fc.constant('tone'), some, fc.record({ id: some })),
          response_format: some,
          speed: fc.oneof(fc.double(), some),
          stream_format: some,
          instructions: some,
          library_ids: some,
        },
        { requiredKeys: [] },
      ),
    )
    const send = async (content: string): Promise<void> => {
      const response = await fetch(`${service.url}/v1/audio/speech`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json' },
        body: content,
      })
      const answer = await response.text()
      if (response.status === 200) return
      expect([400, 404], `${content} -> ${response.status} ${answer}`).toContain(response.status)
      const { error } = JSON.parse(answer) as { error: Record<string, unknown> }
      expect(Object.keys(error)).toEqual(['message', 'type', 'param', 'code'])
      expect(error).toMatchObject({ message: expect.any(String), type: 'invalid_request_error' })
    }
    await fc.assert(
      fc.asyncProperty(body, (value) => send(JSON.stringify(value))),
      { numRuns: 300 },
    )
  })

  test('of a body that is not JSON are 400', async () => {
    for (const body of ['{', '\xff', 'null', '[]', '"a"']) {
      const response = await fetch(`${service.url}/v1/audio/speech`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_KEY}` },
        body: Buffer.from(body, 'latin1'),
      })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
    }
  })
})

test('a voice may be named as the model, as clients of LocalAI do', async () => {
  const answer = await fetch(`${service.url}/v1/audio/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'low-tone', input: TEXT, response_format: 'pcm' }),
  })
  const spoken = Buffer.from(await answer.arrayBuffer())
  expect(spoken.equals(await speak({ voice: 'low-tone', response_format: 'pcm' }))).toBe(true)
})

test('the header of Azure has a key too', async () => {
  const answer = await fetch(`${service.url}/v1/audio/voices`, { headers: { 'api-key': TEST_KEY } })
  expect(answer.status).toBe(200)
  expect((await fetch(`${service.url}/v1/audio/voices`, { headers: { 'api-key': 'wrong' } })).status).toBe(401)
})

test('the lists of voices and models need no key if the operator says so; speech does', async () => {
  const lists = ['/v1/audio/voices', '/v1/audio/models']
  for (const path of lists) expect((await fetch(service.url + path)).status).toBe(401)
  const open = await startTestService({ PUBLIC_VOICE_LIST: 'yes' })
  try {
    for (const path of lists) expect((await fetch(open.url + path)).status, path).toBe(200)
    expect((await fetch(`${open.url}/v1/audio/speech`, { method: 'POST' })).status).toBe(401)
  } finally {
    await open.close()
  }
})

test.each([
  ['de', true],
  ['de-DE', true],
  ['en', false],
  ['en-GB', false],
  ['eng', false],
  ['', false],
])('a text in the language %j is read in that of the voice, with a warning: %s', async (language, warns) => {
  const answer = await fetch(`${service.url}/v1/audio/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...ASKED, voice: 'tone', language }),
  })
  await answer.arrayBuffer()
  expect(answer.headers.get('x-declaim-warning')?.includes('not the language "de"') ?? false).toBe(warns)
})
