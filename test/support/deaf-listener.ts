import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'

export type DeafListenerData = { readonly port: number; readonly backlog: number; readonly end: Int32Array }

/** The least that every system takes for what it is. */
const BACKLOG = 1
/** More than the system queues. */
const CALLERS = 8

/** Listens on a loopback port and accepts nothing. Its queue is full, so that further connections are not even made. */
export async function listenDeafly(port: number): Promise<{ close(): Promise<void> }> {
  const end = new Int32Array(new SharedArrayBuffer(4))
  const workerData: DeafListenerData = { port, backlog: BACKLOG, end }
  const thread = new Worker(new URL('./deaf-listener-thread.ts', import.meta.url), { workerData })
  await once(thread, 'message')
  const callers = Array.from({ length: CALLERS }, () => call(port))
  await Promise.any(callers.map((caller) => once(caller, 'connect')))
  return {
    async close() {
      const exited = once(thread, 'exit')
      Atomics.store(end, 0, 1)
      Atomics.notify(end, 0)
      await exited
      for (const caller of callers) caller.destroy()
    },
  }
}

function call(port: number): Socket {
  const caller = connect(port, '127.0.0.1')
  caller.on('error', () => {})
  return caller
}
