/** How fast the embedded engine speaks, how soon, and in how much memory: `npm run bench -- engines [calls]`. */
import { createEngineThreads } from '../src/speaking/threads/engine-threads.ts'
import { createFliteEngine } from '../src/synthesis/engines/flite/flite-engine.ts'
import type { SpeechEngine } from '../src/synthesis/speech-engine.ts'
import type { Segment } from '../src/synthesis/synthesis-plan.ts'
import { makeSegment, NORTH_WIND, withProsody } from '../test/support/make-segment.ts'

const ROUNDS = 7
const THREAD_ROUNDS = 4
const SEGMENTS = 30

/** 36 words, of which each measurement takes the first. */
const words = [...NORTH_WIND, ...NORTH_WIND, ...NORTH_WIND]
const signal = new AbortController().signal

async function main(): Promise<void> {
  console.log(`Node ${process.version}, best of ${ROUNDS} rounds\n`)
  await measureMemory(Number(process.argv[2] ?? 10_000))
  await measureVoices()
  await measureThreads()
}

/** Real-time factor, and how long one call takes: the whole of it is the time to the first audio. */
async function measureVoices(): Promise<void> {
  const table: Record<string, Record<string, string>> = {}
  const began = performance.now()
  const engine = await createFliteEngine()
  console.log(`Flite loads in ${ms(performance.now() - began)}`)
  for (const voice of engine.voices) {
    const at = async (count: number, tempo: number) =>
      best(engine, makeSegment(voice, withProsody(words.slice(0, count), { tempo })))
    const sentence = await at(30, 1)
    table[voice] = {
      'audio of 30 words': `${sentence.audioSeconds.toFixed(2)} s`,
      'first audio, 30 words': ms(sentence.milliseconds),
      'real-time factor': (sentence.milliseconds / 1000 / sentence.audioSeconds).toFixed(4),
      'first audio, 10 words': ms((await at(10, 1)).milliseconds),
      '24 words': ms((await at(24, 1)).milliseconds),
      '24 words, tempo 0.7': ms((await at(24, 0.7)).milliseconds),
      '24 words, tempo 2.3': ms((await at(24, 2.3)).milliseconds),
    }
  }
  console.table(table)
}

/** Seconds of audio a second, of many segments at once. */
async function measureThreads(): Promise<void> {
  const rates: Record<string, Record<string, string>> = {}
  for (const threads of [1, 2]) {
    const pool = await createEngineThreads({ threads, engines: [{ kind: 'flite' }] })
    const engine = pool.engines.get('flite')!
    for (const voice of engine.voices) {
      const rounds = []
      for (let round = 0; round < THREAD_ROUNDS; round++) rounds.push(await audioRate(engine, voice))
      rates[voice] = { ...rates[voice], [`threads: ${threads}`]: `x${Math.round(Math.max(...rounds))}` }
    }
    await pool.close()
  }
  console.log(`${SEGMENTS} segments of 15 words at once, seconds of audio a second, best of ${THREAD_ROUNDS} rounds`)
  console.table(rates)
}

async function audioRate(engine: SpeechEngine, voice: string): Promise<number> {
  const segment = makeSegment(voice, words.slice(0, 15))
  const began = performance.now()
  const spoken = await Promise.all(Array.from({ length: SEGMENTS }, () => speak(engine, segment)))
  return spoken.reduce((sum, { audioSeconds }) => sum + audioSeconds, 0) / ((performance.now() - began) / 1000)
}

/** Resident memory of the process after more and more calls, and whether the last sounds like the first. */
async function measureMemory(calls: number): Promise<void> {
  const engine = await createFliteEngine()
  const segment = makeSegment('kal16', words.slice(0, 10))
  const first = (await speak(engine, segment)).samples
  for (let call = 1; call <= calls; call++) {
    const { samples } = await speak(engine, segment)
    if (!/^10+$/.test(String(call)) || call < 100) continue
    const isSame = samples.every((sample, i) => sample === first[i])
    const megabytes = Math.round(process.memoryUsage().rss / 2 ** 20)
    console.log(
      `after ${call} calls of kal16: ${megabytes} MB resident, samples ${isSame ? 'as in the first' : 'CHANGED'}`,
    )
  }
}

type Spoken = { readonly milliseconds: number; readonly audioSeconds: number; readonly samples: Float32Array }

async function best(engine: SpeechEngine, segment: Segment): Promise<Spoken> {
  let fastest = await speak(engine, segment)
  for (let round = 1; round < ROUNDS; round++) {
    const spoken = await speak(engine, segment)
    if (spoken.milliseconds < fastest.milliseconds) fastest = spoken
  }
  return fastest
}

/** Flite gives a segment as one chunk. */
async function speak(engine: SpeechEngine, segment: Segment): Promise<Spoken> {
  const began = performance.now()
  const { value } = await engine.speak(segment, { signal })[Symbol.asyncIterator]().next()
  const { samples, sampleRate } = value!.audio
  return { milliseconds: performance.now() - began, audioSeconds: samples.length / sampleRate, samples }
}

function ms(milliseconds: number): string {
  return `${Math.round(milliseconds)} ms`
}

await main()
