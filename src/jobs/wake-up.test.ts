import { expect, test } from 'vitest'
import { createWakeUp } from './wake-up.ts'

const LONG_MS = 60_000
const never = new AbortController().signal

test('a call wakes everyone who waits', async () => {
  const wakeUp = createWakeUp(LONG_MS)
  const seen = wakeUp.count()
  const waiting = Promise.all([wakeUp.after(seen, never), wakeUp.after(seen, never)])
  wakeUp.call()
  await expect(waiting).resolves.toHaveLength(2)
})

test('a call that came before the wait is not missed', async () => {
  const wakeUp = createWakeUp(LONG_MS)
  const seen = wakeUp.count()
  wakeUp.call()
  await expect(wakeUp.after(seen, never)).resolves.toBeUndefined()
})

test('the poll interval and an abort end the wait', async () => {
  await expect(createWakeUp(5).after(0, never)).resolves.toBeUndefined()
  const leaving = new AbortController()
  const waiting = createWakeUp(LONG_MS).after(0, leaving.signal)
  leaving.abort()
  await expect(waiting).resolves.toBeUndefined()
})
