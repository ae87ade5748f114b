import { expect, test } from 'vitest'
import { PlayingListener } from './listener.ts'

function listen(seconds = 10, onGap?: () => void) {
  let now = 1000
  const listener = new PlayingListener({ account: 'a', seconds, onGap, now: () => now })
  const at = (ms: number): PlayingListener => {
    now = ms
    return listener
  }
  return { listener, at }
}

test('a listener is due when it comes, and then when it has heard all', () => {
  const { listener, at } = listen()
  expect([listener.dueAt, listener.hasHeard, listener.remainingSeconds]).toEqual([1000, false, 10])
  at(1200).receive(0.5)
  expect([listener.dueAt, listener.hasHeard, listener.remainingSeconds]).toEqual([1700, true, 9.5])
  at(1300).receive(2)
  expect([listener.dueAt, listener.remainingSeconds]).toEqual([3700, 7.5])
})

test('a gap moves everything after it, so that one late chunk does not make all later ones late', () => {
  const { listener, at } = listen()
  at(1000).receive(1)
  at(2500).receive(1)
  expect(listener.dueAt).toBe(3500)
  at(3400).receive(1)
  expect(listener.dueAt).toBe(4500)
})

test('sound that was asked for in time and comes late is a gap; what a slow reader asks for late is none', () => {
  let gaps = 0
  const { at } = listen(10, () => gaps++)
  at(5000).receive(1, 1000)
  at(5900).receive(1, 5100)
  expect(gaps).toBe(0)
  at(7015).receive(1, 6000)
  expect(gaps).toBe(0)
  at(8500).receive(1, 7100)
  expect(gaps).toBe(1)
  at(12_000).receive(1, 11_900)
  expect(gaps).toBe(1)
})

test('its pace is that of a player unless it takes less', () => {
  const { listener, at } = listen()
  at(1000).receive(1)
  expect(at(1900).pace).toBe(1)
  expect(at(11_000).pace).toBeCloseTo(0.1)
  at(11_000).receive(9)
  expect(at(11_000).pace).toBe(1)
  expect(listener.remainingSeconds).toBe(1)
  expect(listener.isGone).toBe(false)
  listener.leave()
  expect(listener.isGone).toBe(true)
})
