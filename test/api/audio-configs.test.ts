import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeAudio, decodeMp3 } from '../support/decode-audio.ts'
import { probeAudio } from '../support/probe-audio.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const SPEECH_ENDPOINTS = ['/stream', '/clips', '/word-timing', '/input_validated', '/explain']
const hello = { speaker_id: 3, text: 'Hello there, this is a tone.' }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

async function stream(more: object, headers: Readonly<Record<string, string>> = {}) {
  const response = await service.call('/stream', { body: { ...hello, ...more }, headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { type: response.headers.get('content-type'), bytes }
}

const configs = (audio_configs: object) => stream({ audio_configs })

async function clipFile(more: object) {
  const { clip_id: id } = await service.json<{ clip_id: string }>('/clips', { body: { ...hello, ...more } })
  const { url } = await service.finished(id)
  const response = await fetch(url)
  return { url, type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
}

describe.each(SPEECH_ENDPOINTS)('POST %s', (path) => {
  test.each([
    { file_format: 'MP3', sample_rate: '44100', bitrate: 320, bitrate_mode: 'CBR' },
    { file_format: 'mp3', bitrate: '96', bitrate_mode: 'vbr' },
    { file_format: 'wav', sample_rate: 48000 },
    { file_format: 'flac', sample_rate: 8000 },
    { file_format: 'ogg', bitrate: 20 },
    { file_format: 'opus', sample_rate: 22050, bitrate_mode: 'cbr' },
    { file_format: 'aac', sample_rate: 24000, bitrate: 48, bitrate_mode: 'cbr' },
    { file_format: 'pcm', sample_rate: null },
    { file_format: 'mulaw' },
    { file_format: 'ulaw', sample_rate: 8000 },
    { file_format: 'mu-law', sample_rate: '8000' },
    { file_format: 'A-law' },
  ])('takes %j', async (audio_configs) => {
    const response = await service.call(path, { body: { ...hello, audio_configs } })
    expect(response.status).toBe(200)
    await response.arrayBuffer()
  })

  test.each<[object, string]>([
    [{ file_format: 'aiff' }, 'file_format "aiff": expected mp3, wav, flac, opus, aac, pcm, mulaw, alaw'],
    [{ file_format: 'constructor' }, 'file_format "constructor": expected mp3, wav, flac, opus, aac, pcm, mulaw, alaw'],
    [{ file_format: ['wav'] }, 'file_format ["wav"]: expected mp3, wav, flac, opus, aac, pcm, mulaw, alaw'],
    [{ sample_rate: 11025 }, 'sample_rate 11025: expected 8000, 16000, 22050, 24000, 32000, 44100, 48000 Hz for mp3'],
    [{ file_format: 'mulaw', sample_rate: 16000 }, 'sample_rate 16000: expected 8000 Hz for mulaw'],
    [
      { bitrate: 100 },
      'bitrate 100: expected 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160 kb/s for mp3 at 16000 Hz',
    ],
    [{ bitrate: 80, sample_rate: 8000 }, 'bitrate 80: expected 8, 16, 24, 32, 40, 48, 56, 64 kb/s for mp3 at 8000 Hz'],
    [
      { bitrate: 24, sample_rate: 44100 },
      'bitrate 24: expected 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320 kb/s for mp3 at 44100 Hz',
    ],
    [{ bitrate: 'high' }, 'bitrate "high": expected a number of kb/s'],
    [{ bitrate: '' }, 'bitrate "": expected a number of kb/s'],
    [{ bitrate: -64 }, 'bitrate -64: expected a number of kb/s'],
    [{ bitrate: [64] }, 'bitrate [64]: expected a number of kb/s'],
    [{ file_format: 'opus', bitrate: 320 }, 'bitrate 320: expected 6 to 256 kb/s for opus at 16000 Hz'],
    [{ file_format: 'wav', bitrate: 64 }, 'bitrate 64: wav has none; expected mp3, opus or aac'],
    [{ file_format: 'mulaw', bitrate: 64 }, 'bitrate 64: mulaw has none; expected mp3, opus or aac'],
    [{ file_format: 'aac', bitrate: 160 }, 'bitrate 160: expected 16 to 96 kb/s for aac at 16000 Hz'],
    [{ file_format: 'aac', bitrate_mode: 'vbr' }, 'bitrate_mode vbr: aac has cbr alone; expected mp3 or opus'],
    [{ file_format: 'flac', bitrate_mode: 'vbr' }, 'bitrate_mode: flac has none; expected mp3 or opus'],
    [{ bitrate_mode: 'abr' }, 'bitrate_mode "abr": expected cbr, vbr'],
  ])('refuses %j', async (audio_configs, problem) => {
    const response = await service.call(path, { body: { ...hello, audio_configs } })
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 'MISSING_ARGUMENT', message: `Cannot use audio_configs.${problem}` },
    ])
  })

  test.each([7, ['x'], 'x'.repeat(201)])('refuses the title %j', async (title) => {
    const response = await service.call(path, { body: { ...hello, title } })
    const message = expect.stringMatching(/^Cannot use title .*: expected a string of at most 200 characters$/)
    expect([response.status, await response.json()]).toEqual([400, { code: 'MISSING_ARGUMENT', message }])
  })
})

describe('mu-law', () => {
  test('is 8 kHz in a byte a sample, from a stream and from a clip', async () => {
    const pcm = await configs({ file_format: 'pcm', sample_rate: 8000 })
    const { type, bytes } = await configs({ file_format: 'mulaw' })
    expect([type, bytes.length]).toEqual(['audio/basic', pcm.bytes.length / 2])
    const clip = await clipFile({ audio_configs: { file_format: 'ulaw' } })
    expect(clip.url).toMatch(/\.mulaw$/)
    expect(clip.type).toBe('audio/basic')
    expect(clip.bytes).toEqual(bytes)
  })

  test('may be chosen by Accept', async () => {
    const chosen = await stream({}, { accept: 'audio/basic' })
    expect(chosen).toEqual(await configs({ file_format: 'mulaw' }))
    expect(await stream({}, { accept: 'constructor, audio/pcm' })).toEqual(await configs({ file_format: 'pcm' }))
  })
})

describe('a constant bitrate of Opus', () => {
  test.each([8, 16, 24, 64, 128, 256])('of %i kb/s is that of the audio', async (bitrate) => {
    const text = 'Hello there, this is a tone. '.repeat(8)
    const audio_configs = { file_format: 'opus', bitrate, bitrate_mode: 'cbr' }
    const { bytes } = await stream({ text, audio_configs })
    const pcm = await stream({ text, audio_configs: { file_format: 'pcm' } })
    const packets = (pcm.bytes.length / 2 / 16_000) * bitrate * 125
    // Pages, heads and tags come on top.
    expect(bytes.length / packets).toBeGreaterThan(1)
    expect(bytes.length - packets).toBeLessThan(500 + pcm.bytes.length / 70)
  })
})

describe('an MP3', () => {
  const text = 'Hello there, this is a tone. '.repeat(8)
  /** The stream and the clip of a request. */
  const filesOf = async (audio_configs: object) => {
    return [await stream({ text, audio_configs }), await clipFile({ text, audio_configs })].map(({ bytes }) => bytes)
  }

  test.each([
    { bitrate: 24, sample_rate: 16_000 },
    { bitrate: 320, sample_rate: 44_100 },
    { bitrate: 64, bitrate_mode: 'vbr', sample_rate: 16_000 },
    { bitrate_mode: 'vbr', sample_rate: 8000 },
  ])('of %j is as long as the speech', async (config) => {
    const pcm = await stream({
      text,
      audio_configs: { ...config, file_format: 'pcm', bitrate: null, bitrate_mode: null },
    })
    for (const bytes of await filesOf(config)) expect((await decodeMp3(bytes)).length).toBe(pcm.bytes.length / 2)
  })

  test.each([8, 24, 160])('of %i kb/s has this bitrate', async (bitrate) => {
    for (const bytes of await filesOf({ bitrate }))
      expect(Math.abs(probeAudio(bytes).bitrate / bitrate - 1)).toBeLessThan(0.03)
  })
})

describe('tags', () => {
  test.each(['mp3', 'flac', 'opus'])('name the title, the voice and the service in %s', async (file_format) => {
    const audio_configs = { file_format }
    const { tags: own } = probeAudio((await stream({ audio_configs, title: ' Zoë’s\n\ttitle\u0001 ' })).bytes)
    expect(own).toMatchObject({ title: 'Zoë’s title', artist: 'Tone', encoder: 'Declaim' })
    const clip = await clipFile({ audio_configs, title: '' })
    expect(probeAudio(clip.bytes).tags).toMatchObject({ title: hello.text, artist: 'Tone' })
  })

  test('of MP3 tell the length, and leave it as it is', async () => {
    const { bytes } = await stream({})
    const pcm = await configs({ file_format: 'pcm' })
    const samples = pcm.bytes.length / 2
    expect(probeAudio(bytes).tags.tlen).toBe(String(Math.round(samples / 16)))
    expect((await clipFile({})).bytes.length).toBe(bytes.length)
    for (const decoder of ['mpg123', 'ffmpeg'] as const) {
      const decoded = await decodeAudio(bytes, { decoder, format: 'mp3' })
      expect([decoded.warnings, decoded.samples.length]).toEqual(['', samples])
    }
  })

  test('are the same every time', async () => {
    for (const file_format of ['mp3', 'flac', 'opus'])
      expect(await configs({ file_format })).toEqual(await configs({ file_format }))
  })
})
