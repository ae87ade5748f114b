import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareScripts, type ParagraphDifference } from './compare-scripts.ts'
import { compareText } from './compare-text.ts'
import { parseRuns, printRuns } from './markup.ts'
import { DEFAULT_ATTRIBUTES, type Paragraph, type Script } from './script.ts'

function compare(before: Script, after: Script): readonly ParagraphDifference[] {
  const steps = compareScripts(before, after)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
const script = (paragraphs: readonly Paragraph[]): Script => ({ title: '', libraryIds: [], paragraphs })
const paragraph = (id: string, markup: string, attributes: Partial<Paragraph> = {}): Paragraph => ({
  ...DEFAULT_ATTRIBUTES,
  ...attributes,
  id,
  runs: parseRuns(markup),
})
const marked = (before: string, after: string) =>
  compareText(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind])
    .join('')

test.each([
  ['', '', ''],
  ['The same.', 'The same.', 'The same.'],
  ['', 'new', '[+new+]'],
  ['Wear a hat now.', 'Wear a red helmet now.', 'Wear a [-hat-][+red+] [+helmet +]now.'],
  ['It is on.', 'It is <tempo value="0.8">on</tempo>.', 'It is [+<tempo value="0.8">+]on[+</tempo>+].'],
  ['<pitch value="1">a</pitch>', '<pitch value="2">a</pitch>', '[-<pitch value="1">-][+<pitch value="2">+]a</pitch>'],
  ['naïve café', 'naive café', '[-naïve-][+naive+] café'],
])('the parts of %j and %j are whole tags and words', (before, after, expected) => {
  expect(marked(before, after)).toBe(expected)
})

test('the parts of any two texts make both of them', () => {
  const text = fc
    .array(fc.constantFrom('a', 'be', ' ', '<', '>', '<tempo value="2">', '😀', '\n', 'é'))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = compareText(before, after)
      const without = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map((part) => part.text)
          .join('')
      expect([without('added'), without('removed')]).toEqual([before, after])
    }),
  )
})

test('texts that have little in common are taken as a whole', () => {
  const words = (prefix: string) => Array.from({ length: 2000 }, (_, index) => `${prefix}${index}`).join(' ')
  expect(compareText(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})

describe('two scripts', () => {
  const before = script([
    paragraph('a', 'One.'),
    paragraph('b', 'Two.'),
    paragraph('c', 'Three.', { speaker: 1 }),
    paragraph('d', 'Four.'),
  ])
  const summary = (after: readonly Paragraph[]) =>
    compare(before, script(after)).map(({ id, kind, attributes }) => [id, kind, ...attributes])
  const [a, b, c, d] = before.paragraphs as [Paragraph, Paragraph, Paragraph, Paragraph]

  test.each<[string, readonly Paragraph[], unknown]>([
    ['nothing', [a, b, c, d], []],
    ['a new first one', [paragraph('x', 'New.'), a, b, c, d], [['x', 'added']]],
    [
      'removed ones, where they were',
      [a, { ...d, pause: 2 }],
      [
        ['b', 'removed'],
        ['c', 'removed'],
        ['d', 'changed', 'pause'],
      ],
    ],
    ['a removed last one', [a, b, c], [['d', 'removed']]],
    ['one that moved', [d, a, b, c], [['d', 'moved']]],
    ['one that moved and changed', [b, c, d, { ...a, level: 1 }], [['a', 'moved', 'level']]],
    ['another avatar', [a, b, { ...c, speaker: 2 }, d], [['c', 'changed', 'speaker']]],
    ['another text', [a, paragraph('b', 'Too.'), c, d], [['b', 'changed']]],
  ])('differ by %s', (_, after, expected) => {
    expect(summary(after)).toEqual(expected)
  })

  test('of any kind become each other by their differences', () => {
    const some = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { maxLength: 7 })
    const made = (ids: readonly string[], word: string) =>
      script(ids.map((id, index) => paragraph(id, index % 3 === 0 ? `${id} ${word}` : id)))
    fc.assert(
      fc.property(some, some, (one, other) => {
        const [old, fresh] = [made(one, 'old'), made(other, 'new')]
        const differences = new Map(compare(old, fresh).map((difference) => [difference.id, difference]))
        const untouched = one.filter((id) => !['removed', 'moved'].includes(differences.get(id)?.kind ?? ''))
        expect(other.filter((id) => !['added', 'moved'].includes(differences.get(id)?.kind ?? ''))).toEqual(untouched)
        for (const { id, runs } of fresh.paragraphs) {
          const parts = differences.get(id)?.parts ?? [
            { kind: 'same', text: printRuns(old.paragraphs.find((p) => p.id === id)!.runs).markup },
          ]
          expect(parts.flatMap(({ kind, text }) => (kind === 'removed' ? [] : text)).join('')).toBe(
            printRuns(runs).markup,
          )
        }
        expect(
          [...differences.values()]
            .filter(({ kind }) => kind === 'removed')
            .map(({ id }) => id)
            .toSorted(),
        ).toEqual(one.filter((id) => !other.includes(id)).toSorted())
      }),
    )
  })
})
