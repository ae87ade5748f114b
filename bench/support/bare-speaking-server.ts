/**
 * A server with nothing around the engine: it speaks one short text in a thread, in the format that the path names. Prints its
 * address.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'

const thread = new Worker(new URL('./bare-speaking-thread.ts', import.meta.url))
await once(thread, 'message')
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    // For one caller that waits for each answer.
    thread.once('message', (bytes: Uint8Array) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length })
      response.end(bytes)
    })
    thread.postMessage(request.url!.slice(request.url!.lastIndexOf('/') + 1))
  })
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
