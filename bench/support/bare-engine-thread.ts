/** A thread that speaks plans with an engine and nothing around it. Threads share a counter, so each takes the next plan. */
import { parentPort, workerData } from 'node:worker_threads'
import { createEngine, type EngineSpec } from '../../src/synthesis/engines/create-engine.ts'
import type { SynthesisPlan } from '../../src/synthesis/synthesis-plan.ts'

export type BareEngineThreadData = {
  readonly engine: EngineSpec
  readonly plans: readonly SynthesisPlan[]
  /** One integer: the index of the next plan. */
  readonly next: SharedArrayBuffer
}

const port = parentPort!
const { engine: spec, plans, next } = workerData as BareEngineThreadData
const engine = await createEngine(spec)
const counter = new Int32Array(next)
const { signal } = new AbortController()
for await (const _ of engine.speak(plans[0]!.segments[0]!, { signal }));

port.on('message', () => void speakAll())
port.postMessage('ready')

async function speakAll(): Promise<void> {
  let samples = 0
  for (let plan = Atomics.add(counter, 0, 1); plan < plans.length; plan = Atomics.add(counter, 0, 1)) {
    for (const segment of plans[plan]!.segments) {
      for await (const { audio } of engine.speak(segment, { signal, pace: 'engine' })) samples += audio.samples.length
    }
  }
  port.postMessage(samples)
}
