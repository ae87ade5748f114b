import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLookups, readMetrics } from '../support/read-metrics.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

/** The avatars that come with the service. */
const REAL_VOICES = { AVATARS_FILE: '', MAX_TEXT_LENGTH: '5000', RENDER_THREADS: '1' }
const VOICES = { ember: 3, rms: 17 }
/** Encoders get the same samples from every voice and know nothing of the text but its length, so one voice and one text meet all of them. */
const FORMATS = ['mp3', 'wav', 'opus', 'flac', 'pcm'] as const
const SHORT = 'of two words'
const UNKNOWN_LENGTH = 'of more sentences than tell their length'

/** About six hundred characters. */
const LONG_TEXT = [
  'The harbour was quiet before the storm.',
  'A few sailors had stayed behind, and they were mending their nets beside the old stone wall.',
  'Gulls circled over the roofs.',
  'In the tavern somebody played a slow tune.',
  'Is there anything to drink?',
  'The landlord shook his head!',
  'Outside, clouds gathered above the hills.',
  'Children ran down to the beach.',
  'Their mothers called after them; no child turned round.',
  'At noon a bell rang twelve times.',
  'Rain fell on slate and sand alike.',
  'Far away, a lamp was lit in a lighthouse.',
  'An old man wrote down wind and weather.',
]

let service: TestService
let fresh: TestService
beforeAll(async () => {
  service = await startTestService({ ...REAL_VOICES, METRICS_ADDRESS: '127.0.0.1:0', SEGMENT_CACHE_MB: '256' })
  fresh = await startTestService({ ...REAL_VOICES, METRICS_ADDRESS: '127.0.0.1:0' })
})
afterAll(async () => {
  await service.close()
  await fresh.close()
})

async function bytesOf(from: TestService, path: string, body: object): Promise<Buffer> {
  const response = await from.call(path, { body })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** How many segments were found and how many spoken while `work` went on. */
async function lookupsOf(work: () => Promise<unknown>): Promise<{ readonly hits: number; readonly misses: number }> {
  const before = await readLookups(service)
  await work()
  const after = await readLookups(service)
  return { hits: after.hits - before.hits, misses: after.misses - before.misses }
}

describe.each(Object.entries(VOICES))('cached audio of %s is fresh audio, byte by byte', (voice, speaker_id) => {
  const texts = {
    [SHORT]: 'Good morning.',
    'of one sentence': 'The tide comes in, and the tide goes out again.',
    'of three, with delivery': `${LONG_TEXT[0]} <tempo value="1.3">Nobody spoke.</tempo> <loudness value="4">Who <pitch value="20">knows</pitch>?</loudness>`,
    [UNKNOWN_LENGTH]: Array.from({ length: 14 }, (_, i) => `Number ${i}.`).join(' '),
  }
  describe.each(Object.entries(texts))('in a stream %s', (name, text) => {
    test.each(voice === 'rms' && [SHORT, UNKNOWN_LENGTH].includes(name) ? FORMATS : ['pcm'])(
      'as %s',
      async (file_format) => {
        const body = { speaker_id, text, audio_configs: { file_format, sample_rate: 24_000 } }
        const expected = await bytesOf(fresh, '/stream', body)
        expect((await bytesOf(service, '/stream', body)).equals(expected)).toBe(true)
        const { misses } = await lookupsOf(async () => {
          expect((await bytesOf(service, '/stream', body)).equals(expected)).toBe(true)
        })
        expect(misses).toBe(0)
      },
    )
  })

  test('in word timing, times and captions included', async () => {
    const body = { speaker_id, text: LONG_TEXT.slice(0, 3).join(' ') }
    const expected = await bytesOf(fresh, '/word-timing', body)
    for (const _time of ['first', 'second']) {
      expect((await bytesOf(service, '/word-timing', body)).equals(expected)).toBe(true)
    }
  })

  test('in a clip', async () => {
    const body = { speaker_id, text: LONG_TEXT.slice(0, 3).join(' ') }
    const files: Buffer[] = []
    for (const from of [fresh, service, service]) {
      const { clip_id } = await from.json<{ clip_id: string }>('/clips', { body })
      const { status, url } = await from.finished(clip_id)
      expect(status).toBe('COMPLETE')
      files.push(Buffer.from(await (await fetch(url)).arrayBuffer()))
    }
    for (const file of files) expect(file.equals(files[0]!)).toBe(true)
  })
})

describe.each(Object.entries(VOICES))('of a long text said by %s', (_, speaker_id) => {
  const say = (sentences: readonly string[]) =>
    lookupsOf(() => {
      const body = { speaker_id, text: sentences.join(' '), audio_configs: { file_format: 'pcm' } }
      return bytesOf(service, '/stream', body)
    })
  beforeAll(async () => {
    await say(LONG_TEXT)
  })

  test('nothing is spoken again', async () => {
    expect((await say(LONG_TEXT)).misses).toBe(0)
  })

  test.each([
    ['changed', 4, ['Is there anything left to eat?']],
    ['changed to one of other length', 8, ['Their mothers called.']],
    ['added', 10, ['Rain fell on slate and sand alike.', 'It was warm.']],
  ])(
    'one sentence is spoken where one is %s, and the one before if its pause changes',
    async (_how, place, instead) => {
      const { hits, misses } = await say(LONG_TEXT.toSpliced(place, 1, ...instead))
      expect([1, 2]).toContain(misses)
      expect(hits).toBeGreaterThanOrEqual(LONG_TEXT.length - 2)
    },
  )

  test('none but the one before is spoken where one is left out', async () => {
    expect((await say(LONG_TEXT.toSpliced(6, 1))).misses).toBeLessThanOrEqual(1)
  })
})

test('a sentence is kept whatever is said before it', async () => {
  const say = (speaker_id: number, text: string) => lookupsOf(() => bytesOf(service, '/stream', { speaker_id, text }))
  const [before, after] = ['We saw a ship. The ship sank at once.', 'We saw a boat. The ship sank at once.']
  for (const speaker_id of [VOICES.ember, VOICES.rms]) {
    await say(speaker_id, before)
    expect((await say(speaker_id, after)).misses).toBe(1)
  }
})

describe('a data directory', () => {
  let dataDirectory: string
  beforeAll(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'declaim-segments-'))
  })
  afterAll(() => rm(dataDirectory, { recursive: true }))
  const body = { speaker_id: 3, text: 'One sentence. Another sentence.' }

  test('keeps what was said for the next process, and damage is found out and spoken over', async () => {
    const settings = { DATA_DIR: dataDirectory, METRICS_ADDRESS: '127.0.0.1:0', SEGMENT_CACHE_MB: '1' }
    const first = await startTestService(settings)
    const expected = await bytesOf(first, '/stream', body)
    await first.close()
    const second = await startTestService(settings)
    expect((await bytesOf(second, '/stream', body)).equals(expected)).toBe(true)
    expect(await readLookups(second)).toEqual({ hits: 2, misses: 0 })
    await second.close()

    const [damaged] = await listSegments(dataDirectory)
    const file = await readFile(damaged!)
    file[file.length - 3]! ^= 0x40
    await writeFile(damaged!, file)
    const third = await startTestService(settings)
    for (const _ of [1, 2]) expect((await bytesOf(third, '/stream', body)).equals(expected)).toBe(true)
    expect(await readLookups(third)).toEqual({ hits: 3, misses: 1 })
    expect((await readMetrics(third)).get('declaim_segment_cache_corrupt_total')).toBe(1)
    await third.close()
  })

  test('has no segments and no metrics of them where the cache is off', async () => {
    const off = await startTestService({ SEGMENT_CACHE_MB: '0', METRICS_ADDRESS: '127.0.0.1:0' })
    await bytesOf(off, '/stream', body)
    expect(await readdir(off.dataDirectory)).not.toContain('segments')
    expect([...(await readMetrics(off)).keys()].filter((name) => name.includes('cache'))).toEqual([])
    await off.close()
  })
})

async function listSegments(dataDirectory: string): Promise<readonly string[]> {
  const folder = join(dataDirectory, 'segments')
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => /[0-9a-f]{64}$/.test(name)).map((name) => join(folder, name))
}
