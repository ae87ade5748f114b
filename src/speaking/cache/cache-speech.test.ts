import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { describeEngine } from '../../../test/support/describe-engine.ts'
import { makeSegment, makeWord, NORTH_WIND } from '../../../test/support/make-segment.ts'
import { speakWhole } from '../../../test/support/speak-whole.ts'
import type { DiskCache } from '../../storage/files/disk-cache.ts'
import { createFolderCache } from '../../storage/files/folder-cache.ts'
import { createFliteEngine } from '../../synthesis/engines/flite/flite-engine.ts'
import { createToneEngine } from '../../synthesis/engines/tone/tone-engine.ts'
import type { SpeechEngine } from '../../synthesis/speech-engine.ts'
import { cacheSpeech } from './cache-speech.ts'

const everything = await mkdtemp(join(tmpdir(), 'declaim-speech-'))
afterAll(() => rm(everything, { recursive: true }))

let cache: DiskCache
let lookups: string[]
let folder: string
const openCache = async (limitBytes = 64 << 20): Promise<DiskCache> => {
  folder = await mkdtemp(join(everything, 'cache-'))
  return createFolderCache(folder, { limitBytes, onTrouble: () => {} })
}
beforeEach(async () => {
  cache = await openCache()
  lookups = []
})
afterEach(() => cache.close())

const cached = (engine: SpeechEngine, into = cache) =>
  cacheSpeech(engine, { cache: into, onLookup: (isFound) => lookups.push(isFound ? 'hit' : 'miss') })

const shared = await openCache()
describeEngine('tone with a cache', async () => cached(createToneEngine(), shared), 'tone')

test.each([
  ['tone', 'tone', createToneEngine],
  ['flite', 'slt', createFliteEngine],
])('what %s said is said again to the last bit, also after a restart', async (_, voice, create) => {
  const engine = await create()
  const segment = makeSegment(voice, NORTH_WIND)
  const { chunks, ...fresh } = await speakWhole(engine, segment)
  expect(await speakWhole(cached(engine), segment)).toEqual({ chunks, ...fresh })
  await cache.close()
  const { chunks: pieces, ...again } = await speakWhole(cached(engine), segment)
  expect(again).toEqual(fresh)
  expect(pieces[0]!.segmentSamples).toBe(chunks[0]!.segmentSamples)
  expect(pieces.every(({ audio }) => audio.samples.length <= 1.4 * audio.sampleRate)).toBe(true)
  expect(lookups).toEqual(['miss', 'hit'])
})

test('the same words at another place of a text are found', async () => {
  const engine = cached(createToneEngine())
  const segment = makeSegment('tone', NORTH_WIND)
  const first = await speakWhole(engine, segment)
  const moved = { ...segment, words: segment.words.map((word) => ({ ...word, source: word.source + 7 })) }
  expect((await speakWhole(engine, { ...moved, endsSentence: false })).words).toEqual(first.words)
  expect(lookups).toEqual(['miss', 'hit'])
})

test('what fails while it is read again is an error, and not other samples', async () => {
  const engine = cached(createToneEngine())
  const segment = makeSegment('tone', NORTH_WIND)
  await speakWhole(engine, segment)
  await cache.close()
  const [path] = (await readdir(folder, { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name))
  const speech = engine.speak(segment, { signal: new AbortController().signal })[Symbol.asyncIterator]()
  await speech.next()
  await truncate(join(folder, path!), 5000)
  await expect(
    (async () => {
      while ((await speech.next()).done !== true);
    })(),
  ).rejects.toThrow('Cannot read')
})

test('a segment that nobody heard to its end is not kept', async () => {
  const engine = cached(createToneEngine())
  const segment = makeSegment('tone', NORTH_WIND)
  const signal = new AbortController().signal
  for await (const chunk of engine.speak(segment, { signal })) {
    expect(chunk.words).toHaveLength(1)
    break
  }
  const leaving = new AbortController()
  const heard = (async () => {
    for await (const _ of engine.speak(segment, { signal: leaving.signal })) leaving.abort(new Error('gone'))
  })()
  await expect(heard).rejects.toThrow('gone')
  await speakWhole(engine, segment)
  expect(lookups).toEqual(['miss', 'miss', 'miss'])
})

test('a caller who leaves ends a segment from the cache too', async () => {
  const engine = cached(createToneEngine())
  const segment = makeSegment('tone', NORTH_WIND)
  await speakWhole(engine, segment)
  const leaving = new AbortController()
  let chunks = 0
  const heard = (async () => {
    for await (const _ of engine.speak(segment, { signal: leaving.signal })) {
      chunks++
      leaving.abort(new Error('gone'))
    }
  })()
  await expect(heard).rejects.toThrow('gone')
  expect(chunks).toBe(1)
  await expect(speakWhole(engine, segment, leaving.signal)).rejects.toThrow('gone')
  expect(lookups).toEqual(['miss', 'hit'])
})

test('a failure of the engine is passed on, and nothing is kept', async () => {
  const engine = cached(createToneEngine())
  const segment = makeSegment('nobody', NORTH_WIND)
  for (const _ of [1, 2]) await expect(speakWhole(engine, segment)).rejects.toThrow('Cannot speak with voice "nobody"')
  await expect(cached(await createFliteEngine()).measure?.(segment)).resolves.toBeUndefined()
  expect(lookups).toEqual(['miss', 'miss'])
})

test('another version of an engine says it itself', async () => {
  const segment = makeSegment('tone', NORTH_WIND)
  for (const version of ['1', '2', '1']) await speakWhole(cached({ ...createToneEngine(), version }), segment)
  expect(lookups).toEqual(['miss', 'miss', 'hit'])
})

test('what a reader does to its samples changes nothing', async () => {
  const engine = cached(createToneEngine())
  const segment = makeSegment('tone', NORTH_WIND)
  const fresh = await speakWhole(createToneEngine(), segment)
  for (const _ of ['miss', 'hit', 'hit']) {
    const { chunks } = await speakWhole(engine, segment)
    expect(chunks).toMatchObject(fresh.chunks)
    for (const { audio } of chunks) audio.samples.fill(1)
  }
  for await (const { audio } of engine.speak(segment, { signal: new AbortController().signal })) {
    structuredClone(audio.samples, { transfer: [audio.samples.buffer as ArrayBuffer] })
  }
  expect((await speakWhole(engine, segment)).chunks).toMatchObject(fresh.chunks)
})

test('a reader who gives samples away while they are said does not harm what is kept', async () => {
  const engine = cached(createToneEngine())
  const segment = makeSegment('tone', NORTH_WIND)
  for await (const { audio } of engine.speak(segment, { signal: new AbortController().signal })) {
    structuredClone(audio.samples, { transfer: [audio.samples.buffer as ArrayBuffer] })
  }
  const fresh = await speakWhole(createToneEngine(), segment)
  expect((await speakWhole(engine, segment)).chunks).toMatchObject(fresh.chunks)
  expect(lookups).toEqual(['miss', 'hit'])
})

test('a segment too long for the cache is said and not kept', async () => {
  const small = await openCache(1 << 16)
  const engine = cached(createToneEngine(), small)
  const segment = makeSegment('tone', [makeWord('AA1', { pauseSeconds: 1 })])
  for (const _ of [1, 2]) expect((await speakWhole(engine, segment)).chunks).toHaveLength(1)
  expect(lookups).toEqual(['miss', 'miss'])
  await small.close()
})

test('lengths are those of the engine, whatever is in the cache', async () => {
  const segment = makeSegment('tone', NORTH_WIND)
  let asked = 0
  const tone = createToneEngine()
  const engine = cached({ ...tone, measure: (one) => tone.measure!(one).finally(() => asked++) })
  const { audio } = await speakWhole(engine, segment)
  for (const _ of [1, 2, 3]) expect(await engine.measure?.(segment)).toBe(audio.samples.length)
  expect(asked).toBe(1)
  const flite = cached(await createFliteEngine())
  const spoken = makeSegment('slt', NORTH_WIND)
  await speakWhole(flite, spoken)
  expect(await flite.measure?.(spoken)).toBeUndefined()
})
