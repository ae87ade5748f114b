import { expect, test } from 'vitest'
import { createWakeUp } from './wake-up.ts'

const LONG_MS = 60_000
const never = new AbortController().signal

test('a call wakes one of those who wait, the first one first', async () => {
  const wakeUp = createWakeUp(LONG_MS)
  const woken: string[] = []
  const wait = (name: string) => wakeUp.after(wakeUp.count(), never).then(() => woken.push(name))
  const waiting = ['a', 'b', 'c'].map(wait)
  wakeUp.call()
  await waiting[0]
  expect(woken).toEqual(['a'])
  wakeUp.call()
  wakeUp.call()
  await Promise.all(waiting)
  expect(woken).toEqual(['a', 'b', 'c'])
})

test('a call that came before the wait is not missed', async () => {
  const wakeUp = createWakeUp(LONG_MS)
  const seen = wakeUp.count()
  wakeUp.call()
  await expect(wakeUp.after(seen, never)).resolves.toBeUndefined()
})

test('at each poll one looks, whoever has waited longest', async () => {
  const wakeUp = createWakeUp(20)
  const looks: string[] = []
  const leaving = new AbortController()
  const loop = async (name: string): Promise<void> => {
    while (!leaving.signal.aborted) {
      await wakeUp.after(wakeUp.count(), leaving.signal)
      looks.push(name)
      if (looks.length === 6) leaving.abort()
    }
  }
  const began = performance.now()
  await Promise.all(['a', 'b', 'c'].map(loop))
  // The last two have been sent home.
  expect(looks).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b'])
  expect(performance.now() - began).toBeGreaterThan(6 * 20 - 10)
})

test('an abort ends the wait', async () => {
  const leaving = new AbortController()
  const waiting = createWakeUp(LONG_MS).after(0, leaving.signal)
  leaving.abort()
  await expect(waiting).resolves.toBeUndefined()
})
