import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { deferRejection } from '../../defer-rejection.ts'
import { CLOSE, type ThreadRequest } from './thread-calls.ts'

/** What a thread computes ends after at most a segment. */
export const GRACE_MS = 5000
const PROMPT_MS = 100
const PROBES = 3

export type RetireOptions = {
  readonly graceMs?: number
  /** A thread outside native code answers a probe within this time, unless the machine is overloaded. */
  readonly promptMs?: number
  /** It may be in native code now. */
  readonly hasHung?: boolean
}

/**
 * Ends a thread: asks it to close, and terminates it if it does not. Resolves when the thread has ended, or to `stuck` if it is inside
 * native code after the grace time. Node aborts the process if it terminates a thread in the middle of a model's run, or exits
 * during one. A stuck thread therefore ends when it comes out; if the process ends before that, it does so by SIGKILL.
 */
export async function retireWorker(
  worker: Worker,
  { graceMs = GRACE_MS, promptMs = PROMPT_MS, hasHung = false }: RetireOptions = {},
): Promise<'ended' | 'stuck'> {
  const { promise: ended, resolve } = Promise.withResolvers<'ended'>()
  worker.once('exit', () => resolve('ended'))
  if (hasHung) killProcessAtExit(ended)
  worker.unref()
  worker.postMessage({ name: CLOSE } satisfies ThreadRequest)
  const { promise: stuck, resolve: reportStuck } = Promise.withResolvers<'stuck'>()
  void deferRejection(terminate(worker, { ended, graceMs, promptMs, onStuck: () => reportStuck('stuck') }))
  const outcome = await Promise.race([ended, stuck])
  if (outcome === 'stuck' && !hasHung) killProcessAtExit(ended)
  return outcome
}

type TerminateOptions = {
  readonly ended: Promise<'ended'>
  readonly graceMs: number
  readonly promptMs: number
  readonly onStuck: () => void
}

/**
 * Terminates a thread that ignores its messages, once it is certainly outside native code: it answers several probes in a row. One answer
 * does not suffice, as native code that returns calls into JavaScript before it has ended.
 */
async function terminate(worker: Worker, { ended, graceMs, promptMs, onStuck }: TerminateOptions): Promise<void> {
  let answered = 0
  for (let waitMs = graceMs; (await within(ended, waitMs)) === 'late'; waitMs = graceMs / PROBES) {
    // Answered in the middle of JavaScript and WebAssembly, even in an endless loop.
    const probe = worker.getHeapStatistics().then(
      () => 'outside' as const,
      () => 'ended' as const,
    )
    const state = await within(probe, promptMs)
    answered = state === 'outside' ? answered + 1 : 0
    if (answered === PROBES) await worker.terminate()
    if (state === 'late') onStuck()
    await probe
  }
}

async function within<Value>(promise: Promise<Value>, timeoutMs: number): Promise<Value | 'late'> {
  const waiting = new AbortController()
  const late = sleep(timeoutMs, 'late' as const, { signal: waiting.signal }).catch(() => 'late' as const)
  const outcome = await Promise.race([promise, late])
  waiting.abort()
  return outcome
}

function killProcessAtExit(ended: Promise<unknown>): void {
  const kill = (): void => void process.kill(process.pid, 'SIGKILL')
  process.once('exit', kill)
  void ended.then(() => process.off('exit', kill))
}
