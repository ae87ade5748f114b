import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breakLines, countCharacters } from './break-lines.ts'
import { createTextRuler } from './create-text-ruler.ts'

const shown = fc
  .tuple(
    fc.constantFrom('a', 'word', 'a longer word', '🙂🙂', 'x'.repeat(20), 'y'.repeat(43)),
    fc.constantFrom(' ', ' ', ''),
  )
  .map(([text, space]) => text + space)

test('measures what breaking the lines would give', () => {
  fc.assert(
    fc.property(fc.array(shown, { minLength: 1, maxLength: 20 }), fc.nat(19), fc.nat(19), (texts, one, other) => {
      const words = texts.map((text) => ({ shown: text, startMs: 0, endMs: 1, sentence: 0 }))
      const start = Math.min(one, other, words.length - 1)
      const end = Math.min(Math.max(one, other), words.length - 1) + 1
      const text = texts.slice(start, end).join('').trim()
      const lines = breakLines(text)
      const ruler = createTextRuler(words)
      expect(ruler.count({ start, end })).toBe(countCharacters(text))
      expect(ruler.fits({ start, end })).toBe(lines.length <= 2 && lines.every((line) => countCharacters(line) <= 42))
    }),
    { numRuns: 2000 },
  )
})
