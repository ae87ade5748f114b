import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkup } from '../markup/parse-markup.ts'
import { printMarkup } from '../markup/print-markup.ts'
import { layOutRuns } from '../markup/tree/lay-out-runs.ts'
import type { MarkupRun } from '../markup/tree/markup-run.ts'
import { applyReplacements } from './apply-replacements.ts'
import { createReplacementSet, type ReplacementLibrary } from './replacement-set.ts'

/** A library of `original: text`; a text between colons is phonetic. */
function library(libraryId: string, entries: Readonly<Record<string, string>>): ReplacementLibrary {
  const replacements = Object.entries(entries).map(([original, replacementText]) => {
    const isPhoneticRespelling = replacementText.startsWith('::')
    return { replacementId: `${libraryId}/${original}`, original, replacementText, isPhoneticRespelling, enabled: true }
  })
  return { libraryId, replacements }
}

function runsOf(source: string, ...libraries: readonly ReplacementLibrary[]): readonly MarkupRun[] {
  return layOutRuns(applyReplacements(parseMarkup(source, { ssml: false }), createReplacementSet(libraries)))
}

function ssmlRunsOf(source: string, ...libraries: readonly ReplacementLibrary[]): readonly MarkupRun[] {
  return layOutRuns(applyReplacements(parseMarkup(source, { ssml: true }), createReplacementSet(libraries)))
}

/** What is spoken: replaced stretches as `[text]` or `[text /sounds/]`, respellings as `/sounds/`. */
function spoken(source: string, ...libraries: readonly ReplacementLibrary[]): string {
  const parts = runsOf(source, ...libraries).map((run) => {
    if (run.kind !== 'text' && run.kind !== 'pronounced') return `<${run.kind}>`
    if (run.kind === 'text') return run.replacement === undefined ? run.text : `[${run.text}]`
    const sounds = `/${run.pronunciations.map((sound) => sound.join(' ')).join(' | ')}/`
    return run.replacement === undefined ? sounds : `[${run.text} ${sounds}]`
  })
  return parts.join('')
}

const main = library('main', { AI: 'artificial intelligence', tuple: '::TUH-puhl::', 'New York': '::NOO:: ::YORK::' })

test.each([
  ['AI said: ai.', '[artificial intelligence] said: [artificial intelligence].'],
  ['SAID', 'SAID'],
  ['a tuple', 'a [tuple /T AH1 P AH0 L/]'],
  ["the tuple's end", "the [tuple's /T AH1 P AH0 L Z/] end"],
  ['New York’s', '[New York’s /N UW1 | Y AO1 R K S/]'],
  ["AI's", "[artificial intelligence]'s"],
  ['new\nyork', '[new\nyork /N UW1 | Y AO1 R K/]'],
  ['::AY:: <respell value="AY">AI</respell>', '/EY1/ /EY1/'],
  ['<tempo value="2">AI</tempo> is', '[artificial intelligence] is'],
  ['New <tempo value="2">York</tempo>', 'New York'],
  ['<tempo value="2" note="AI">x</tempo>', 'x'],
])('%s is spoken as %s', (source, expected) => {
  expect(spoken(source, main)).toBe(expected)
})

describe('several libraries', () => {
  const first = library('first', { 'New York': 'one', a: 'b' })
  const second = library('second', { 'New York City': 'two', b: 'c', city: 'three' })

  test('are applied in the order named', () => {
    expect(spoken('New York City', first, second)).toBe('[one] [three]')
    expect(spoken('New York City', second, first)).toBe('[two]')
  })

  test('do not search what an earlier one put in', () => {
    expect(spoken('a b', first, second)).toBe('[b] [c]')
    expect(spoken('a b', second, first)).toBe('[b] [c]')
  })
})

test.each([
  ['500', 'a 500, b', 'a [X], b'],
  ['500', 'It is 500.', 'It is [X].'],
  ['500', '500-1', '[X]-1'],
  ['500', '1,500 and 500.5 and 1.500', '1,500 and 500.5 and 1.500'],
  ['1,500', 'a 1,500 b', 'a [X] b'],
  ['3.5GHz', '3.5GHz, 13.5GHz', '[X], 13.5GHz'],
  ['v1', 'v1 v1.2', '[X] v1.2'],
])('%s in "%s" is found as a whole number', (original, source, expected) => {
  expect(spoken(source, library('numbers', { [original]: 'X' }))).toBe(expected)
})

test('a disabled replacement does nothing', () => {
  const [entry] = main.replacements
  const off: ReplacementLibrary = { libraryId: 'off', replacements: entry ? [{ ...entry, enabled: false }] : [] }
  expect(spoken('AI', off)).toBe('AI')
})

test('a replaced run stands for the span of the original and names its source', () => {
  expect(runsOf('İ AI x', main)).toEqual([
    { kind: 'text', text: 'İ ', mapping: 'exact', span: { start: 0, end: 2 }, delivery: expect.anything() },
    {
      kind: 'text',
      text: 'artificial intelligence',
      mapping: 'whole',
      span: { start: 2, end: 4 },
      delivery: { tempo: 1, loudness: 0, pitch: 0 },
      replacement: { libraryId: 'main', replacementId: 'main/AI', original: 'AI' },
    },
    { kind: 'text', text: ' x', mapping: 'exact', span: { start: 4, end: 6 }, delivery: expect.anything() },
  ])
})

test('decoded text is searched, and the span is that of what was written', () => {
  const source = 'At AT&amp;T &amp; co, caf&#233;.'
  const firms = library('firms', { 'AT&T': 'a tee and tee', café: '::ka-FAY::' })
  const runs = ssmlRunsOf(source, firms).map((run) => [
    'text' in run ? run.text : run.kind,
    source.slice(run.span.start, run.span.end),
  ])
  expect(runs).toEqual([
    ['At ', 'At '],
    ['a tee and tee', 'AT&amp;T'],
    [' ', ' '],
    ['&', '&amp;'],
    [' co, ', ' co, '],
    ['café', 'caf&#233;'],
    ['.', '.'],
  ])
})

test('what SSML already says how to speak is left alone', () => {
  const source =
    '<say-as interpret-as="characters">AI</say-as> <sub alias="x">AI</sub> <phoneme ph="aɪ">AI</phoneme> <s>AI</s>'
  expect(ssmlRunsOf(source, main).filter((run) => run.replacement !== undefined)).toMatchObject([
    { span: { start: source.lastIndexOf('AI'), end: source.lastIndexOf('AI') + 2 } },
  ])
})

test('the possessive after sounds follows the last of them', () => {
  const names = library('names', { Liz: '::LIHZ::', Mark: '::MARK::', Bo: '::BOH::' })
  expect(spoken("Liz's Mark's Bo's", names)).toBe("[Liz's /L IH1 Z IH0 Z/] [Mark's /M AA1 R K S/] [Bo's /B OW1 Z/]")
})

test('replacing never loses or moves a character of the caller', () => {
  const word = fc.constantFrom(
    'AI',
    'tuple',
    'New',
    'York',
    ' ',
    '.',
    "'s",
    '::UHP::',
    '<3',
    'İ',
    ' <tempo value="2">AI</tempo> ',
  )
  fc.assert(
    fc.property(fc.array(word.map((text) => `${text} `)), (words) => {
      const tree = parseMarkup(words.join(''), { ssml: false })
      expect(printMarkup(applyReplacements(tree, createReplacementSet([main])))).toBe(printMarkup(tree))
    }),
  )
})

test.each([
  [{ replacementText: 'a мир', isPhoneticRespelling: false }, 'no voice reads the character U+043C'],
  [{ replacementText: 'tuple', isPhoneticRespelling: true }, 'no syllable is in capitals'],
])('a stored replacement that no voice can read is named when it is used, and only then: %j', (text, problem) => {
  const replacement = { replacementId: 'r1', original: 'tuple', enabled: true, ...text }
  const broken: ReplacementLibrary = { libraryId: 'l1', replacements: [replacement] }
  expect(spoken('another word', broken)).toBe('another word')
  const named = 'Cannot use replacement r1 for "tuple" of library l1: '
  const use = (): string => spoken('a tuple', broken)
  expect(use).toThrow(expect.objectContaining({ code: 'INVALID_TEXT' }))
  expect(use).toThrow(named)
  expect(use).toThrow(problem)
})
