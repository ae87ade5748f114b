import { beforeEach, expect, test } from 'vitest'
import { HostTurns } from './host-turns.ts'

let now: number
let turns: HostTurns
beforeEach(() => {
  now = 1000
  turns = new HostTurns({ now: () => now })
})
const fail = (times: number, host = 'silent'): void => {
  const ends = Array.from({ length: times }, () => turns.begin(host, 'a'))
  for (const end of ends) end(false)
}

test('a host gets eight messages at once, and others are not held up', () => {
  const ends = Array.from({ length: 8 }, (_, i) => turns.begin('busy', `${i}`))
  expect([turns.mayTry('busy', 'x'), turns.mayTry('other', 'y')]).toEqual([false, true])
  expect(turns.waiting).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', 'x'])
  ends[0]!(true)
  expect([turns.mayTry('busy', 'x'), turns.waiting]).toEqual([true, []])
})

test('a host that does not answer three times is paused, then tried by one message, and paused for longer', () => {
  fail(2)
  expect(turns.mayTry('silent', 'b')).toBe(true)
  fail(1)
  expect([turns.mayTry('silent', 'b'), turns.waiting]).toEqual([false, ['a', 'b']])
  now += 30_000
  expect(turns.waiting).toEqual([])
  const end = turns.begin('silent', 'a')
  expect(turns.mayTry('silent', 'b')).toBe(false)
  end(false)
  now += 59_999
  expect(turns.mayTry('silent', 'a')).toBe(false)
  now += 1
  expect(turns.mayTry('silent', 'a')).toBe(true)
  fail(20)
  now += 10 * 60_000
  expect(turns.mayTry('silent', 'a')).toBe(true)
})

test('an answer ends the pause, and what is counted is how many hosts are paused', () => {
  const counts: number[] = []
  turns = new HostTurns({ now: () => now, onPaused: (paused) => counts.push(paused) })
  fail(3)
  fail(3, 'other')
  now += 30_000
  turns.begin('silent', 'a')(true)
  expect(counts).toEqual([0, 0, 1, 1, 1, 2, 1])
  fail(2)
  expect(turns.mayTry('silent', 'a')).toBe(true)
})
