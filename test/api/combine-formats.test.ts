import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPcm16 } from '../../src/audio/encoding/pcm16.ts'
import { WAV_HEADER_BYTES } from '../../src/audio/encoding/wav-header.ts'
import { measureLoudness } from '../../src/audio/loudness/measure-loudness.ts'
import { resampledLength } from '../../src/audio/resampling/resampler.ts'
import { decodeAudio, decodeMp3 } from '../support/decode-audio.ts'
import { probeAudio } from '../support/probe-audio.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

/** Avatars of the service: Flite at 16 kHz, and its own voice at 22.05 kHz. */
const FLITE = { speaker_id: 17, text: 'The first part is read at sixteen kilohertz.' }
const EMBER = { speaker_id: 3, text: 'And the second part at twenty two, with another voice.' }
const [LOW, HIGH] = [16_000, 22_050]
const PAUSE = 0.75
/** Samples of 5 ms, rounded up. */
const FADE = 111

type Combined = { readonly ids: readonly string[]; readonly parts: readonly Float32Array[] }

let service: TestService
let clips: Combined
beforeAll(async () => {
  service = await startTestService({ AVATARS_FILE: fileURLToPath(new URL('../../data/avatars.json', import.meta.url)) })
  clips = await createClips([FLITE, EMBER].map((body) => ({ ...body, audio_configs: { file_format: 'wav' } })))
})
afterAll(() => service.close())

async function createClips(body: readonly object[]): Promise<Combined> {
  const { clip_ids: ids } = await service.json<{ clip_ids: string[] }>('/clips', { body })
  const ended = await Promise.all(ids.map((id) => service.finished(id)))
  const files = await Promise.all(ended.map(async ({ url }) => Buffer.from(await (await fetch(url)).arrayBuffer())))
  return { ids, parts: files.map((file) => readPcm16(file.subarray(WAV_HEADER_BYTES))) }
}

async function combine(more: object) {
  const response = await service.call('/clips/combine', {
    body: { clip_ids: clips.ids, pause_durations: PAUSE, ...more },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), bytes }
}

const combineWav = async (more: object = {}) => {
  const { bytes } = await combine({ ...more, audio_configs: { file_format: 'wav' } })
  expect(bytes.readUInt32LE(24)).toBe(HIGH)
  return readPcm16(bytes.subarray(WAV_HEADER_BYTES))
}

const firstLength = () => resampledLength(clips.parts[0]!.length, { from: LOW, to: HIGH })
const pauseLength = Math.round(PAUSE * HIGH)
const secondStart = () => firstLength() + pauseLength

describe('voices of 16 kHz and 22.05 kHz, joined', () => {
  test('are exactly as long as both and the pause', async () => {
    const expected = secondStart() + clips.parts[1]!.length
    expect((await combineWav()).length).toBe(expected)
    const { type, bytes } = await combine({})
    expect([type, (await decodeMp3(bytes)).length]).toEqual(['audio/mpeg', expected])
  })

  test('have digital silence between them', async () => {
    const pause = (await combineWav()).subarray(firstLength(), secondStart())
    expect(pause.length).toBe(pauseLength)
    expect(pause.every((sample) => sample === 0)).toBe(true)
  })

  test('are untouched but for 5 ms at the edges', async () => {
    const second = (await combineWav()).subarray(secondStart())
    expect(second.subarray(FADE, -FADE)).toEqual(clips.parts[1]!.subarray(FADE, -FADE))
    expect(Math.abs(second[0]!)).toBeLessThan(0.001)
  })

  test('keep their loudness', async () => {
    const joined = await combineWav()
    const heard = [joined.subarray(0, firstLength()), joined.subarray(secondStart())]
    for (const [i, sampleRate] of [LOW, HIGH].entries()) {
      const before = measureLoudness({ samples: clips.parts[i]!, sampleRate })
      const after = measureLoudness({ samples: heard[i]!, sampleRate: HIGH })
      expect(Math.abs(after - before)).toBeLessThan(0.1)
    }
  })

  test('come from their masters, whatever the clips themselves sound like', async () => {
    const { ids } = await createClips([
      { ...FLITE, audio_configs: { file_format: 'mulaw' } },
      { ...EMBER, audio_configs: { file_format: 'mp3', sample_rate: 8000, bitrate: 8 } },
    ])
    expect(await combineWav({ clip_ids: ids })).toEqual(await combineWav())
  })
})

describe('a combination', () => {
  test.each([
    ['mp3', 44_100, 'audio/mpeg'],
    ['flac', 24_000, 'audio/flac'],
    ['opus', 48_000, 'audio/ogg'],
    ['aac', 24_000, 'audio/aac'],
    ['wav', 8000, 'audio/wav'],
  ] as const)('is made as %s of %i Hz where it is asked for', async (file_format, sampleRate, type) => {
    const answer = await combine({ audio_configs: { file_format, sample_rate: sampleRate } })
    expect(answer.type).toBe(type)
    const { samples } = await decodeAudio(answer.bytes, { decoder: 'ffmpeg', format: file_format })
    const [first, second] = [LOW, HIGH].map((from, i) =>
      resampledLength(clips.parts[i]!.length, { from, to: sampleRate }),
    )
    const length = first! + PAUSE * sampleRate + second!
    // AAC has the silence of a frame before it, and whole frames.
    expect(samples.length).toBe(file_format === 'aac' ? 1024 * (1 + Math.ceil(length / 1024)) : length)
    expect(probeAudio(answer.bytes).sampleRate).toBe(sampleRate)
  })

  test('is made as mu-law of 8 kHz', async () => {
    const { type, bytes } = await combine({ audio_configs: { file_format: 'mulaw' } })
    const [first, second] = [LOW, HIGH].map((from, i) => resampledLength(clips.parts[i]!.length, { from, to: 8000 }))
    expect([type, bytes.length]).toEqual(['audio/basic', first! + PAUSE * 8000 + second!])
  })

  test('has a chapter for each clip, to the millisecond', async () => {
    const { bytes } = await combine({})
    const toMs = (samples: number) => (samples * 1000) / HIGH
    const ends = [toMs(firstLength()), toMs(secondStart() + clips.parts[1]!.length)]
    const { chapters, tags } = probeAudio(bytes)
    expect(chapters).toEqual([
      { title: FLITE.text, startMs: 0, endMs: Math.ceil(ends[0]!) },
      { title: EMBER.text, startMs: Math.round(toMs(secondStart())), endMs: Math.ceil(ends[1]!) },
    ])
    expect(tags).toMatchObject({ title: FLITE.text, artist: 'Graham, Nora', tlen: String(Math.round(ends[1]!)) })
  })

  test.each(['mp3', 'flac', 'opus'])(
    'as %s takes a title, and the titles of clips for chapters',
    async (file_format) => {
      const body = { ...FLITE, title: 'Vorwärts – まえ', audio_configs: { file_format: 'wav' } }
      const { ids } = await createClips([body])
      const audio_configs = { file_format }
      const titled = await combine({ clip_ids: ids, title: 'All of it', audio_configs })
      const { chapters, tags } = probeAudio(titled.bytes)
      expect([tags.title, chapters.map(({ title }) => title)]).toEqual(['All of it', [body.title]])
      expect(probeAudio((await combine({ clip_ids: ids, chapters: false, audio_configs })).bytes).chapters).toEqual([])
    },
  )
})

test.each<[object, string]>([
  [{ audio_configs: { file_format: 'aiff' } }, 'audio_configs.file_format "aiff": expected mp3, wav'],
  [{ audio_configs: { file_format: 'mulaw', sample_rate: 16000 } }, 'sample_rate 16000: expected 8000 Hz for mulaw'],
  [{ audio_configs: { bitrate: 320 } }, 'bitrate 320: expected 8, 16,'],
  [{ audio_configs: { file_format: 'flac', bitrate: 64 } }, 'bitrate 64: flac has none'],
  [{ audio_configs: [] }, 'audio_configs []: expected an object'],
  [{ title: { a: 1 } }, 'title {"a":1}: expected a string'],
  [{ chapters: 'no' }, 'chapters "no": expected true or false'],
])('a combination with %j is refused', async (more, problem) => {
  const { status, bytes } = await combine(more)
  expect([status, JSON.parse(String(bytes))]).toEqual([
    400,
    { code: 'MISSING_ARGUMENT', message: expect.stringContaining(problem) },
  ])
})
