import { expect, test } from 'vitest'
import { measureSlowness } from './measure-slowness.ts'

/** Words of 1 s at tempo 1, that last as many steps of 0.1 s as come nearest. */
function spansAt(tempos: readonly number[]) {
  let at = 0
  return tempos.map((tempo) => {
    const startSeconds = at
    at += Math.round(10 / tempo) / 10
    return { startSeconds, endSeconds: at }
  })
}

const slownessAt = (tempos: readonly number[], neutralTempo = 1) =>
  measureSlowness(spansAt(tempos), { tempos, neutralTempo, timeAt: (rate) => spansAt(tempos.map(() => rate)) })

test('measures nothing where no tempo is asked for', () => {
  const timeAt = () => expect.fail('it has spoken again')
  expect(measureSlowness(spansAt([1.2, 1.2]), { tempos: [1.2, 1.2], neutralTempo: 1.2, timeAt })).toEqual([1, 1])
})

test('finds how much too long each stretch of one tempo is', () => {
  const [first, second, third, last] = slownessAt([1, 2.3, 2.3, 0.8])
  expect(first).toBe(1)
  expect(second).toBeCloseTo(0.8 / (2 / 2.3), 6)
  expect(third).toBe(second)
  expect(last).toBeCloseTo(1.3 / 1.25, 1)
})

test('compares with what is heard at the tempo of the voice', () => {
  // At 1.6, a word lasts 0.6 s instead of 0.625.
  expect(slownessAt([1.6, 3.2], 1.6)[1]).toBeCloseTo(0.3 / 0.3, 6)
})

test('leaves a difference that is not heard', () => {
  expect(slownessAt([1, 10 / 9.98])).toEqual([1, 1])
})
