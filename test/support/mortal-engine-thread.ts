/**
 * A speaking thread that can be killed by a segment's first word. `die`: always. `die unless <file>`: if the file
 * does not exist yet; it then creates the file. `die later`: once its second chunk is asked for. `hang`: always, and without end.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { EngineCalls } from '../../src/speaking/threads/engine-messages.ts'

type Request =
  | { readonly name: 'speak'; readonly input: Parameters<EngineCalls['speak']>[0] }
  | { readonly name: 'next'; readonly input: Parameters<EngineCalls['next']>[0] }
  | { readonly name: 'other' }

const condemned = new Set<number>()

parentPort?.on('message', (request: Request) => {
  if (request.name === 'next' && condemned.has(request.input.job)) process.exit(3)
  if (request.name !== 'speak') return
  const { job, segment } = request.input
  const text = segment.words[0]?.text ?? ''
  if (text === 'die') process.exit(3)
  while (text === 'hang');
  if (text === 'die later') condemned.add(job)
  const [, file] = /^die unless (.+)$/.exec(text) ?? []
  if (file === undefined || existsSync(file)) return
  writeFileSync(file, '')
  process.exit(3)
})

await import('../../src/speaking/threads/engine-thread.ts')
