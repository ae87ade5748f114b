import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PlaybackClock } from './playback-clock.ts'

test('audio is played as it comes, without the time in which there is none', () => {
  const clock = new PlaybackClock()
  expect([clock.sentMs, clock.playedMs(0), clock.aheadMs(0)]).toEqual([0, 0, 0])
  clock.send(100, 1000)
  clock.send(100, 1010)
  expect([clock.sentMs, clock.playedMs(1050), clock.aheadMs(1050)]).toEqual([200, 50, 150])
  // All of it was played by 1200; the next audio is late.
  expect(clock.playedMs(5000)).toBe(200)
  clock.send(50, 5000)
  expect([clock.playedMs(5020), clock.aheadMs(5020)]).toEqual([220, 30])
})

test('never more is played than was sent, and never less than before', () => {
  const steps = fc.array(fc.record({ wait: fc.nat(500), length: fc.nat(300) }), { maxLength: 30 })
  fc.assert(
    fc.property(steps, (list) => {
      const clock = new PlaybackClock()
      let [now, played] = [0, 0]
      for (const { wait, length } of list) {
        now += wait
        const next = clock.playedMs(now)
        expect(next).toBeGreaterThanOrEqual(played)
        expect(next - played).toBeLessThanOrEqual(wait)
        played = next
        clock.send(length, now)
        expect(clock.playedMs(now) + clock.aheadMs(now)).toBe(clock.sentMs)
      }
    }),
  )
})
