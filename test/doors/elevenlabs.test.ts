import { buffer } from 'node:stream/consumers'
import { ElevenLabsClient, ElevenLabsError } from 'elevenlabs'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { CharacterAligner } from '../../src/api/doors/elevenlabs/character-alignment.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

const TEXT = 'It costs $5, really. Is that so?'

type Alignment = {
  readonly characters: readonly string[]
  readonly character_start_times_seconds: readonly number[]
  readonly character_end_times_seconds: readonly number[]
}

let service: TestService
let client: ElevenLabsClient
const sockets: WebSocket[] = []

beforeAll(async () => {
  service = await startTestService()
  client = clientWith(TEST_KEY)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(async () => {
  await service.close()
})

function clientWith(apiKey: string): ElevenLabsClient {
  return new ElevenLabsClient({ baseUrl: service.url, apiKey })
}

async function stream(audio_configs: object, body: object = {}): Promise<Buffer> {
  const response = await service.call('/stream', { body: { speaker_id: 3, text: TEXT, audio_configs, ...body } })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

async function refusal(
  call: Promise<unknown>,
): Promise<{ status: number; detail: { status: string; message: string } }> {
  const error = await call.then(
    () => expect.fail('the call was not refused'),
    (caught: unknown) => caught,
  )
  expect(error).toBeInstanceOf(ElevenLabsError)
  const { statusCode, body } = error as ElevenLabsError
  return { status: statusCode!, ...(body as { detail: { status: string; message: string } }) }
}

const NO_RETRY = { maxRetries: 0 }

describe('speech', () => {
  test.each([
    ['mp3_44100_128', { file_format: 'mp3', sample_rate: 44_100, bitrate: 128 }],
    ['mp3_22050_32', { file_format: 'mp3', sample_rate: 22_050, bitrate: 32 }],
    ['pcm_16000', { file_format: 'pcm', sample_rate: 16_000 }],
    ['ulaw_8000', { file_format: 'mulaw' }],
    ['alaw_8000', { file_format: 'alaw' }],
  ] as const)('as %s is what /stream sends, whole and streamed', async (output_format, configs) => {
    const expected = await stream(configs)
    const whole = await client.textToSpeech.convert('tone', { text: TEXT, output_format, model_id: 'eleven_v3' })
    expect((await buffer(whole)).equals(expected)).toBe(true)
    const streamed = await client.textToSpeech.convertAsStream('3', { text: TEXT, output_format })
    expect((await buffer(streamed)).equals(expected)).toBe(true)
  })

  test('takes a speed and libraries', async () => {
    const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', { body: { name: 'L' } })
    await service.json(`/replacement_libraries/${library_id}/replacements`, {
      body: { original: 'really', replacement_text: 'very truly', is_phonetic_respelling: false },
    })
    const speak = async (more: object): Promise<Buffer> =>
      await buffer(await client.textToSpeech.convert('tone', { text: TEXT, output_format: 'pcm_16000', ...more }))
    const said = await speak({ pronunciation_dictionary_locators: [{ pronunciation_dictionary_id: library_id }] })
    expect(said.equals(await stream({ file_format: 'pcm', sample_rate: 16_000 }, { library_ids: [library_id] }))).toBe(
      true,
    )
    const [plain, fast] = [await speak({}), await speak({ voice_settings: { speed: 1.2, stability: 0.5 } })]
    expect(plain.length / fast.length).toBeCloseTo(1.2, 2)
  })

  test.each(['...', '---', '\u4e16\u754c', '<break time="1s"/>'])(
    'of %j, which has no words, is a short silence, and says so',
    async (text) => {
      const answer = await fetch(`${service.url}/v1/text-to-speech/tone?output_format=pcm_16000`, {
        method: 'POST',
        headers: { 'xi-api-key': TEST_KEY, 'content-type': 'application/json' },
        body: JSON.stringify({ text }),
      })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('x-declaim-warning')).toContain('The text has no words: it is a short silence')
      const samples = new Int16Array(await answer.arrayBuffer())
      expect(samples.length).toBe(3200)
      expect(samples.every((sample) => sample === 0)).toBe(true)
    },
  )

  test('counts for the account', async () => {
    const { key } = await createApiKey(service.db, { name: 'counted', account: 'eleven', now: Date.now() })
    await buffer(await clientWith(key).textToSpeech.convert('tone', { text: TEXT }))
    await clientWith(key).textToSpeech.convertWithTimestamps('tone', { text: TEXT })
    const { usage } = await service.json<{ usage: object[] }>('/usage?group_by=endpoint', {
      headers: { 'x-api-key': key },
    })
    expect(usage).toMatchObject([
      { endpoint: 'text-to-speech', requests: 1, characters: TEXT.length },
      { endpoint: 'with-timestamps', requests: 1, characters: TEXT.length },
    ])
  })
})

describe('timestamps', () => {
  /** Checks that an alignment covers a text in order, and gives the time of each word that starts at a place. */
  function checkAlignment({
    characters,
    character_start_times_seconds: starts,
    character_end_times_seconds: ends,
  }: Alignment): void {
    expect(characters.join('')).toBe(TEXT)
    expect([starts.length, ends.length]).toEqual([characters.length, characters.length])
    for (const [i, start] of starts.entries()) {
      expect(ends[i]).toBeGreaterThanOrEqual(start)
      expect(start).toBeCloseTo(ends[i - 1] ?? 0, 2)
    }
  }

  test('give the times of the words to their characters', async () => {
    const answer = await client.textToSpeech.convertWithTimestamps('tone', { text: TEXT, output_format: 'pcm_16000' })
    expect(
      Buffer.from(answer.audio_base64, 'base64').equals(await stream({ file_format: 'pcm', sample_rate: 16_000 })),
    ).toBe(true)
    const alignment = answer.alignment!
    checkAlignment(alignment)
    const response = await service.call('/stream', {
      body: { speaker_id: 3, text: TEXT, include_word_timing: true },
      headers: { accept: 'multipart/mixed' },
    })
    const timings = [...(await response.text()).matchAll(/\{"confidence":.*\}/g)].map(([json]) => JSON.parse(json))
    const words = timings.flatMap((timing) => timing.words) as {
      startOffset?: string
      endOffset: string
      source_start: number
      source_end: number
    }[]
    expect(words.length).toBeGreaterThan(5)
    for (const word of words) {
      const start = Number.parseFloat(word.startOffset ?? '0')
      expect(alignment.character_start_times_seconds[word.source_start]).toBeCloseTo(start, 2)
      expect(alignment.character_end_times_seconds[word.source_end - 1]).toBeCloseTo(
        Number.parseFloat(word.endOffset),
        2,
      )
    }
  })

  test('come with the audio when it is streamed', async () => {
    const chunks: { audio_base64: string; alignment?: Alignment | undefined }[] = []
    const parts = await client.textToSpeech.streamWithTimestamps('tone', { text: TEXT, output_format: 'pcm_16000' })
    for await (const part of parts) chunks.push(part as (typeof chunks)[number])
    const audio = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk.audio_base64, 'base64')))
    expect(audio.equals(await stream({ file_format: 'pcm', sample_rate: 16_000 }))).toBe(true)
    const all = chunks.flatMap(({ alignment }) => alignment ?? [])
    expect(all.length).toBeGreaterThan(1)
    checkAlignment({
      characters: all.flatMap(({ characters }) => characters),
      character_start_times_seconds: all.flatMap((one) => one.character_start_times_seconds),
      character_end_times_seconds: all.flatMap((one) => one.character_end_times_seconds),
    })
  })

  test('of any words and text cover every character once, in order', () => {
    const gaps = fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)), { maxLength: 10 })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), gaps, (text, steps) => {
        let [at, ms] = [0, 0]
        const words = steps.map(([gap, length, time]) => {
          const sourceStart = Math.min(text.length, at + gap)
          const sourceEnd = Math.min(text.length, sourceStart + length)
          const word = { sourceStart, sourceEnd, startOffset: `${ms / 1000}s`, endOffset: `${(ms + time) / 1000}s` }
          ;[at, ms] = [sourceEnd, ms + time * 2]
          return word
        })
        const aligner = new CharacterAligner()
        const parts = [...words.map((word) => aligner.align(text, [word])), aligner.finish(text)]
        // A cut between the two halves of a character would lose it.
        expect(parts.flatMap(({ characters }) => characters).join('')).toBe(text)
        const starts = parts.flatMap(({ startSeconds }) => startSeconds)
        expect(starts).toEqual(starts.toSorted((a, b) => a - b))
      }),
    )
  })
})

describe('voices, models and the account', () => {
  const RACHEL = '21m00Tcm4TlvDq8ikWAM'

  test('are listed for the client, and each voice of the list speaks', async () => {
    const { voices } = await client.voices.getAll()
    expect(voices.length).toBeGreaterThan(0)
    for (const { voice_id: id } of voices) {
      expect((await client.voices.get(id)).voice_id).toBe(id)
      expect((await buffer(await client.textToSpeech.convert(id, { text: 'Hi.' }))).length).toBeGreaterThan(100)
    }
    expect(await client.voices.getDefaultSettings()).toMatchObject({ stability: 0.5 })
    expect(await client.voices.getSettings(voices[0]!.voice_id)).toMatchObject({ stability: 0.5 })
    expect(voices[0]!.preview_url).toMatch(/^http.*\.mp3$/)
    const models = await client.models.getAll()
    expect(models.map(({ model_id: id }) => id)).toContain('eleven_multilingual_v2')
    expect(models.every(({ can_do_text_to_speech: speaks }) => speaks)).toBe(true)
  })

  test('the second version of the list has pages and a search', async () => {
    const list = async (query: string) => {
      const answer = await fetch(`${service.url}/v2/voices?${query}`, { headers: { 'xi-api-key': TEST_KEY } })
      return (await answer.json()) as {
        voices: { voice_id: string; name: string }[]
        has_more: boolean
        total_count: number
        next_page_token: string | null
      }
    }
    const all = await list('page_size=100')
    const found: string[] = []
    for (
      let page = await list('page_size=1');
      ;
      page = await list(`page_size=1&next_page_token=${page.next_page_token}`)
    ) {
      found.push(...page.voices.map(({ voice_id: id }) => id))
      expect(page.total_count).toBe(all.total_count)
      if (!page.has_more) break
    }
    expect(found).toEqual(all.voices.map(({ voice_id: id }) => id))
    const [first] = all.voices
    const word = first!.name.split(' ')[0]!
    const search = await list(`search=${word.toUpperCase()}`)
    expect(search.voices.map(({ voice_id: id }) => id)).toContain(first!.voice_id)
    expect((await list('search=nobody+at+all')).voices).toEqual([])
    expect((await list(`voice_ids=${first!.voice_id}`)).total_count).toBe(1)
  })

  test('a public voice of ElevenLabs is spoken by the nearest avatar, and the answer says so', async () => {
    for (const id of [RACHEL, 'Rachel', 'rachel']) {
      const answer = await fetch(`${service.url}/v1/text-to-speech/${id}?output_format=pcm_16000`, {
        method: 'POST',
        headers: { 'xi-api-key': TEST_KEY, 'content-type': 'application/json' },
        body: JSON.stringify({ text: TEXT }),
      })
      expect(answer.headers.get('x-declaim-warning')).toMatch(/^the voice Rachel is spoken by .+, speaker_id \d+$/)
      expect((await answer.bytes()).length).toBeGreaterThan(1000)
    }
    expect((await client.voices.get(RACHEL)).voice_id).toBe(RACHEL)
    const strict = await startTestService({ FOREIGN_SPEAKER_IDS: 'refuse' })
    const refused = new ElevenLabsClient({ baseUrl: strict.url, apiKey: TEST_KEY }).voices.get(RACHEL, {}, NO_RETRY)
    expect(await refusal(refused)).toMatchObject({ status: 404, detail: { status: 'voice_not_found' } })
    await strict.close()
  })

  test('the subscription counts what the account has used', async () => {
    const { key } = await createApiKey(service.db, { name: 'subscribed', account: 'subscriber', now: Date.now() })
    await buffer(await clientWith(key).textToSpeech.convert('tone', { text: TEXT }))
    const subscription = await clientWith(key).user.getSubscription()
    expect(subscription).toMatchObject({ character_count: TEXT.length, status: 'active' })
    expect(subscription.next_character_count_reset_unix).toBeGreaterThan(Date.now() / 1000)
    expect((await clientWith(key).user.get()).subscription.character_count).toBe(TEXT.length)
  })

  test.each(['/v1/voices', '/v2/voices', '/v1/models', '/v1/user/nothing', '/v1/history', '/v1/text-to-dialogue'])(
    'refusals of %s have the shape of ElevenLabs',
    async (path) => {
      const ask = async (key: string) => {
        const answer = await fetch(`${service.url}${path}`, { headers: { 'xi-api-key': key } })
        return [answer.status, (await answer.json()) as { detail?: { status: string } }] as const
      }
      expect((await ask('wrong'))[1]).toMatchObject({ detail: { status: 'invalid_api_key' } })
      const [status, body] = await ask(TEST_KEY)
      expect([200, 404]).toContain(status)
      expect(body.detail?.status ?? 'fine').toBe(status === 200 ? 'fine' : 'not_found')
    },
  )
})

describe('errors', () => {
  test.each([
    [
      () => clientWith('wrong').textToSpeech.convertWithTimestamps('tone', { text: TEXT }, NO_RETRY),
      401,
      'invalid_api_key',
      'revoked',
    ],
    [
      () => client.textToSpeech.convertWithTimestamps('nobody', { text: TEXT }, NO_RETRY),
      404,
      'voice_not_found',
      'Cannot find the voice',
    ],
    [
      () => client.textToSpeech.convertWithTimestamps('tone', { text: '::TO--mah::' }, NO_RETRY),
      400,
      'invalid_text',
      'at offset',
    ],
    [
      () => client.textToSpeech.convertWithTimestamps('tone', { text: 'a'.repeat(1001) }, NO_RETRY),
      400,
      'max_character_limit_exceeded',
      '1001',
    ],
    [
      () => client.textToSpeech.convertWithTimestamps('tone', { text: '' }, NO_RETRY),
      400,
      'invalid_text',
      'it is empty',
    ],
    [
      () => client.textToSpeech.convertWithTimestamps('99999', { text: TEXT }, NO_RETRY),
      400,
      'voice_not_found',
      '99999',
    ],
    [
      () =>
        client.textToSpeech.convertWithTimestamps('tone', { text: TEXT, output_format: 'gsm_8000' as never }, NO_RETRY),
      400,
      'invalid_parameters',
      'ulaw_8000',
    ],
  ])('%# have the shape of ElevenLabs', async (call, status, code, message) => {
    expect(await refusal(call())).toEqual({
      status,
      detail: { status: code, message: expect.stringContaining(message) },
    })
  })

  test('of scopes, paths and methods too', async () => {
    const { key } = await createApiKey(service.db, { name: 'reader', scopes: ['usage'], now: Date.now() })
    const ask = async (path: string, method: string, apiKey = TEST_KEY): Promise<[number, string]> => {
      const response = await fetch(`${service.url}/v1/text-to-speech${path}`, {
        method,
        headers: { 'xi-api-key': apiKey },
      })
      return [response.status, ((await response.json()) as { detail: { status: string } }).detail.status]
    }
    expect(await ask('/tone', 'POST', key)).toEqual([403, 'missing_permissions'])
    expect(await ask('/tone/with-timestamps', 'POST', key)).toEqual([403, 'missing_permissions'])
    expect(await ask('/tone', 'GET')).toEqual([405, 'method_not_allowed'])
    expect(await ask('/tone/nothing', 'POST')).toEqual([404, 'not_found'])
    expect(await ask('/tone', 'POST')).toEqual([400, 'invalid_parameters'])
    expect(await ask('/tone/stream-input', 'GET')).toEqual([426, 'invalid_parameters'])
  })

  test('of odd bodies are never ours', async () => {
    const some = fc.oneof(fc.jsonValue(), fc.string({ unit: 'grapheme' }))
    const body = fc.record(
      {
        text: fc.oneof(fc.constant('Hi.'), some),
        voice_settings: fc.oneof(some, fc.record({ speed: some })),
        pronunciation_dictionary_locators: some,
      },
      { requiredKeys: [] },
    )
    const path = fc.constantFrom('', '/stream', '/with-timestamps', '/stream/with-timestamps')
    await fc.assert(
      fc.asyncProperty(
        body,
        path,
        fc.constantFrom('', '?output_format=mp3_1_2', '?output_format=pcm_8000'),
        async (value, end, query) => {
          const response = await fetch(`${service.url}/v1/text-to-speech/tone${end}${query}`, {
            method: 'POST',
            headers: { 'xi-api-key': TEST_KEY, 'content-type': 'application/json' },
            body: JSON.stringify(value),
          })
          const text = await response.text()
          if (response.status === 200) return
          expect([400, 404], text).toContain(response.status)
          expect(JSON.parse(text)).toEqual({ detail: { status: expect.any(String), message: expect.any(String) } })
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('stream-input', () => {
  type Message = {
    readonly audio?: string | null
    readonly isFinal?: boolean
    readonly error?: string
    readonly message?: string
    readonly alignment?: {
      readonly chars: string[]
      readonly charStartTimesMs: number[]
      readonly charDurationsMs: number[]
    } | null
  }

  const FINAL = { audio: null, isFinal: true, alignment: null, normalizedAlignment: null }

  type Ended = { readonly messages: readonly Message[]; readonly code: number }

  /** Sends messages as they are and returns what came until the connection closed. */
  async function talk(
    messages: readonly unknown[],
    path = '/tone/stream-input?output_format=pcm_16000',
  ): Promise<Ended> {
    const url = `${service.url.replace('http', 'ws')}/v1/text-to-speech${path}`
    const socket = new WebSocket(url, { headers: { 'xi-api-key': TEST_KEY } })
    sockets.push(socket)
    const received: Message[] = []
    socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString()) as Message))
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    for (const message of messages) socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    return await new Promise((resolve) => socket.once('close', (code) => resolve({ messages: received, code })))
  }

  test('speaks texts as they are written, with the times of their characters', async () => {
    const deltas = TEXT.match(/\s*\S+/g)!.map((text) => ({ text, try_trigger_generation: true }))
    const { messages, code } = await talk([{ text: ' ', voice_settings: { speed: 1 } }, ...deltas, { text: '' }])
    expect(code).toBe(1000)
    expect(messages.at(-1)).toMatchObject({ isFinal: true })
    const audio = Buffer.concat(messages.flatMap(({ audio }) => (audio ? [Buffer.from(audio, 'base64')] : [])))
    expect(audio.equals(await stream({ file_format: 'pcm', sample_rate: 16_000 }))).toBe(true)
    const alignments = messages.flatMap(({ alignment }) => alignment ?? [])
    expect(alignments.flatMap(({ chars }) => chars).join('')).toBe(TEXT)
    // Each message counts from the start of its own audio.
    let sentMs = 0
    let lastMs = 0
    for (const { audio: bytes, alignment } of messages) {
      const lengthMs = (bytes ? Buffer.from(bytes, 'base64').length : 0) / 32
      for (const [i, startMs] of (alignment?.charStartTimesMs ?? []).entries()) {
        expect(startMs).toBeGreaterThanOrEqual(0)
        expect(startMs + alignment!.charDurationsMs[i]!).toBeLessThanOrEqual(lengthMs + 1000)
        expect(sentMs + startMs).toBeGreaterThanOrEqual(lastMs - 1)
        lastMs = Math.max(lastMs, sentMs + startMs)
      }
      sentMs += lengthMs
    }
    expect(alignments.every(({ chars, charDurationsMs }) => chars.length === charDurationsMs.length)).toBe(true)
  })

  test('ends with what was not spoken as it is written', async () => {
    const texts = [
      { text: 'One <b>one</b>.', flush: true },
      { text: 'Two.', flush: true },
      { text: 'Three <i>three</i>.' },
      { text: '' },
    ]
    const { messages } = await talk([{ text: ' ' }, ...texts])
    expect(messages.at(-1)).toEqual({
      ...FINAL,
      warnings: [
        'HTML tag <b> is not spoken: 2 times, first at offset 4',
        'HTML tag <i> is not spoken: 2 times, first at offset 6',
      ],
    })
    expect((await talk([{ text: 'Two.' }, { text: '' }])).messages.at(-1)).toEqual(FINAL)
  })

  test('flush speaks what was written so far', async () => {
    const { messages } = await talk([{ text: ' ' }, { text: 'One.', flush: true }, { text: 'Two.' }, { text: '' }])
    const audio = Buffer.concat(messages.flatMap(({ audio }) => (audio ? [Buffer.from(audio, 'base64')] : [])))
    const configs = { file_format: 'pcm', sample_rate: 16_000 }
    const whole = [await stream(configs, { text: 'One.' }), await stream(configs, { text: 'Two.' })]
    expect(audio.equals(Buffer.concat(whole))).toBe(true)
  })

  test.each([
    [['{'], '/tone/stream-input', 'expected a JSON object'],
    [[{ text: 5 }], '/tone/stream-input', 'text must be a string'],
    [[{ text: ' ', voice_settings: { speed: 9 } }], '/tone/stream-input', 'voice_settings.speed 9'],
    [[{ text: ' ' }], '/nobody/stream-input', 'Cannot find the voice'],
    [[{ text: ' ' }], '/tone/stream-input?output_format=x', 'mp3_RATE_BITRATE'],
    [[{ text: ' ' }, { text: '::TO--mah:: no' }, { text: '' }], '/tone/stream-input', 'at offset'],
  ] as const)('%j at %s closes the connection with the reason', async (messages, path, reason) => {
    const ended = await talk(messages, path)
    expect(ended.messages.at(-1)!.message).toContain(reason)
    expect(ended.code).toBe(1008)
  })

  test('messages of any kind never harm the service', async () => {
    const some = fc.oneof(fc.jsonValue(), fc.string({ unit: 'grapheme' }))
    const message = fc.oneof(
      fc.record({ text: some, flush: some, voice_settings: some }, { requiredKeys: ['text'] }),
      fc.jsonValue(),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 5 }), async (messages) => {
        const ended = await talk([...messages.map((one) => JSON.stringify(one)), { text: '' }])
        expect([1000, 1008]).toContain(ended.code)
        expect(ended.messages.some(({ error }) => error === 'internal_error')).toBe(false)
      }),
      { numRuns: 50 },
    )
  })
})
