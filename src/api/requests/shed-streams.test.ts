import { beforeEach, expect, test } from 'vitest'
import { createStreamShedder, type StreamShedder } from './shed-streams.ts'

let now: number
let asked: number
let wait: number | undefined
let shedder: StreamShedder
beforeEach(() => {
  ;[now, asked, wait] = [1_000_000, 0, 3]
  shedder = createStreamShedder({
    now: () => now,
    isFull(_, { delayMs }) {
      asked += 1
      return delayMs < 500 ? wait : 7
    },
  })
})
const refuse = (count: number): void => {
  for (let i = 0; i < count; i++) shedder.noteRefusal()
}

test('streams are planned while few are refused', () => {
  refuse(19)
  expect(shedder.refuses('a', { delayMs: 0 })).toBeUndefined()
  now += 999
  expect(shedder.refuses('a', { delayMs: 0 })).toBeUndefined()
  expect(asked).toBe(0)
})

test('streams are shed while many are refused and the engines are full, and no longer', () => {
  refuse(20)
  expect(shedder.refuses('a', { delayMs: 0 })).toBe(3)
  wait = undefined
  expect(shedder.refuses('a', { delayMs: 0 })).toBeUndefined()
  wait = 1
  expect(shedder.refuses('a', { delayMs: 0 })).toBe(1)
  now += 1000
  expect(shedder.refuses('a', { delayMs: 0 })).toBe(1)
  now += 1000
  expect(shedder.refuses('a', { delayMs: 0 })).toBeUndefined()
})

test('how long a stream has waited decides too', () => {
  refuse(20)
  wait = undefined
  expect(shedder.refuses('a', { delayMs: 499 })).toBeUndefined()
  expect(shedder.refuses('a', { delayMs: 500 })).toBe(7)
})

test('those that are shed count, so an overload that goes on is met without planning', () => {
  refuse(20)
  for (let second = 0; second < 5; second++) {
    for (let i = 0; i < 30; i++) {
      expect(shedder.refuses('a', { delayMs: 0 })).toBe(3)
      shedder.noteRefusal()
    }
    now += 1000
  }
})

test('after a pause, nothing is left of an earlier overload', () => {
  refuse(500)
  now += 10_000
  expect(shedder.refuses('a', { delayMs: 0 })).toBeUndefined()
})
