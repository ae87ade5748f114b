import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { retireWorker } from './retire-worker.ts'

const ECHO = new URL('../../../../test/support/echo-thread.ts', import.meta.url)
const SCRIPT = fileURLToPath(new URL('../../../../test/support/hang-in-model.ts', import.meta.url))

async function run(mode: 'wait' | 'leave', frames: number) {
  const child = spawn(process.execPath, [SCRIPT, mode, String(frames)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [exitCode, signalCode]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { lines: output.trim().split('\n'), exitCode, signalCode }
}

const EXPECTED = ['given up', 'Cannot echo: the echo thread died', 'echo 1']

test.concurrent('a thread that hangs in a model is given up without ending the process, and ends when the model does', async () => {
  const { lines, exitCode, signalCode } = await run('wait', 12_000)
  expect(lines).toEqual(EXPECTED)
  expect([exitCode, signalCode]).toEqual([0, null])
}, 120_000)

test.concurrent('a process that ends while a model hangs does not abort, nor wait for it', async () => {
  const { lines, signalCode } = await run('leave', 40_000)
  expect(lines).toEqual(EXPECTED)
  expect(signalCode).toBe('SIGKILL')
}, 120_000)

test('an idle thread ends by itself, and one in an endless loop is terminated', async () => {
  for (const calls of [[], ['hang']]) {
    const worker = new Worker(ECHO)
    const exit = once(worker, 'exit')
    await once(worker, 'message')
    for (const name of calls) worker.postMessage({ name, input: '' })
    expect(await retireWorker(worker, { graceMs: 200, promptMs: 10_000 })).toBe('ended')
    expect(await exit).toEqual([calls.length])
  }
})
