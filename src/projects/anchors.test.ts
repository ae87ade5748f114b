import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs'
import { type Anchor, anchorWords, locateAnchors, MAX_QUOTE_LENGTH, type SeenPlace } from './anchors.ts'
import { readParagraphs, readScript, TEXT } from './read-script.ts'
import { DEFAULT_ATTRIBUTES, type Paragraph, textOf } from './script.ts'
import { createScript, writeScript } from './write-script.ts'

const paragraph = (id: string, text: string): Paragraph => ({
  ...DEFAULT_ATTRIBUTES,
  id,
  runs: text === '' ? [] : [{ text, marks: {} }],
})

function open(...paragraphs: readonly Paragraph[]): Doc {
  const doc = new Doc()
  createScript(doc, { title: '', libraryIds: [], paragraphs })
  return doc
}

const change = (doc: Doc, ...paragraphs: readonly Paragraph[]): void =>
  writeScript(doc, { ...readScript(doc), paragraphs })

/** The words at an anchor. */
function wordsAt(doc: Doc, anchor: Anchor): string | undefined {
  const [place] = locateAnchors(doc, [anchor])
  if (place === undefined) return undefined
  const found = readScript(doc).paragraphs.find(({ id }) => id === place.paragraphId)
  return textOf(found!).slice(place.start, place.end)
}

const refusalOf = (doc: Doc, seen: SeenPlace): unknown => {
  try {
    return anchorWords(doc, seen)
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('words are found again when somebody writes around them, splits, joins and moves their paragraph', () => {
  const doc = open(paragraph('a', 'Wear your helmet today.'), paragraph('b', 'Thanks.'))
  const { anchor, quote } = anchorWords(doc, { paragraphId: 'a', start: 10, end: 16 })
  expect(quote).toBe('helmet')
  change(doc, paragraph('a', 'Please wear your best helmet today.'), paragraph('b', 'Thanks.'))
  expect(wordsAt(doc, anchor)).toBe('helmet')
  change(doc, paragraph('a', 'Please wear your best '), paragraph('c', 'helmet today.'), paragraph('b', 'Thanks.'))
  expect(locateAnchors(doc, [anchor])).toEqual([{ paragraphId: 'c', start: 0, end: 6 }])
  change(doc, paragraph('b', 'Thanks.'), paragraph('c', 'helmet today.'))
  expect(wordsAt(doc, anchor)).toBe('helmet')
  change(doc, paragraph('b', 'Thanks.'), paragraph('c', 'The today.'))
  expect(wordsAt(doc, anchor)).toBeUndefined()
})

test('what is written behind the words is not one of them, and what is written inside is', () => {
  const doc = open(paragraph('a', 'red'))
  const { anchor } = anchorWords(doc, { paragraphId: 'a', start: 0, end: 3 })
  const { textStart } = readParagraphs(doc)[0]!
  doc.getText(TEXT).insert(textStart + 3, ' wine')
  expect(wordsAt(doc, anchor)).toBe('red')
  doc.getText(TEXT).insert(textStart + 1, 'XX')
  expect(wordsAt(doc, anchor)).toBe('rXXed')
})

test('a quote that has moved is found at the nearest place, and one that is gone is refused', () => {
  const doc = open(paragraph('a', 'one two one two one'))
  const seen = { paragraphId: 'a', start: 9, end: 12, quote: 'one' }
  expect(wordsAt(doc, anchorWords(doc, seen).anchor)).toBe('one')
  expect(locateAnchors(doc, [anchorWords(doc, seen).anchor])).toEqual([{ paragraphId: 'a', start: 8, end: 11 }])
  expect(refusalOf(doc, { ...seen, quote: 'three' })).toBe('CONFLICT')
  expect(refusalOf(doc, { ...seen, quote: '' })).toBe('CONFLICT')
})

test.each([
  [{ paragraphId: 'x', start: 0, end: 1 }, 'NOT_FOUND'],
  [{ paragraphId: 'a', start: 0, end: 0 }, 'MISSING_ARGUMENT'],
  [{ paragraphId: 'a', start: 2, end: 1 }, 'MISSING_ARGUMENT'],
  [{ paragraphId: 'a', start: 0, end: 4 }, 'MISSING_ARGUMENT'],
])('%j is refused', (seen, code) => {
  expect(refusalOf(open(paragraph('a', 'abc')), seen)).toBe(code)
})

test('a long quote is cut between characters', () => {
  const doc = open(paragraph('a', '😀'.repeat(MAX_QUOTE_LENGTH)))
  const { quote } = anchorWords(doc, { paragraphId: 'a', start: 0, end: 2 * MAX_QUOTE_LENGTH })
  expect(quote.length).toBeLessThanOrEqual(MAX_QUOTE_LENGTH)
  expect(quote.isWellFormed()).toBe(true)
  expect(quote.endsWith('…')).toBe(true)
})

test.each(['', 'AAAA', '????', 'not base64', btoa('\u0001'.repeat(500))])('an anchor of %j leads nowhere', (text) => {
  const doc = open(paragraph('a', 'abc'))
  expect(locateAnchors(doc, [{ start: text, end: text }])).toEqual([undefined])
})

test('whatever is written, what is left of some words is found', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 6 })
  fc.assert(
    fc.property(
      letters,
      letters,
      fc.array(fc.tuple(letters, letters, fc.boolean()), { maxLength: 6 }),
      (before, behind, edits) => {
        const doc = open(paragraph('p', `${before}XYZ${behind}`), paragraph('q', 'end'))
        const { anchor } = anchorWords(doc, { paragraphId: 'p', start: before.length, end: before.length + 3 })
        const copy = new Doc()
        applyUpdate(copy, encodeStateAsUpdate(doc))
        let [head, word, tail] = [before, 'XYZ', behind]
        // One place at a time, as people write.
        for (const [nextHead, nextTail, shortens] of edits)
          for (const part of ['head', 'word', 'tail']) {
            if (part === 'head') head = nextHead
            else if (part === 'tail') tail = nextTail
            else if (shortens) word = word.slice(1)
            change(copy, paragraph('p', `${head}${word}${tail}`), paragraph('q', 'end'))
          }
        applyUpdate(doc, encodeStateAsUpdate(copy))
        for (const one of [doc, copy]) expect(wordsAt(one, anchor) ?? '').toContain(word)
      },
    ),
    { numRuns: 300 },
  )
})
