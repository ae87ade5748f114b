/** An encoder thread that dies of a stretch whose first sample is 2, and hangs at one whose first sample is 3. */
import { parentPort } from 'node:worker_threads'
import type { EncoderCalls } from '../../src/speaking/threads/encoder-messages.ts'

type Request = { readonly name: string; readonly input: Partial<Parameters<EncoderCalls['encode']>[0]> }

parentPort?.on('message', ({ input }: Request) => {
  const first = input?.samples?.[0]
  if (first === 2) throw new Error('out of order')
  while (first === 3);
})

await import('../../src/speaking/threads/encoder-thread.ts')
