import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSequenceMatcher } from './sequence-matcher.ts'
import { splitMatchUnits } from './split-match-units.ts'

/** The matches as `sequence=text found`, in order. */
function found(sequences: readonly string[], text: string): readonly string[] {
  const matches = createSequenceMatcher(sequences).findAll(text)
  return matches.map(({ sequence, start, end }) => `${sequences[sequence]}=${text.slice(start, end)}`)
}

test.each<readonly [why: string, sequences: readonly string[], text: string, matches: readonly string[]]>([
  ['whole tokens only', ['AI'], 'SAID AI, A.I. AI2 2AI', ['AI=AI']],
  ['a possessive is no part of the word', ['AI'], "AI's AI’s", ['AI=AI', 'AI=AI']],
  ['but a negative contraction is one word', ['Don', 'can'], "don't can’t Don", ['Don=Don']],
  ['contractions match whatever their apostrophe', ["don't"], 'Don’t', ["don't=Don’t"]],
  [
    'numbers and signs',
    ['1099-MISC', 'P!nk', '&', '$'],
    'P!nk, 1099-misc & $5',
    ['P!nk=P!nk', '1099-MISC=1099-misc', '&=&', '$=$'],
  ],
  ['hyphens separate tokens', ['AI'], 'AI-based', ['AI=AI']],
  ['a sign between letters', ['&'], 'AT&T', ['&=&']],
  ['any case', ['sql'], 'SQL Sql sql', ['sql=SQL', 'sql=Sql', 'sql=sql']],
  ['the exact case wins', ['it', 'IT'], 'IT it It', ['IT=IT', 'it=it', 'it=It']],
  ['the first of equals wins', ['It', 'IT', 'It'], 'it It', ['It=it', 'It=It']],
  [
    'the longest wins',
    ['New', 'New York', 'New York City'],
    'new york city new york new',
    ['New York City=new york city', 'New York=new york', 'New=new'],
  ],
  ['left before longer', ['a b', 'b c d'], 'a b c d', ['a b=a b']],
  ['an unfinished longer sequence leaves the shorter', ['a b c x', 'b'], 'a b c y', ['b=b']],
  ['white space matches any white space', ['New York'], 'New \n York', ['New York=New \n York']],
  ['sequences are trimmed', [' AI '], 'an AI.', [' AI =AI']],
  ['blank sequences never match', ['', ' '], 'a b', []],
  ['letters whose small form is longer keep their place', ['x'], 'İİ x İx', ['x=x']],
  ['the dotted capital I matches itself', ['İstanbul'], 'in İstanbul', ['İstanbul=İstanbul']],
  ['both forms of an accent', ['caf\u00e9'], 'cafe\u0301', ['caf\u00e9=cafe\u0301']],
  ['both small sigmas', ['ΟΔΟΣ'], 'οδος οδοσ', ['ΟΔΟΣ=οδος', 'ΟΔΟΣ=οδοσ']],
  ['characters beyond 16 bits', ['🎉', '𝒳'], 'a🎉b 𝒳', ['🎉=🎉', '𝒳=𝒳']],
  ['combining marks belong to their letter', ['e'], 'e\u0301', []],
])('%s', (_why, sequences, text, matches) => {
  expect(found(sequences, text)).toEqual(matches)
})

/** What the matcher promises, written down without regard to speed. */
function findNaively(sequences: readonly string[], text: string): readonly string[] {
  const folds = sequences.map((sequence) => splitMatchUnits(sequence).map(({ fold }) => fold))
  const tokens = splitMatchUnits(text)
  const matches: string[] = []
  for (let at = 0; at < tokens.length; ) {
    const here = folds
      .map((fold, sequence) => ({ fold, sequence }))
      .filter(({ fold }) => fold.length > 0 && fold.every((token, i) => tokens[at + i]?.fold === token))
    const length = Math.max(0, ...here.map(({ fold }) => fold.length))
    const slice = text.slice(tokens[at]?.start, tokens[at + Math.max(length, 1) - 1]?.end)
    const longest = here.filter(({ fold }) => fold.length === length)
    const best = longest.find(({ sequence }) => sequences[sequence] === slice) ?? longest[0]
    if (best !== undefined) matches.push(`${sequences[best.sequence]}=${slice}`)
    at += Math.max(length, 1)
  }
  return matches
}

describe('any sequences and text', () => {
  const word = fc.constantFrom('a', 'b', 'A', "n't", '-', 'c1')
  const sequence = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))

  test('give what a search without an automaton gives', () => {
    fc.assert(
      fc.property(fc.array(sequence, { maxLength: 8 }), fc.array(word, { maxLength: 30 }), (sequences, words) => {
        expect(found(sequences, words.join(' '))).toEqual(findNaively(sequences, words.join(' ')))
      }),
    )
  })

  test('give matches in order, without overlap, between tokens', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.string({ unit: 'grapheme' }), (sequences, text) => {
        let last = 0
        for (const { start, end } of createSequenceMatcher([...sequences, ...Array.from(text)]).findAll(text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          expect(/[\p{L}\p{N}]$/u.test(text.slice(0, start)) && /^[\p{L}\p{N}]/u.test(text.slice(start))).toBe(false)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
