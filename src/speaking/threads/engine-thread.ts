/** The entry of a thread that speaks: loads its engines, says so, and then speaks what it is sent. */
import { constants, getPriority, setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { ownSamples } from '../../audio/samples/own-samples.ts'
import { createEngine } from '../../synthesis/engines/create-engine.ts'
import type { SpeechChunk, SpeechEngine } from '../../synthesis/speech-engine.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import { deferRejection } from '../defer-rejection.ts'
import { joinShortSpeech } from '../segments/join-short-speech.ts'
import { measureSegment, speakSegment } from '../segments/speak-segment.ts'
import { encodeShortSpeech } from './encode-short-speech.ts'
import type {
  EngineCalls,
  EngineDescription,
  EngineThreadData,
  LoadedEngines,
  MadeChunk,
  RefusedPackage,
} from './engine-messages.ts'
import { answerCalls } from './pool/answer-calls.ts'

/** A call of `speak` under way, and how many samples of its segment are left, as far as that is known. */
type RunningJob = {
  readonly controller: AbortController
  readonly chunks: AsyncGenerator<SpeechChunk>
  missing: number
  isComputing: boolean
  /** Of speech, that the next chunk should have. */
  readonly wanted: { seconds: number }
}

/** In units of `nice`. With few cores, the threads that answer, encode and send go first because they need little. */
const PRIORITY = 5

// Linux sets the priority of the calling thread. Other systems would set that of the whole process.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + PRIORITY, constants.priority.PRIORITY_LOW))
const running = new Map<number, RunningJob>()
/** Calls to engines that have not ended. */
const underWay = new Set<Promise<unknown>>()
const engines = new Map<string, SpeechEngine>()
const refused: RefusedPackage[] = []
for (const spec of (workerData as EngineThreadData).engines) {
  try {
    const engine = await createEngine(spec)
    engines.set(engine.name, engine)
  } catch (error) {
    // A package is an operator's to get wrong, and the other voices speak without it; a built-in engine is not.
    if (spec.kind !== 'package') throw error
    refused.push({ name: spec.voice.name, error })
  }
}

answerCalls<EngineCalls>(
  {
    speak({ job, engine: name, segment, pace, encoding, seconds }) {
      const engine = engines.get(name)
      if (engine === undefined) throw new Error(`Cannot speak with engine "${name}": the thread has not loaded it`)
      const controller = new AbortController()
      const wanted = { seconds }
      const chunkSeconds = (): number => wanted.seconds
      const speech = joinShortSpeech(speakSegment(engine, segment, { signal: controller.signal, pace, chunkSeconds }))
      const chunks = encoding === undefined ? speech : encodeShortSpeech(speech, encoding)
      running.set(job, { controller, chunks, wanted, missing: Number.POSITIVE_INFINITY, isComputing: false })
      return track(makeChunk(job, seconds))
    },
    next: ({ job, seconds }) => track(makeChunk(job, seconds)),
    abort: ({ job }) => abort(job, 'The reader has left'),
    measure: ({ engine, segment }) => track(measure(engines.get(engine), segment)),
  },
  {
    ready: { engines: [...engines.values()].map(describe), refused } satisfies LoadedEngines,
    buffersOf: (output) => {
      const { chunk } = (output ?? {}) as Partial<MadeChunk>
      return [chunk?.audio.samples, chunk?.encoded].flatMap((array) => (array ? [array.buffer as ArrayBuffer] : []))
    },
    close,
  },
)

async function track<Result>(call: Promise<Result>): Promise<Result> {
  underWay.add(call)
  return await call.finally(() => underWay.delete(call))
}

/** A model that is released, or whose thread is terminated, while it computes would end the whole process. */
async function close(): Promise<void> {
  for (const job of running.keys()) abort(job, 'The threads of the engines are closed')
  await Promise.allSettled(underWay)
  await Promise.allSettled([...engines.values()].map((engine) => engine.close()))
}

async function makeChunk(number: number, seconds: number): Promise<MadeChunk> {
  const job = running.get(number)
  if (job === undefined) throw new Error('Cannot speak on: the job is over')
  const beganAt = performance.now()
  job.isComputing = true
  job.wanted.seconds = seconds
  let isOver = true
  try {
    const { value: chunk } = await job.chunks.next()
    const ms = performance.now() - beganAt
    if (chunk === undefined) return { chunk, isLast: true, ms }
    job.missing = (chunk.segmentSamples ?? job.missing) - chunk.audio.samples.length
    isOver = job.missing <= 0
    return { chunk: ownChunk(chunk), isLast: isOver, ms }
  } finally {
    job.isComputing = false
    if (isOver || job.controller.signal.aborted) leave(number, job)
  }
}

/** What the engine holds for the job is freed at once, or when it has made what it makes. */
function abort(number: number, reason: string): void {
  const job = running.get(number)
  if (job === undefined) return
  job.controller.abort(new Error(reason))
  if (!job.isComputing) leave(number, job)
}

function leave(number: number, { chunks }: RunningJob): void {
  running.delete(number)
  void deferRejection(chunks.return(undefined))
}

/** A segment that cannot be measured cannot be spoken either; `speak` reports the error. */
async function measure(engine: SpeechEngine | undefined, segment: Segment): Promise<number | undefined> {
  return engine && (await measureSegment(engine, segment).catch(() => undefined))
}

/** The chunk with samples to give away, a copy if they are a part of a buffer that the engine may still need. */
function ownChunk(chunk: SpeechChunk): SpeechChunk {
  return { ...chunk, audio: { ...chunk.audio, samples: ownSamples(chunk.audio.samples) } }
}

function describe(engine: SpeechEngine): EngineDescription {
  const { name, version, sampleRate, timing } = engine
  return {
    name,
    version,
    sampleRate,
    timing,
    measures: engine.measure !== undefined,
    voices: engine.voices.map((voice) => [voice, [...engine.renders(voice)]] as const),
  }
}
