import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeEngine } from '../../../test/support/describe-engine.ts'
import { makeSegment, makeWord, NORTH_WIND } from '../../../test/support/make-segment.ts'
import { speakWhole } from '../../../test/support/speak-whole.ts'
import { copyEmber } from '../../../test/support/voice-packages.ts'
import type { OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import { encodeAtOnce } from '../../audio/encoding/encode-at-once.ts'
import { loadCheckedPackage } from '../../synthesis/engines/check-package.ts'
import { createFliteEngine } from '../../synthesis/engines/flite/flite-engine.ts'
import { createToneEngine } from '../../synthesis/engines/tone/tone-engine.ts'
import type { Listener, SpeechEngine, Urgency } from '../../synthesis/speech-engine.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import { PlayingListener } from '../listener.ts'
import { createEngineThreads, type EngineThreads } from './engine-threads.ts'
import { loadEncoders } from './load-audio-libraries.ts'

const MORTAL = new URL('../../../test/support/mortal-engine-thread.ts', import.meta.url)
const SENTENCE = makeSegment('tone', NORTH_WIND)

function say(text: string): Segment {
  return makeSegment('tone', [makeWord('W ER1 D', { text }), ...NORTH_WIND])
}

async function start(threads: number, entry?: URL): Promise<EngineThreads> {
  return createEngineThreads({ threads, engines: [{ kind: 'tone' }], ...(entry && { entry }) })
}

describeEngine(
  'flite in threads',
  async () =>
    (await createEngineThreads({ threads: 2, engines: [{ kind: 'tone' }, { kind: 'flite' }] })).engines.get('flite')!,
  'kal16',
)
describeEngine('tone in a thread', async () => (await start(1)).engines.get('tone')!, 'tone')

test('an engine in threads is described and sounds like the engine itself', async () => {
  const { engines, close } = await createEngineThreads({ threads: 1, engines: [{ kind: 'flite' }] })
  const [there, here] = [engines.get('flite')!, await createFliteEngine()]
  expect(there).toMatchObject({
    name: here.name,
    version: here.version,
    sampleRate: here.sampleRate,
    voices: here.voices,
  })
  for (const voice of here.voices) expect(there.renders(voice)).toEqual(here.renders(voice))
  expect(() => there.renders('nobody')).toThrow('nobody')
  const segment = makeSegment('slt', NORTH_WIND)
  expect((await speakWhole(there, segment)).audio).toEqual((await speakWhole(here, segment)).audio)
  await close()
})

test.each<OutputFormat>([
  { format: 'mp3' },
  { format: 'pcm' },
  { format: 'wav', sampleRate: 8000 },
  { format: 'opus' },
])('a short segment that is all of the speech comes encoded as %j, a long one does not', async (encoding) => {
  const { engines, close } = await start(1)
  const options = { signal: new AbortController().signal, encoding }
  const short = makeSegment('tone', [makeWord('G UH1 D')])
  const [chunk, ...rest] = await Array.fromAsync(engines.get('tone')!.speak(short, options))
  expect(rest).toEqual([])
  expect(chunk!.encoded).toEqual(await encodeAtOnce(chunk!.audio, encoding, await loadEncoders()))
  for (const { encoded } of await Array.fromAsync(engines.get('tone')!.speak(SENTENCE, options)))
    expect(encoded).toBe(undefined)
  await close()
})

describe('one thread', () => {
  let threads: EngineThreads
  let tone: SpeechEngine
  beforeAll(async () => {
    threads = await start(1)
    tone = threads.engines.get('tone')!
  })
  afterAll(() => threads.close())

  test('speaks for those who listen before it speaks for those who do not, and in order', async () => {
    const order: string[] = []
    const word = makeSegment('tone', [makeWord('W ER1 D')])
    const queue = async (name: string, urgency: Urgency): Promise<void> => {
      for await (const _ of tone.speak(word, { signal: new AbortController().signal, urgency })) order.push(name)
    }
    await Promise.all([
      queue('first', 'background'),
      queue('later 1', 'background'),
      queue('later 2', 'background'),
      queue('now 1', 'interactive'),
      queue('now 2', 'interactive'),
    ])
    expect(order).toEqual(['first', 'now 1', 'now 2', 'later 1', 'later 2'])
  })

  test('is not held up by a reader that does not read', async () => {
    const idle = tone.speak(SENTENCE, { signal: new AbortController().signal })[Symbol.asyncIterator]()
    await idle.next()
    expect((await speakWhole(tone, SENTENCE)).words).toHaveLength(NORTH_WIND.length)
    let rest = 0
    while ((await idle.next()).done !== true) rest++
    expect(rest).toBe(NORTH_WIND.length - 1)
  })

  test('drops a call that is aborted while it waits, and one whose reader has enough', async () => {
    const controller = new AbortController()
    const busy = speakWhole(tone, SENTENCE)
    const waiting = speakWhole(tone, SENTENCE, controller.signal)
    controller.abort(new Error('the caller left'))
    await expect(waiting).rejects.toThrow('the caller left')
    for await (const _ of tone.speak(SENTENCE, { signal: new AbortController().signal })) break
    expect((await busy).audio).toEqual((await speakWhole(createToneEngine(), SENTENCE)).audio)
    expect((await speakWhole(tone, SENTENCE)).words).toHaveLength(NORTH_WIND.length)
  })
})

describe('threads that die', () => {
  test('a call starts over once where nothing of it was heard, and others are untouched', async () => {
    const { engines, close } = await start(2, MORTAL)
    const tone = engines.get('tone')!
    const file = join(mkdtempSync(join(tmpdir(), 'mortal-')), 'died')
    const [retried, other] = await Promise.all([
      speakWhole(tone, say(`die unless ${file}`)),
      speakWhole(tone, SENTENCE),
    ])
    expect(retried.audio).toEqual((await speakWhole(createToneEngine(), say('live'))).audio)
    expect(other.audio).toEqual((await speakWhole(createToneEngine(), SENTENCE)).audio)
    await close()
  })

  test('a call that kills each thread rejects, and so does one that was half heard; the next call is served', async () => {
    const { engines, close } = await start(1, MORTAL)
    const tone = engines.get('tone')!
    await expect(speakWhole(tone, say('die'))).rejects.toThrow('the engine thread died')
    await expect(speakWhole(tone, say('die later'))).rejects.toThrow('the engine thread died')
    expect((await speakWhole(tone, SENTENCE)).words).toHaveLength(NORTH_WIND.length)
    await close()
  })

  test('a call that hangs is ended with its thread and rejects; others are untouched, and the next call is served', async () => {
    // A thread that computes on a busy machine says nothing for a while, too.
    const silenceTimeoutMs = 1500
    const { engines, close } = await createEngineThreads({
      threads: 2,
      engines: [{ kind: 'tone' }],
      silenceTimeoutMs,
      entry: MORTAL,
    })
    const tone = engines.get('tone')!
    const hanging = speakWhole(tone, say('hang'))
    const other = speakWhole(tone, SENTENCE)
    await expect(hanging).rejects.toMatchObject({
      message: 'Cannot speak: the engine thread died',
      cause: { message: 'It was silent for 1.5 s' },
    })
    expect((await other).audio).toEqual((await speakWhole(createToneEngine(), SENTENCE)).audio)
    expect((await speakWhole(tone, SENTENCE)).words).toHaveLength(NORTH_WIND.length)
    await close()
  })

  test('threads that cannot load their engines are an error at the start', async () => {
    const unknown = { kind: 'unheard of' } as unknown as { kind: 'tone' }
    await expect(createEngineThreads({ threads: 2, engines: [unknown] })).rejects.toThrow('Cannot load the engines')
  })
})

test('a package whose networks cannot be opened is refused with its name and reason, and the other engines speak', async () => {
  const folder = copyEmber()
  const voice = await loadCheckedPackage(folder)
  writeFileSync(join(folder, 'acoustic.onnx'), 'no network any more')
  const { engines, refused, close } = await createEngineThreads({
    threads: 2,
    engines: [{ kind: 'package', voice, keys: {} }, { kind: 'tone' }],
  })
  expect([...engines.keys()]).toEqual(['tone'])
  expect(refused).toMatchObject([
    {
      name: 'ember',
      error: { message: expect.stringMatching(/^Cannot load voice "ember": the acoustic network cannot be opened/) },
    },
  ])
  expect((await speakWhole(engines.get('tone')!, SENTENCE)).words).toHaveLength(NORTH_WIND.length)
  await close()
})

test('a thread may work at several calls, which do not wait for one another', async () => {
  const { engines, close } = await createEngineThreads({ threads: 1, engines: [{ kind: 'tone' }], jobsAtOnce: 2 })
  const tone = engines.get('tone')!
  const first: string[] = []
  const speak = async (name: string): Promise<void> => {
    for await (const _ of tone.speak(SENTENCE, { signal: new AbortController().signal })) first.push(name)
  }
  await Promise.all([speak('one'), speak('two')])
  expect(first.indexOf('two')).toBeLessThan(first.lastIndexOf('one'))
  await close()
})

test('a listener too many is refused at once; slow readers, and those with much in hand, do not count', async () => {
  const { engines, close } = await createEngineThreads({ threads: 1, engines: [{ kind: 'tone' }], maxListeners: 2 })
  const tone = engines.get('tone')!
  const listen = async (aheadMs: number) => {
    let [hasHeard, isGone] = [false, false]
    const listener: Listener = {
      delayMs: 0,
      account: 'one',
      remainingSeconds: 4,
      pace: 1,
      get dueAt() {
        return performance.now() + (hasHeard ? aheadMs : 0)
      },
      get hasHeard() {
        return hasHeard
      },
      get isGone() {
        return isGone
      },
    }
    const speech = tone.speak(SENTENCE, { signal: new AbortController().signal, listener })
    await speech[Symbol.asyncIterator]().next()
    hasHeard = true
    return () => {
      isGone = true
    }
  }
  for (const aheadMs of [-60_000, 60_000, 60_000]) await listen(aheadMs)
  const playing = await listen(2000)
  await listen(2000)
  await expect(listen(2000)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  playing()
  await listen(2000)
  await close()
})

test('a listener too many waits until there is room, its caller leaves, or the threads are closed', async () => {
  const { engines, close } = await createEngineThreads({
    threads: 1,
    engines: [{ kind: 'tone' }],
    maxListeners: 1,
    patienceMs: 60_000,
  })
  const tone = engines.get('tone')!
  const comes = (signal = new AbortController().signal) => {
    const listener = new PlayingListener({ account: 'one', seconds: 4 })
    return { listener, place: tone.expect!(listener, signal) }
  }
  const first = comes()
  await first.place
  const leaving = new AbortController()
  const left = comes(leaving.signal)
  const second = comes()
  leaving.abort(new Error('gone'))
  await expect(left.place).rejects.toThrow('gone')
  first.listener.leave()
  await second.place
  const third = comes()
  const outcome = third.place.then(
    () => 'begins',
    (error: Error) => error.message,
  )
  await close()
  expect(await outcome).toContain('are closed')
})

test('closing rejects what is spoken, what waits and what comes after', async () => {
  const { engines, close } = await start(1)
  const tone = engines.get('tone')!
  const idle = tone.speak(SENTENCE, { signal: new AbortController().signal })[Symbol.asyncIterator]()
  await idle.next()
  const calls = Promise.allSettled([idle.next(), idle.next(), idle.next(), idle.next(), speakWhole(tone, SENTENCE)])
  await close()
  const after = speakWhole(tone, SENTENCE)
  await expect(after).rejects.toThrow('are closed')
  expect((await calls).at(-1)).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringContaining('are closed') },
  })
  await close()
})

test.runIf(process.platform === 'linux')('start in a process that has the lowest priority', async () => {
  const program = `
    import { createEngineThreads } from ${JSON.stringify(new URL('engine-threads.ts', import.meta.url).href)}
    const { engines, close } = await createEngineThreads({ threads: 1, engines: [{ kind: 'tone' }] })
    process.stdout.write([...engines.keys()].join())
    await close()`
  const { stdout } = await promisify(execFile)('nice', ['-n', '19', process.execPath, '--eval', program])
  expect(stdout).toBe('tone')
})
