import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { EchoCalls } from '../../../../test/support/echo-thread.ts'
import type { PooledThread } from './pooled-thread.ts'
import { ThreadPool } from './thread-pool.ts'

const ECHO = new URL('../../../../test/support/echo-thread.ts', import.meta.url)

let pool: ThreadPool<EchoCalls>
let deaths: { readonly thread: PooledThread<EchoCalls>; readonly cause: unknown }[]
/** Resolves at the first death. */
let died: Promise<void>
afterEach(() => pool.close())

function start(threads: number, options: { silenceTimeoutMs?: number; data?: object } = {}): PooledThread<EchoCalls> {
  deaths = []
  const { promise, resolve } = Promise.withResolvers<void>()
  died = promise
  pool = new ThreadPool<EchoCalls>({
    kind: { name: 'echo', purpose: 'echo', entry: ECHO, silenceTimeoutMs: undefined, ...options },
    threads,
    onDeath(thread, cause) {
      deaths.push({ thread, cause })
      resolve()
    },
  })
  return pool.threads[0]!
}

const bytes = (...values: number[]) => Uint8Array.from(values)

test('calls are answered in order, memory moves both ways, and errors reject their call alone', async () => {
  const thread = start(1)
  expect(await pool.ready()).toEqual(['hello'])
  const input = bytes(1, 2)
  const [one, failed, two] = await Promise.allSettled([
    thread.ask('echo', input, [input.buffer]),
    thread.ask('fail', 'as asked'),
    thread.ask('echo', bytes(3)),
  ])
  expect(input.byteLength).toBe(0)
  expect(one).toMatchObject({ value: bytes(1, 2) })
  expect(failed).toMatchObject({ reason: { message: 'as asked' } })
  expect(two).toMatchObject({ value: bytes(3) })
  expect(deaths).toEqual([])
})

describe('a thread that dies', () => {
  test('rejects its open calls with the reason, and its successor answers', async () => {
    const thread = start(2)
    await pool.ready()
    thread.tell('die', 'of a fault')
    const outcomes = await Promise.allSettled([thread.ask('wait', ''), pool.threads[1]!.ask('echo', bytes(2))])
    expect(outcomes).toMatchObject([
      { reason: { name: 'ThreadDeathError', message: 'Cannot echo: the echo thread died' } },
      { value: bytes(2) },
    ])
    expect(deaths).toMatchObject([{ cause: { message: 'of a fault' } }])
    expect(deaths[0]!.thread).toBe(thread)
    expect(await thread.ask('echo', bytes(3))).toEqual(bytes(3))
    expect(await pool.check()).toEqual({ threads: 2, answering: 2 })
  })

  test('is not used and does not count as answering before its successor has started', async () => {
    const thread = start(2)
    await pool.ready()
    thread.tell('die', '')
    await died
    expect(thread.state).toBe('starting')
    expect(pool.usable).toEqual([pool.threads[1]])
    expect(await pool.check()).toEqual({ threads: 2, answering: 1 })
  })

  test('before it was ready starts again later, by itself', async () => {
    const waitFor = join(mkdtempSync(join(tmpdir(), 'echo-')), 'may start')
    const thread = start(1, { data: { waitFor } })
    await expect(pool.ready()).rejects.toMatchObject({ cause: { message: 'not yet' } })
    expect(pool.usable).toEqual([thread])
    expect(await pool.check()).toEqual({ threads: 1, answering: 0 })
    writeFileSync(waitFor, '')
    while (!thread.isReady) await sleep(5)
    expect(await pool.check()).toEqual({ threads: 1, answering: 1 })
  })
})

test('a thread that hangs is given up and replaced; checking it does not keep it alive', async () => {
  const thread = start(2, { silenceTimeoutMs: 1000 })
  await pool.ready()
  const hung = thread.ask('hang', '')
  const checks = Promise.all(Array.from({ length: 5 }, () => pool.check()))
  await expect(hung).rejects.toMatchObject({ cause: { message: 'It was silent for 1 s' } })
  expect((await checks).every(({ threads }) => threads === 2)).toBe(true)
  expect(await thread.ask('echo', bytes(1))).toEqual(bytes(1))
  expect(deaths).toHaveLength(1)
})

test('closing rejects the calls that are open and those that come after', async () => {
  const thread = start(2)
  const settled = Promise.allSettled([thread.ask('echo', bytes(1)), pool.threads[1]!.ask('fail', ''), thread.ping()])
  await pool.close()
  for (const outcome of await settled)
    expect(outcome).toMatchObject({
      reason: { name: 'ThreadsClosedError', message: 'Cannot echo: the echo threads are closed' },
    })
  await expect(thread.ask('echo', bytes(1))).rejects.toThrow('the echo threads are closed')
  expect(() => thread.assertOpen()).toThrow('the echo threads are closed')
  thread.tell('die', 'unheard')
  expect(deaths).toEqual([])
})
