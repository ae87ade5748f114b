import { beforeEach, expect, test, vi } from 'vitest'
import { createStorageRetry } from './storage-retry.ts'

type Waiter = { readonly ms: number; readonly go: () => void }

const signal = new AbortController().signal
let lines: string[]
let waiters: Waiter[]
let now: number

beforeEach(() => {
  lines = []
  waiters = []
  now = 0
})

const create = (onFailure = () => {}) =>
  createStorageRetry({
    log: { info: (text: string) => lines.push(text), warn: (_: object, text: string) => lines.push(text) } as never,
    onFailure,
    clock: () => now,
    wait: (ms, leaving) =>
      new Promise((resolve, reject) => {
        waiters.push({ ms, go: resolve })
        leaving.addEventListener('abort', () => reject(leaving.reason), { once: true })
      }),
  })

/** Lets the clock run until so many waits are over, each in its turn. */
async function pass(waits: number): Promise<readonly number[]> {
  const passed: number[] = []
  for (let i = 0; i < waits; i++) {
    while (waiters.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const { ms, go } = waiters.shift()!
    now += ms
    passed.push(ms)
    go()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return passed
}

/** Fails so often, and then works. */
function failing(times: number) {
  let tries = 0
  return async () => {
    tries += 1
    if (tries <= times) throw new Error(`failure ${tries}`)
    return 'done'
  }
}

test('what fails is tried again later and later, every ten seconds at last, until it works', async () => {
  const done = create().run(failing(9), signal)
  expect(await pass(9)).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000])
  expect(await done).toBe('done')
})

test('what waits is in trouble, with its last error, and no longer when it works', async () => {
  let failures = 0
  const retry = create(() => (failures += 1))
  expect(retry.trouble()).toBeUndefined()
  const done = Promise.all([retry.run(failing(1), signal), retry.run(failing(3), signal)])
  await pass(2)
  expect(failures).toBe(3)
  expect(retry.trouble()).toEqual(new Error('failure 2'))
  await pass(2)
  await done
  expect(retry.trouble()).toBeUndefined()
  expect(lines).toEqual(['Storage fails: accepted work waits and is retried', 'Storage works again'])
})

test('a long outage is logged once a minute, and the next one at once', async () => {
  const retry = create()
  const long = retry.run(failing(13), signal)
  await pass(13)
  await long
  expect(now).toBe(85_750)
  const count = () => lines.filter((line) => line.startsWith('Storage fails')).length
  expect(count()).toBe(2)
  const next = retry.run(failing(1), signal)
  await pass(1)
  await next
  expect(count()).toBe(3)
})

test('whoever leaves waits no longer, and leaves no trouble behind', async () => {
  const retry = create()
  const leaving = new AbortController()
  const waiting = retry.run(failing(99), leaving.signal)
  const left = waiting.catch((error: unknown) => error)
  await pass(2)
  expect(retry.trouble()).toBeDefined()
  leaving.abort(new Error('enough'))
  expect(await left).toEqual(new Error('enough'))
  expect(retry.trouble()).toBeUndefined()
  expect(lines).not.toContain('Storage works again')
  const action = vi.fn<() => Promise<void>>()
  await expect(retry.run(action, leaving.signal)).rejects.toThrow('enough')
  expect(action).not.toHaveBeenCalled()
})
