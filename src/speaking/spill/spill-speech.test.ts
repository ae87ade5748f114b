import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeEngine } from '../../../test/support/describe-engine.ts'
import { makeSegment, makeWord, NORTH_WIND } from '../../../test/support/make-segment.ts'
import { speakWhole } from '../../../test/support/speak-whole.ts'
import { joinSamples } from '../../audio/samples/join-samples.ts'
import { openSpillFolder, type SpillFolder } from '../../storage/files/spill-folder.ts'
import { createToneEngine } from '../../synthesis/engines/tone/tone-engine.ts'
import type { SpeechChunk, SpeechEngine } from '../../synthesis/speech-engine.ts'
import { replaceSpeech } from '../replace-speech.ts'
import { cutChunk } from './cut-chunk.ts'
import { spillSpeech } from './spill-speech.ts'

/** Longer than the patience with a reader, so that the reader counts as slow. */
const SLOW_MS = 250
/** For what happens a moment later, on a machine that is slow too. */
const PATIENTLY = { timeout: 20_000 }
const SEGMENT = makeSegment('tone', [...NORTH_WIND, ...NORTH_WIND, makeWord('AA1', { pauseSeconds: 2 })])
const NOBODY_LEAVES = new AbortController().signal

let parent: string
let folder: string
let spill: SpillFolder
let troubles: unknown[]
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'declaim-spill-'))
  folder = join(parent, 'spill')
  troubles = []
  spill = await openSpillFolder(folder, (error) => troubles.push(error))
})
afterEach(() => rm(parent, { recursive: true }))

/** The tone engine, but a segment at once; `given` hears the samples that it gives away. */
function wholeTone(given: (samples: Float32Array) => void = () => {}): SpeechEngine {
  const tone = createToneEngine()
  return replaceSpeech(tone, {
    async *speak(segment, options) {
      const chunks: SpeechChunk[] = []
      for await (const chunk of tone.speak(segment, options)) chunks.push(chunk)
      const samples = joinSamples(chunks.map(({ audio }) => audio.samples))
      given(samples)
      const words = chunks.flatMap((chunk) => chunk.words)
      yield { audio: { sampleRate: tone.sampleRate, samples }, words, segmentSamples: samples.length }
      options.signal.throwIfAborted()
    },
  })
}

/** How many files of the folder this process has open. */
async function openFiles(): Promise<number> {
  const descriptors = await readdir('/proc/self/fd')
  const paths = await Promise.all(descriptors.map((name) => readlink(join('/proc/self/fd', name)).catch(() => '')))
  return paths.filter((path) => path.startsWith(parent)).length
}

describeEngine(
  'tone in pieces',
  async () => spillSpeech(wholeTone(), await openSpillFolder(join(tmpdir(), 'none'), () => {})),
  'tone',
)

describe.each(['quick', 'slow', 'slow at first', 'slow at last'])('a reader who is %s', (kind) => {
  const waitAfter = (piece: number, pieces: number): Promise<unknown> | undefined => {
    const isSlow =
      kind === 'slow' || (kind === 'slow at first' && piece === 0) || (kind === 'slow at last' && piece === pieces - 1)
    return isSlow ? sleep(SLOW_MS) : undefined
  }

  test.each(['with a disk', 'with a disk that takes nothing'])('hears what a quick one does, %s', async (disk) => {
    if (disk !== 'with a disk') {
      await writeFile(folder, 'a file where the folder should be')
    }
    const whole = await speakWhole(wholeTone(), SEGMENT)
    const count = cutChunk(whole.chunks[0]!, 0).length
    const pieces: SpeechChunk[] = []
    for await (const piece of spillSpeech(wholeTone(), spill).speak(SEGMENT, { signal: NOBODY_LEAVES })) {
      pieces.push({ ...piece, audio: { ...piece.audio, samples: piece.audio.samples.slice() } })
      piece.audio.samples.fill(0)
      await waitAfter(pieces.length - 1, count)
    }
    expect(pieces).toHaveLength(count)
    expect(joinSamples(pieces.map(({ audio }) => audio.samples))).toEqual(whole.audio.samples)
    expect(pieces.flatMap(({ words }) => words)).toEqual(whole.words)
    expect(pieces[0]!.segmentSamples).toBe(whole.audio.samples.length)
    expect(troubles.length > 0).toBe(disk !== 'with a disk' && kind !== 'quick' && kind !== 'slow at last')
  })
})

test('a chunk that is encoded already stays whole', async () => {
  const encoded = Uint8Array.of(1)
  const engine = replaceSpeech(createToneEngine(), {
    async *speak() {
      const audio = { sampleRate: 16_000, samples: new Float32Array(16_000) }
      yield { audio, words: [], segmentSamples: 16_000, encoded }
    },
  })
  const chunks = await Array.fromAsync(spillSpeech(engine, spill).speak(SEGMENT, { signal: NOBODY_LEAVES }))
  expect(chunks.map((chunk) => [chunk.audio.samples.length, chunk.encoded])).toEqual([[16_000, encoded]])
})

test.runIf(process.platform === 'linux')(
  'of a slow reader only a piece is in memory, and no file is left at the end',
  async () => {
    let given: Float32Array = new Float32Array()
    const engine = spillSpeech(
      wholeTone((samples) => {
        given = samples
      }),
      spill,
    )
    const speech = engine.speak(SEGMENT, { signal: NOBODY_LEAVES })[Symbol.asyncIterator]()
    await speech.next()
    expect(given.length).toBeGreaterThan(0)
    await expect.poll(() => given.length, PATIENTLY).toBe(0)
    expect(await openFiles()).toBe(1)
    while ((await speech.next()).done !== true);
    expect(await openFiles()).toBe(0)
  },
)

test('a reader who stops at the last piece leaves no other in memory', async () => {
  let given: Float32Array = new Float32Array()
  const engine = spillSpeech(
    wholeTone((samples) => {
      given = samples
    }),
    spill,
  )
  const { chunks } = await speakWhole(engine, SEGMENT)
  const speech = engine.speak(SEGMENT, { signal: NOBODY_LEAVES })[Symbol.asyncIterator]()
  for (const _ of chunks) await speech.next()
  expect(given.length).toBe(0)
  await speech.return?.()
})

describe.runIf(process.platform === 'linux')('a slow reader who leaves', () => {
  test.each(['before it is written', 'while it is written', 'after it was written'])(
    '%s frees the file',
    async (moment) => {
      let given: Float32Array = new Float32Array()
      const engine = spillSpeech(
        wholeTone((samples) => {
          given = samples
        }),
        spill,
      )
      const speech = engine.speak(SEGMENT, { signal: NOBODY_LEAVES })[Symbol.asyncIterator]()
      await speech.next()
      if (moment === 'after it was written') while (given.length > 0) await new Promise(setImmediate)
      if (moment === 'while it is written') while ((await openFiles()) === 0) await new Promise(setImmediate)
      await speech.return?.()
      expect(await openFiles()).toBe(0)
      await sleep(SLOW_MS)
      expect(await openFiles()).toBe(0)
    },
  )

  test('hears why, and frees the file', async () => {
    const leaving = new AbortController()
    const engine = spillSpeech(wholeTone(), spill)
    const speech = engine.speak(SEGMENT, { signal: leaving.signal })[Symbol.asyncIterator]()
    await speech.next()
    await expect.poll(() => openFiles(), PATIENTLY).toBe(1)
    leaving.abort(new Error('gone'))
    await expect(speech.next()).rejects.toThrow('gone')
    expect(await openFiles()).toBe(0)
  })
})

test('where the engine sets the pace a chunk stays whole', async () => {
  const chunks: SpeechChunk[] = []
  for await (const chunk of spillSpeech(wholeTone(), spill).speak(SEGMENT, { signal: NOBODY_LEAVES, pace: 'engine' }))
    chunks.push(chunk)
  expect(chunks).toHaveLength(1)
})
