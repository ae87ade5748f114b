import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPcm16 } from '../../src/audio/encoding/pcm16.ts'
import { decodeAudio, decodeMp3 } from '../support/decode-audio.ts'
import { signalToNoiseDb } from '../support/signal-to-noise.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ MAX_TEXT_LENGTH: '200000' })
})
afterAll(() => service.close())

const stream = (body: object, headers: Record<string, string> = {}) =>
  service.call('/stream', { body: { speaker_id: 3, ...body }, headers })

const pcm = { audio_configs: { file_format: 'pcm' } }

/** Samples of the PCM answer. */
async function lengthOf(body: object): Promise<number> {
  const response = await stream({ ...pcm, ...body })
  expect(response.status).toBe(200)
  return (await response.arrayBuffer()).byteLength / 2
}

test('answers MP3 that decodes, in chunks, with the length of the text', async () => {
  const text = 'The quick brown fox. It jumps over the lazy dog.'
  const response = await stream({ text, model: 'caruso', format: 'ignored' }, { accept: 'audio/mpeg' })
  expect(response.headers.get('content-type')).toBe('audio/mpeg')
  expect(response.headers.get('transfer-encoding')).toBe('chunked')
  expect(response.headers.get('x-text-length')).toBe(String(text.length))
  const samples = await decodeMp3(Buffer.from(await response.arrayBuffer()))
  expect(samples.length).toBe(await lengthOf({ text }))
})

test.each([
  ['audio/mpeg', 'audio/mpeg'],
  ['*/*', 'audio/mpeg'],
  ['application/zip', 'audio/mpeg'],
  ['audio/wav', 'audio/wav'],
  ['audio/flac, audio/wav', 'audio/flac'],
  ['audio/flac;q=0.9, audio/mpeg', 'audio/mpeg'],
  ['audio/wav;q=0.5, Audio/Flac; q=0.9, */*;q=0.1', 'audio/flac'],
  ['audio/mpeg;q=0, audio/wav', 'audio/wav'],
  ['audio/flac;q=high', 'audio/mpeg'],
])('Accept %s gives %s', async (accept, type) => {
  const response = await stream({ text: 'Hello' }, { accept })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100)
})

test.each([8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000])('speaks at %i Hz when asked', async (sampleRate) => {
  const native = await lengthOf({ text: 'One two three' })
  const audio_configs = { file_format: 'pcm', sample_rate: sampleRate }
  expect(await lengthOf({ text: 'One two three', audio_configs })).toBe(Math.round((native * sampleRate) / 16_000))
})

describe('delivery tags', () => {
  test('change the length of what they wrap, under every model', async () => {
    const plain = await lengthOf({ text: 'banana banana' })
    for (const model of [undefined, 'legacy', 'caruso', 'preview']) {
      const slow = await lengthOf({ text: '<tempo value="0.7">banana banana</tempo>', ...(model && { model }) })
      expect(slow).toBeGreaterThan(plain * 1.3)
    }
  })

  test('lengthen a pause around punctuation', async () => {
    const plain = await lengthOf({ text: 'banana, banana' })
    const trick = '<tempo value="0.7"><loudness value="-40">,</loudness></tempo>'
    const longer = await lengthOf({ text: `banana${trick} banana` })
    expect(longer - plain).toBeGreaterThan(1000)
    expect(longer - plain).toBeLessThan(2000)
  })

  test('take any number and clamp it', async () => {
    const most = await lengthOf({ text: '<tempo value="2.3">banana</tempo>' })
    expect(await lengthOf({ text: '<tempo value="+500">banana</tempo>' })).toBe(most)
  })
})

test('both forms of a respelling say the same', async () => {
  const lengths = ['::toh-MAY-toh::', '<respell value="toh-MAY-toh">tomato</respell>'].map((text) => lengthOf({ text }))
  const [colons, tag] = await Promise.all(lengths)
  expect(colons).toBe(tag)
})

test.each([
  ['emoji', 'Well done 🎉👩‍👩‍👧 and thanks 👍🏽'],
  ['raw ampersands and angle brackets', 'AT&T <3 R&D, 5 < 6 & 7 > 2 </none>'],
  ['lone colons', 'std::vector at 10:30: done'],
  ['right-to-left marks and joiners', 'Hello\u200f world\u200d \ufeffagain'],
  ['every kind of white space', 'one\ttwo\r\nthree\u00a0four\u2003five\u2028six'],
])('speaks a text with %s', async (_, text) => {
  expect(await lengthOf({ text })).toBeGreaterThan(1000)
})

test('a word of 100,000 characters is spoken, and the service lives on', async () => {
  const leaving = new AbortController()
  const body = { speaker_id: 3, text: 'ab'.repeat(50_000), ...pcm }
  const response = await service.call('/stream', { body, signal: leaving.signal })
  expect(response.status).toBe(200)
  expect((await response.body!.getReader().read()).value?.length).toBeGreaterThan(1000)
  leaving.abort()
  expect(await lengthOf({ text: 'still here' })).toBeGreaterThan(1000)
})

test('stops speaking when the caller leaves, and serves the next', async () => {
  const text = 'This sentence is one of a great many, and they go on and on. '.repeat(1000)
  for (let caller = 0; caller < 5; caller++) {
    const leaving = new AbortController()
    const body = { speaker_id: 3, text, ...pcm }
    const response = await service.call('/stream', { body, signal: leaving.signal })
    await response.body!.getReader().read()
    leaving.abort()
  }
  await sleep(50)
  expect(await lengthOf({ text: 'still here' })).toBeGreaterThan(1000)
})

test('two calls at once never mix', async () => {
  const texts = ['alpha beta gamma delta', 'one', 'the rain in Spain stays mainly', 'echo echo']
  const speak = async (text: string) =>
    Buffer.from(await (await stream({ text, ...pcm })).arrayBuffer()).toString('base64')
  const alone: string[] = []
  for (const text of texts) alone.push(await speak(text))
  const rounds = Array.from({ length: 8 }, () => texts).flat()
  const together = await Promise.all(rounds.map(speak))
  expect(together).toEqual(rounds.map((text) => alone[texts.indexOf(text)]))
})

describe('a stream knows its length', () => {
  test.each([
    ['one sentence', 'Hello there.'],
    ['three', 'One is here. Two follows at once! Is three the last?'],
  ])('of %s', async (_, text) => {
    const wav = Buffer.from(await (await stream({ text, audio_configs: { file_format: 'wav' } })).arrayBuffer())
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    expect((wav.length - 44) / 2).toBe(await lengthOf({ text }))
  })

  test('unless it is long', async () => {
    const body = { text: 'Yes. '.repeat(40), audio_configs: { file_format: 'wav' } }
    const wav = Buffer.from(await (await stream(body)).arrayBuffer())
    expect(wav.readUInt32LE(4)).toBe(0xffff_ffff)
  })

  test.each([
    ['short', 'One is here. Two follows at once!', 0],
    ['long', 'One is here. Two follows at once! '.repeat(10), 1152],
  ])('and a %s one as MP3 begins with the first sample, where it is played while it is sent', async (_, text, more) => {
    const response = await stream({ text, audio_configs: { file_format: 'mp3' } })
    const mp3 = Buffer.from(await response.arrayBuffer())
    const { samples } = await decodeAudio(mp3, { decoder: 'ffmpegStream', format: 'mp3' })
    const spoken = readPcm16(Buffer.from(await (await stream({ text, ...pcm })).arrayBuffer()))
    expect(samples.length - spoken.length).toBeGreaterThanOrEqual(0)
    expect(samples.length - spoken.length).toBeLessThanOrEqual(more)
    expect(signalToNoiseDb(spoken, samples.subarray(0, spoken.length))).toBeGreaterThan(20)
  })
})
