import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs'
import { readParagraphs, readScript } from './read-script.ts'
import { DEFAULT_ATTRIBUTES, type Marks, type Paragraph, type Script, textOf } from './script.ts'
import { changeParagraphs, createScript, writeScript } from './write-script.ts'

let lastId = 0
function paragraph(text: string, marks: Marks = {}, id = `p${++lastId}`): Paragraph {
  return { ...DEFAULT_ATTRIBUTES, id, speaker: 3, runs: text === '' ? [] : [{ text, marks }] }
}

function open(...paragraphs: readonly Paragraph[]): Doc {
  const doc = new Doc()
  createScript(doc, { title: 'Course', libraryIds: [], paragraphs })
  return doc
}

function copyOf(doc: Doc): Doc {
  const copy = new Doc()
  applyUpdate(copy, encodeStateAsUpdate(doc))
  return copy
}

function merge(...docs: readonly Doc[]): readonly (readonly string[])[] {
  for (const to of docs) for (const from of docs) applyUpdate(to, encodeStateAsUpdate(from))
  return docs.map((doc) => readScript(doc).paragraphs.map(textOf))
}

type Change = (paragraphs: readonly Paragraph[]) => readonly Paragraph[]

function change(doc: Doc, edit: Change): void {
  const all = readParagraphs(doc)
  changeParagraphs(doc, all, { from: 0, to: all.length, after: edit(readScript(doc).paragraphs) })
}

const withText = (one: Paragraph, text: string): Paragraph => ({
  ...one,
  runs: text === '' ? [] : [{ text, marks: {} }],
})
const split =
  (index: number, at: number): Change =>
  (all) => {
    const text = textOf(all[index]!)
    return all.toSpliced(index, 1, withText(all[index]!, text.slice(0, at)), paragraph(text.slice(at)))
  }
const join =
  (index: number): Change =>
  (all) =>
    all.toSpliced(index, 2, withText(all[index]!, textOf(all[index]!) + textOf(all[index + 1]!)))
const type =
  (index: number, at: number, text: string): Change =>
  (all) =>
    all.with(index, withText(all[index]!, textOf(all[index]!).slice(0, at) + text + textOf(all[index]!).slice(at)))
const move =
  (from: number, to: number): Change =>
  (all) =>
    all.toSpliced(from, 1).toSpliced(to, 0, all[from]!)

test('two people who split the same paragraph do not double its text', () => {
  const one = open(paragraph('one two three'))
  const two = copyOf(one)
  change(one, split(0, 4))
  change(two, split(0, 8))
  expect(merge(one, two)).toEqual([
    ['one ', 'two ', 'three'],
    ['one ', 'two ', 'three'],
  ])
})

test('what somebody types in a paragraph moves along, splits along and joins along', () => {
  const one = open(paragraph('a'), paragraph('bb'), paragraph('c'), paragraph('d'))
  const [two, three, four] = [copyOf(one), copyOf(one), copyOf(one)]
  change(one, move(1, 3))
  change(two, move(1, 3))
  change(three, type(1, 2, 'X'))
  change(four, split(1, 1))
  const merged = merge(one, two, three, four)
  expect(new Set(merged.map(String)).size).toBe(1)
  expect(merged[0]).toEqual(['a', 'c', 'd', 'b', 'bX'])
  change(one, join(3))
  change(two, type(4, 0, 'Y'))
  expect(merge(one, two)[0]).toEqual(['a', 'c', 'd', 'bYbX'])
})

test('paragraphs that several people add in one place are not mixed', () => {
  const one = open(paragraph('a'), paragraph('b'))
  const two = copyOf(one)
  for (const [doc, name] of [
    [one, 'x'],
    [two, 'y'],
  ] as const)
    for (const number of [1, 2, 3]) change(doc, (all) => all.toSpliced(number, 0, paragraph(`${name}${number}`)))
  const [merged] = merge(one, two)
  expect(['x1,x2,x3,y1,y2,y3', 'y1,y2,y3,x1,x2,x3']).toContain(merged!.slice(1, -1).join())
})

test('attributes and marks of different people merge, and those that a reader does not know stay', () => {
  const one = open(paragraph('very long text'))
  const [{ marker }] = readParagraphs(one) as readonly [ReturnType<typeof readParagraphs>[0]]
  marker!.set('mood', 'calm')
  one.getText('script').format(1, 4, { shout: true })
  const two = copyOf(one)
  change(one, ([first]) => [{ ...first!, pause: 2 }])
  change(two, ([first]) => [
    {
      ...first!,
      speaker: 9,
      runs: [
        { text: 'very ', marks: {} },
        { text: 'long', marks: { tempo: 0.8 } },
        { text: ' text', marks: {} },
      ],
    },
  ])
  merge(one, two)
  const [read] = readParagraphs(one)
  expect(read).toMatchObject({ pause: 2, speaker: 9 })
  expect(read!.runs.map(({ text, marks }) => [text, marks])).toEqual([
    ['very ', {}],
    ['long', { tempo: 0.8 }],
    [' text', {}],
  ])
  expect(read!.marker!.get('mood')).toBe('calm')
  expect(JSON.stringify(one.getText('script').toDelta())).toContain('shout')
})

test('text of a paragraph whose beginning somebody else deletes is kept', () => {
  const one = open(paragraph('first'), paragraph('second'))
  const two = copyOf(one)
  change(one, (all) => all.slice(1))
  change(two, type(0, 5, ' KEPT'))
  const merged = merge(one, two)
  expect(merged[0]).toEqual([' KEPT', 'second'])
  expect(merged[1]).toEqual(merged[0])
  change(one, ([first, ...rest]) => [{ ...first!, pause: 4 }, ...rest])
  expect(readScript(one).paragraphs[0]).toMatchObject({ pause: 4, runs: [{ text: ' KEPT' }] })
})

const script = fc
  .uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 8 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc
          .array(
            fc.record({
              text: fc.constantFrom('a', 'b', 'ab', '😀', '😁', ' '),
              marks: fc.constantFrom<Marks>({}, { tempo: 0.8 }, { pitch: 4, respell: 'ay' }),
            }),
            { maxLength: 4 },
          )
          .map((runs): Paragraph => ({ ...DEFAULT_ATTRIBUTES, id: `q${id}`, pause: runs.length, runs })),
      ),
    ),
  )
  .map((paragraphs): Script => ({ title: String(paragraphs.length), libraryIds: [], paragraphs }))

/** Runs as units, which say nothing of how the text is divided. */
const units = ({ title, paragraphs }: Script) => [
  title,
  paragraphs.map(({ runs, ...attributes }) => [
    attributes,
    runs.flatMap(({ text, marks }) => Array.from(text, (unit) => [unit, marks])),
  ]),
]

test('any script becomes any other one', () => {
  fc.assert(
    fc.property(fc.array(script, { minLength: 2, maxLength: 5 }), (scripts) => {
      const doc = open()
      for (const next of scripts) {
        writeScript(doc, next)
        expect(units(readScript(doc))).toEqual(units(next))
      }
    }),
    { numRuns: 500 },
  )
})

test('whatever several people make of a script, all of them see the same', () => {
  fc.assert(
    fc.property(script, fc.array(script, { minLength: 2, maxLength: 3 }), (first, others) => {
      const doc = open()
      writeScript(doc, first)
      const docs = others.map((other) => {
        const copy = copyOf(doc)
        writeScript(copy, other)
        return copy
      })
      merge(...docs)
      const [seen, ...rest] = docs.map((one) => readScript(one))
      for (const one of rest) expect(one).toEqual(seen)
      writeScript(docs[0]!, first)
      expect(units(readScript(docs[0]!))).toEqual(units(first))
    }),
    { numRuns: 500 },
  )
})

test('a long script is reversed, and comes back', () => {
  const all = Array.from({ length: 3000 }, (_, index) => paragraph(`Number ${index}.`))
  const doc = open(...all)
  change(doc, (before) => before.toReversed())
  expect(readScript(doc).paragraphs.map(textOf)).toEqual(all.toReversed().map(textOf))
  change(doc, (before) => before.toReversed())
  expect(readScript(doc).paragraphs.map(textOf)).toEqual(all.map(textOf))
})
