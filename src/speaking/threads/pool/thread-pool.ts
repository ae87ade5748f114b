import { setTimeout as sleep } from 'node:timers/promises'
import { PooledThread, type ThreadKind } from './pooled-thread.ts'
import type { ThreadCalls } from './thread-calls.ts'

/** How many threads there should be, and how many of them answer. */
export type ThreadHealth = { readonly threads: number; readonly answering: number }

export type ThreadPoolOptions<Calls extends ThreadCalls> = {
  readonly kind: ThreadKind
  /** How many; at least 1. */
  readonly threads: number
  /** A thread died, or hung and was given up. Its open calls have rejected, and it has a successor. */
  readonly onDeath?: (thread: PooledThread<Calls>, cause: unknown) => void
}

/** An idle thread answers within this time. */
const PING_MS = 1000

/** Threads of one kind. A thread that dies or hangs is replaced; the others work on. */
export class ThreadPool<Calls extends ThreadCalls> {
  readonly threads: readonly PooledThread<Calls>[]

  constructor({ kind, threads, onDeath }: ThreadPoolOptions<Calls>) {
    this.threads = Array.from({ length: threads }, () => {
      const thread: PooledThread<Calls> = new PooledThread(kind, (cause) => onDeath?.(thread, cause))
      return thread
    })
  }

  /** What each thread said when it could be called; rejects if one cannot start. */
  async ready(): Promise<readonly unknown[]> {
    return await Promise.all(this.threads.map((thread) => thread.ready))
  }

  /** Threads that work can be given to: all that are ready. If none is, all, and the work waits until one has started. */
  get usable(): readonly PooledThread<Calls>[] {
    const ready = this.threads.filter(({ isReady }) => isReady)
    return ready.length > 0 ? ready : this.threads
  }

  /** Asks every thread for a sign of life. One that computes answers later, and counts if it was heard a short while ago. */
  async check(): Promise<ThreadHealth> {
    const answers = await Promise.all(this.threads.map(isAnswering))
    return { threads: answers.length, answering: answers.filter(Boolean).length }
  }

  /** Ends the threads; calls still open reject. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()))
  }
}

async function isAnswering<Calls extends ThreadCalls>(thread: PooledThread<Calls>): Promise<boolean> {
  if (thread.state === 'starting') return false
  const waiting = new AbortController()
  const answered = thread.ping().catch(() => {})
  await Promise.race([answered, sleep(PING_MS, undefined, { signal: waiting.signal }).catch(() => {})])
  waiting.abort()
  return thread.state === 'answering'
}
