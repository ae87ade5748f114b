/**
 * Preloaded into a server: SIGUSR2 kills its threads that speak, SIGHUP those that encode, as a crash would. Threads that come
 * after a signal live.
 */
import { subscribe } from 'node:diagnostics_channel'
import { isMainThread, type Worker } from 'node:worker_threads'

const KILLED_BY = { SIGUSR2: 'engine', SIGHUP: 'encoder' } as const

if (isMainThread) {
  const workers = new Set<Worker>()
  subscribe('worker_threads', (message) => {
    const { worker } = message as { readonly worker: Worker }
    workers.add(worker)
    worker.once('exit', () => workers.delete(worker))
  })
  for (const [signal, name] of Object.entries(KILLED_BY)) {
    process.on(signal, () => {
      for (const worker of workers) if (worker.threadName === name) void worker.terminate()
    })
  }
}
