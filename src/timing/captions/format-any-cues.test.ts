import { parse } from '@plussub/srt-vtt-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatClock } from './format-clock.ts'
import { formatSrt } from './format-srt.ts'
import { formatVtt } from './format-vtt.ts'

/** Lines of any printable text, of which none is empty or could end its caption. */
const line = fc
  .string({ unit: fc.constantFrom(...Array.from('abc 123 <>&{}\\-.,:;!?"\'éß日😀/')), minLength: 1, maxLength: 30 })
  .map((one) => one.trim().replaceAll(/ +/g, ' '))
  .filter((one) => one !== '')
const cues = fc
  .array(
    fc.record({
      gap: fc.nat(5_000_000),
      length: fc.integer({ min: 1, max: 9000 }),
      lines: fc.array(line, { minLength: 1, maxLength: 2 }),
    }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((all) => {
    let now = 0
    return all.map(({ gap, length, lines }) => {
      const startMs = now + gap
      now = startMs + length
      return { startMs, endMs: now, lines }
    })
  })

const plainVtt = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replaceAll('\u2060', '')

test.each([
  ['SubRip', formatSrt, (text: string) => text.replaceAll('\u2060', '')],
  ['WebVTT', formatVtt, plainVtt],
])('any captions are read back from %s with their times and texts', (_format, format, plain) => {
  fc.assert(
    fc.property(cues, (all) => {
      const entries: readonly { from: number; to: number; text: string }[] = parse(format(all)).entries
      expect(entries.map(({ from, to }) => [from, to])).toEqual(all.map(({ startMs, endMs }) => [startMs, endMs]))
      expect(entries.map(({ text }) => plain(text))).toEqual(all.map(({ lines }) => lines.join('\n')))
    }),
    { numRuns: 150 },
  )
})

test('no caption holds what a player would take for a tag or for times', () => {
  fc.assert(
    fc.property(cues, (all) => {
      for (const block of formatVtt(all).split('\n\n').slice(1)) {
        const text = block.split('\n').slice(1).join('\n')
        expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
      }
      for (const block of formatSrt(all).split('\n\n')) {
        const text = block.split('\n').slice(2).join('\n')
        expect(text).not.toMatch(/<[A-Za-z/!]|\{\\|-->/)
      }
    }),
    { numRuns: 150 },
  )
})

test('a clock is read back to the millisecond', () => {
  fc.assert(
    fc.property(fc.nat(500 * 3_600_000), (milliseconds) => {
      const [hours, minutes, seconds] = formatClock(milliseconds).split(':').map(Number)
      expect(Math.round(1000 * (3600 * hours! + 60 * minutes! + seconds!))).toBe(milliseconds)
      expect(formatClock(milliseconds)).toMatch(/^\d{2,}:[0-5]\d:[0-5]\d\.\d{3}$/)
    }),
  )
})
