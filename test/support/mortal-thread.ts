/** An encoder thread that opens any encoder and dies of the next call. */
import { parentPort } from 'node:worker_threads'
import type { EncoderRequest } from '../../src/speaking/threads/encoder-messages.ts'

parentPort?.on('message', (request: EncoderRequest) => {
  if (request.kind !== 'open') throw new Error('out of order')
})
