import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { EngineSpec } from '../../src/synthesis/engines/create-engine.ts'
import type { SynthesisPlan } from '../../src/synthesis/synthesis-plan.ts'
import type { BareEngineThreadData } from './bare-engine-thread.ts'

/** Threads with an engine that wait for work. */
export type BareThreads = {
  /** Speaks all plans once; returns the seconds it took and the samples that were spoken. */
  speakAll(): Promise<{ readonly seconds: number; readonly samples: number }>
  close(): Promise<void>
}

type BareThreadsOptions = {
  readonly engine: EngineSpec
  readonly plans: readonly SynthesisPlan[]
  readonly threads: number
}

/** Starts the threads and waits until each has spoken a segment. */
export async function startBareThreads({ engine, plans, threads }: BareThreadsOptions): Promise<BareThreads> {
  const counter = new Int32Array(new SharedArrayBuffer(4))
  const workerData: BareEngineThreadData = { engine, plans, next: counter.buffer }
  const entry = new URL('./bare-engine-thread.ts', import.meta.url)
  const pool = Array.from({ length: threads }, () => new Worker(entry, { workerData }))
  await Promise.all(pool.map((thread) => once(thread, 'message')))
  return {
    async speakAll() {
      Atomics.store(counter, 0, 0)
      const began = performance.now()
      const spoken = pool.map(async (thread) => {
        thread.postMessage('speak')
        const [samples] = await once(thread, 'message')
        return samples as number
      })
      const counts = await Promise.all(spoken)
      return { seconds: (performance.now() - began) / 1000, samples: counts.reduce((sum, count) => sum + count, 0) }
    },
    async close() {
      await Promise.all(pool.map((thread) => thread.terminate()))
    },
  }
}
