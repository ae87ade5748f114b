import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatClock } from './format-clock.ts'
import { makeCue, type ShownWord, timeCue } from './make-cue.ts'

const word = (shown: string, startMs: number, endMs: number): ShownWord => ({ shown, startMs, endMs, sentence: 0 })

/** Two words, the second so much later. */
function timed({ endMs, nextMs, characters }: { endMs: number; nextMs: number; characters: number }) {
  const words = [word('a ', 1000, endMs), word('b', nextMs, nextMs + 100)]
  return timeCue({ words, durationMs: nextMs + 5000 }, { start: 0, end: 1, characters })
}

describe('a caption', () => {
  test('comes exactly with its first word', () => {
    expect(timed({ endMs: 3000, nextMs: 9000, characters: 4 }).startMs).toBe(1000)
  })

  test('goes with its last word if that gave time enough to read it', () => {
    expect(timed({ endMs: 3000, nextMs: 9000, characters: 40 }).endMs).toBe(3000)
  })

  test('stays a second at least', () => {
    expect(timed({ endMs: 1200, nextMs: 9000, characters: 1 }).endMs).toBe(2000)
  })

  test('stays until 20 characters a second have been read', () => {
    expect(timed({ endMs: 1200, nextMs: 9000, characters: 50 }).endMs).toBe(3500)
    expect(timed({ endMs: 1200, nextMs: 9000, characters: 51 }).endMs).toBe(3550)
  })

  test('gives way to the next one', () => {
    expect(timed({ endMs: 1200, nextMs: 1700, characters: 80 }).endMs).toBe(1700)
  })

  test.each([
    [3500, 3500],
    [3501, 3000],
  ])('stays for a pause of half a second and no longer: the next one comes at %i', (nextMs, endMs) => {
    expect(timed({ endMs: 3000, nextMs, characters: 4 }).endMs).toBe(endMs)
  })

  test('never goes before its last word has ended, also if words overlap', () => {
    expect(timed({ endMs: 3000, nextMs: 2900, characters: 4 }).endMs).toBe(3000)
  })

  test('at the end stays until the speech does, if that is near', () => {
    const words = [word('a', 1000, 3000)]
    const range = { start: 0, end: 1, characters: 1 }
    expect(timeCue({ words, durationMs: 3400 }, range).endMs).toBe(3400)
    expect(timeCue({ words, durationMs: 4000 }, range).endMs).toBe(3000)
  })

  test('lasts a millisecond at least', () => {
    const words = [word('a', 1000, 1000)]
    expect(timeCue({ words, durationMs: 1000 }, { start: 0, end: 1, characters: 1 })).toEqual({
      startMs: 1000,
      endMs: 1001,
    })
  })

  test('shows its words as they are written, without space around them', () => {
    const words = [word('“Well, ', 0, 400), word('I ', 400, 500), word('never!” ', 500, 900), word('Next', 2000, 2500)]
    expect(makeCue({ words, durationMs: 3000 }, { start: 0, end: 3 }).lines).toEqual(['“Well, I never!”'])
    expect(makeCue({ words, durationMs: 3000 }, { start: 3, end: 4 }).lines).toEqual(['Next'])
  })

  test('counts characters as they are seen when it decides how long they take to read', () => {
    const plain = [word('x'.repeat(30), 0, 100)]
    const coded = [word('👍'.repeat(30), 0, 100)]
    const endOf = (words: readonly ShownWord[]) => makeCue({ words, durationMs: 9000 }, { start: 0, end: 1 }).endMs
    expect(endOf(plain)).toBe(1500)
    expect(endOf(coded)).toBe(1500)
  })
})

test('captions of one speech follow one another, whatever the times of words are', () => {
  const gaps = fc.array(fc.record({ pause: fc.nat(3000), length: fc.integer({ min: 1, max: 1500 }) }), {
    minLength: 2,
    maxLength: 12,
  })
  fc.assert(
    fc.property(gaps, (lengths) => {
      let at = 0
      const words = lengths.map(({ pause, length }) => {
        const startMs = at + pause
        at = startMs + length
        return word('word ', startMs, at)
      })
      const cues = words.map((_, i) => makeCue({ words, durationMs: at }, { start: i, end: i + 1 }))
      for (const [i, { startMs, endMs }] of cues.entries()) {
        expect(startMs).toBe(words[i]!.startMs)
        expect(endMs).toBeGreaterThanOrEqual(words[i]!.endMs)
        expect(endMs).toBeLessThanOrEqual(words[i + 1]?.startMs ?? at)
      }
    }),
  )
})

test.each([
  [0, '00:00:00.000'],
  [7, '00:00:00.007'],
  [999, '00:00:00.999'],
  [1000, '00:00:01.000'],
  [59_999, '00:00:59.999'],
  [60_000, '00:01:00.000'],
  [3_599_999, '00:59:59.999'],
  [3_600_000, '01:00:00.000'],
  [360_000_000, '100:00:00.000'],
])('%i ms are %s on the clock', (milliseconds, clock) => {
  expect(formatClock(milliseconds)).toBe(clock)
})
