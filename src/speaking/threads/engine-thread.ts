/** The entry of a thread that speaks: loads its engines, says so, and then speaks what it is sent. */
import { setPriority } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { ownSamples } from '../../audio/samples/own-samples.ts'
import { createEngine } from '../../synthesis/engines/create-engine.ts'
import type { SpeechChunk, SpeechEngine } from '../../synthesis/speech-engine.ts'
import { measureSegment, speakSegment } from '../segments/speak-segment.ts'
import type {
  EngineDescription,
  EngineRequest,
  EngineResponse,
  EngineThreadData,
  RefusedPackage,
} from './engine-messages.ts'

/** A call of `speak` under way. `allowed` counts the chunks it may still make; `wake` tells that something changed. */
type RunningJob = { readonly controller: AbortController; allowed: number; wake: () => void }

/** As `nice` counts. Where cores are few, the threads that answer, encode and send go first: they need little. */
const PRIORITY = 5

const port = parentPort!
// Linux sets the priority of the calling thread; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(PRIORITY)
const running = new Map<number, RunningJob>()
/** Calls to engines that have not ended. */
const underWay = new Set<Promise<void>>()
const engines = new Map<string, SpeechEngine>()
const refused: RefusedPackage[] = []
for (const spec of (workerData as EngineThreadData).engines) {
  try {
    const engine = await createEngine(spec)
    engines.set(engine.name, engine)
  } catch (error) {
    // A package is an operator's to get wrong, and the other voices speak without it; a built-in engine is not.
    if (spec.kind !== 'package') throw error
    refused.push({ name: spec.name, error })
  }
}
port.on('message', (request: EngineRequest) => {
  if (request.kind === 'close') return void close()
  const job = running.get(request.job)
  if (request.kind === 'speak') work(speak(request))
  else if (request.kind === 'measure') work(measure(request))
  else if (request.kind === 'abort') job?.controller.abort(new Error('The reader has left'))
  else if (job !== undefined) job.allowed++
  job?.wake()
})
send({ kind: 'ready', loaded: { engines: [...engines.values()].map(describe), refused } })

function work(call: Promise<void>): void {
  underWay.add(call)
  void call.finally(() => underWay.delete(call))
}

/** A model that is released, or whose thread is terminated, while it computes would end the whole process. */
async function close(): Promise<void> {
  for (const job of running.values()) {
    job.controller.abort(new Error('The threads of the engines are closed'))
    job.wake()
  }
  await Promise.allSettled(underWay)
  await Promise.allSettled([...engines.values()].map((engine) => engine.close()))
  process.exit()
}

async function speak({ job, engine: name, segment, pace }: EngineRequest & { kind: 'speak' }): Promise<void> {
  const state: RunningJob = {
    controller: new AbortController(),
    allowed: 1,
    wake: () => {},
  }
  const { signal } = state.controller
  running.set(job, state)
  try {
    const engine = engines.get(name)
    if (engine === undefined) throw new Error(`Cannot speak with engine "${name}": the thread has not loaded it`)
    let missing = Number.POSITIVE_INFINITY
    let last: SpeechChunk | undefined
    for await (const chunk of speakSegment(engine, segment, { signal, pace })) {
      missing = (chunk.segmentSamples ?? missing) - chunk.audio.samples.length
      // After its last sample a segment ends at once, and one message tells both.
      if (missing <= 0) last = chunk
      else {
        sendChunk({ kind: 'chunk', job, chunk })
        state.allowed--
        await maySpeakOn(state)
      }
    }
    if (last === undefined) send({ kind: 'ended', job })
    else sendChunk({ kind: 'lastChunk', job, chunk: last })
  } catch (error) {
    send({ kind: 'failed', job, error })
  } finally {
    running.delete(job)
  }
}

/** What cannot be measured will not be spoken either, and that tells the error. */
async function measure({ job, engine: name, segment }: EngineRequest & { kind: 'measure' }): Promise<void> {
  const engine = engines.get(name)
  const samples = engine && (await measureSegment(engine, segment).catch(() => undefined))
  send({ kind: 'measured', job, samples })
}

/** Waits until one more chunk is asked for, and lets messages in between two chunks. Throws when the job is aborted. */
async function maySpeakOn(job: RunningJob): Promise<void> {
  await setImmediate()
  while (job.allowed <= 0 && !job.controller.signal.aborted) {
    const { promise, resolve } = Promise.withResolvers<void>()
    job.wake = resolve
    await promise
  }
  job.controller.signal.throwIfAborted()
}

/** Gives the samples away, unless they are a part of a buffer that the engine may still need. */
function sendChunk(response: Extract<EngineResponse, { readonly chunk: SpeechChunk }>): void {
  const { chunk } = response
  const samples = ownSamples(chunk.audio.samples)
  port.postMessage({ ...response, chunk: { ...chunk, audio: { ...chunk.audio, samples } } }, [samples.buffer])
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

function send(response: EngineResponse): void {
  port.postMessage(response)
}
