import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRuns, printRuns } from './markup.ts'
import type { Run } from './script.ts'
import { findTakes, markTake, readTakeMark, toTakeMark } from './takes.ts'

const plain = (text: string): Run => ({ text, marks: {} })
const TEXT = 'He left. Nobody saw it. Then it rained.'
const SENTENCE = { start: 9, end: 23 }
const words = TEXT.slice(SENTENCE.start, SENTENCE.end)
const taken = markTake([plain(TEXT)], SENTENCE, toTakeMark({ chosen: 2, kept: [1, 2] }, words))

test('a take is printed around its sentence, and those that are only kept are not spoken', () => {
  expect(printRuns(taken).markup).toBe('He left. <take value="2">Nobody saw it.</take> Then it rained.')
  expect(printRuns(taken, { keepsTakes: true }).markup).toBe(
    'He left. <take value="2" kept="1 2">Nobody saw it.</take> Then it rained.',
  )
  const usual = markTake(taken, SENTENCE, toTakeMark({ chosen: undefined, kept: [1, 2] }, words))
  expect(printRuns(usual).markup).toBe(TEXT)
  expect(printRuns(usual, { keepsTakes: true }).markup).toContain('<take kept="1 2">Nobody')
  expect(printRuns(markTake(taken, SENTENCE, undefined), { keepsTakes: true }).markup).toBe(TEXT)
})

test('whoever reads a script from its text speaks the same as the service', () => {
  const others = [
    taken,
    markTake(
      [plain('He left. '), { text: 'Nobody saw it.', marks: { tempo: 0.8 } }],
      SENTENCE,
      toTakeMark({ chosen: 3, kept: [3] }, words),
    ),
    markTake(taken, SENTENCE, toTakeMark({ chosen: undefined, kept: [1, 2] }, words)),
    // Its text has changed since, so the reading is not spoken.
    taken.map((run) => ({ ...run, text: run.text.replace('saw', 'heard') })),
  ]
  for (const runs of others) {
    const read = parseRuns(printRuns(runs, { keepsTakes: true }).markup)
    expect(printRuns(read).markup).toBe(printRuns(runs).markup)
  }
})

test('a take is around the tags of words, which are widened to whole words as before', () => {
  const slow = [
    plain('He left. '),
    { text: 'Nob', marks: {} },
    { text: 'ody', marks: { tempo: 0.8 } },
    plain(' saw it.'),
  ]
  const runs = markTake(slow, SENTENCE, toTakeMark({ chosen: 5, kept: [] }, words))
  expect(printRuns(runs).markup).toBe('He left. <take value="5"><tempo value="0.8">Nobody</tempo> saw it.</take>')
})

describe('a take no longer fits', () => {
  const change = (edit: (runs: readonly Run[]) => readonly Run[]) => printRuns(edit(taken)).markup
  const typeAt = (runs: readonly Run[], text: string, marks: Run['marks']) =>
    runs.flatMap((run) =>
      run.text === words
        ? [
            { ...run, text: 'Nobody ' },
            { text, marks },
            { ...run, text: 'saw it.' },
          ]
        : [run],
    )
  const { marks } = taken[1]!

  test('when somebody writes in its sentence, with this release or with an older one', () => {
    expect(change((runs) => typeAt(runs, 'else ', marks))).toBe('He left. Nobody else saw it. Then it rained.')
    expect(change((runs) => typeAt(runs, 'else ', {}))).toBe('He left. Nobody else saw it. Then it rained.')
  })

  test('when its sentence is cut, until it is whole again', () => {
    const cut = [{ text: 'Nobody ', marks }]
    expect(printRuns(cut).markup).toBe('Nobody ')
    expect(printRuns([...cut, { text: 'saw it.', marks }]).markup).toBe('<take value="2">Nobody saw it.</take>')
  })

  test('and does so when others write elsewhere', () => {
    expect(change((runs) => [plain('Oh. '), ...runs, plain(' And so on.')])).toBe(
      'Oh. He left. <take value="2">Nobody saw it.</take> Then it rained. And so on.',
    )
  })
})

test('the same words twice in a row have takes of their own', () => {
  const mark = (seed: number) => toTakeMark({ chosen: seed, kept: [] }, 'No.')
  const twice = [
    { start: 0, end: 3 },
    { start: 4, end: 7 },
  ]
  const runs = twice.reduce((all, place) => markTake(all, place, mark(3)), [plain('No. No.')] as readonly Run[])
  expect(printRuns(runs).markup).toBe('<take value="3">No.</take> <take value="3">No.</take>')
  const other = markTake(runs, { start: 4, end: 7 }, mark(4))
  expect(printRuns(other).markup).toBe('<take value="3">No.</take> <take value="4">No.</take>')
})

test('values of later releases are no takes, and stay', () => {
  for (const value of ['2;1,2', '2;1,2;x;y', 'reading', 7, '', '-1;;abc'])
    expect(readTakeMark(value, words)).toBeUndefined()
  const runs = [{ text: words, marks: { take: 'of a later release' } }]
  expect(printRuns(runs).markup).toBe(words)
})

test('what is printed is read back', () => {
  const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 })
  const takes = fc.record({ chosen: fc.option(seed, { nil: undefined }), kept: fc.uniqueArray(seed, { maxLength: 5 }) })
  const sentence = fc.tuple(
    fc.constantFrom('No', 'One < two & <b> &amp; <take value="1">', 'Ü “quoted”', '😀 x', '</take>'),
    takes,
    fc.constantFrom<Run['marks']>({}, { tempo: 0.8 }, { respell: 'ay', pitch: 4 }),
  )
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1, maxLength: 4 }), (sentences) => {
      const runs = sentences.flatMap(([text, take, marks]) => {
        const mark = toTakeMark(take, `${text}.`)
        return [{ text: `${text}.`, marks: mark === undefined ? marks : { ...marks, take: mark } }, plain(' ')]
      })
      const again = parseRuns(printRuns(runs, { keepsTakes: true }).markup)
      expect(findTakes(again)).toEqual(findTakes(runs))
      expect(again.map(({ text }) => text).join('')).toBe(runs.map(({ text }) => text).join(''))
    }),
  )
})
