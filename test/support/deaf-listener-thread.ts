import { createServer } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { DeafListenerData } from './deaf-listener.ts'

const { port, backlog, end } = workerData as DeafListenerData
const server = createServer()
server.listen({ port, host: '127.0.0.1', backlog }, () => {
  parentPort!.postMessage('listening')
  // While this thread sleeps, the system queues connections that nobody takes.
  Atomics.wait(end, 0, 0)
  server.close()
})
