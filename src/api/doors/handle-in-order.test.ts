import { expect, test } from 'vitest'
import { handleInOrder } from './handle-in-order.ts'

function open(most: number, refuse: (error: unknown) => Promise<void> = async () => {}) {
  const events: string[] = []
  const take = handleInOrder({ most, refuse, pause: () => events.push('pause'), resume: () => events.push('resume') })
  return { events, take }
}

test('a connection is held up while too many messages wait, once and not for each', async () => {
  const { events, take } = open(2)
  const { promise: last, resolve: end } = Promise.withResolvers<void>()
  for (const name of ['a', 'b', 'c']) take(() => void events.push(name))
  take(end)
  await last
  await new Promise(setImmediate)
  expect(events).toEqual(['pause', 'a', 'b', 'c', 'resume'])
})

test('a fault that nobody can be told of does not keep later messages waiting', async () => {
  const { events, take } = open(9, () => Promise.reject(new Error('the connection is closed')))
  take(() => Promise.reject(new Error('wrong message')))
  await new Promise<void>((resolve) => take(resolve))
  expect(events).toEqual([])
})
