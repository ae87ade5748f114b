import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MarkupSyntaxError } from '../../errors.ts'
import { parseMarkup } from './parse-markup.ts'
import { printMarkup } from './print-markup.ts'
import type { MarkupOptions } from './tokens/tokenize-markup.ts'
import { layOutRuns } from './tree/lay-out-runs.ts'
import type { MarkupTree } from './tree/markup-tree.ts'
import { walkMarkup } from './tree/walk-markup.ts'

const FRAGMENTS = [
  ['a', 'B', '1', ' ', '.', "'", '-', '\n', 'é', '🎉', '\ud800', ':', '::', '<', '>', '/', '&', '"', '='],
  ['::UHP::', '::TUH-puhl::', '::a::', '::A1::', ' and ', '<respell value="UHP">', '</respell>'],
  ['<tempo value="1.5">', "<PITCH value = '+5' >", '<loudness value="-4"/>', '</tempo>', '</pitch>', '<tempo'],
  ['&amp;', '&#58;', '&lt;', '&#x1F389;', '&x', '<!-- x -->', '<![CDATA[<::a]]>', '<?xml?>', '<speak>', '</speak>'],
  ['<s>', '</s>', '<p>', '</p>', '<break/>', '<prosody rate="fast" pitch="+2st">', '</prosody>', '<emphasis>'],
  ['</emphasis>', '<sub alias="x &quot;&amp; y\'">', '</sub>', '<phoneme ph="ʌp">', '</phoneme>', '<voice>'],
  [
    '</voice>',
    '<voice name="x">',
    '<mark name="m"/>',
    '<audio/>',
    '<say-as interpret-as="date">',
    '</say-as>',
    '<think>',
    '</think>',
  ],
  ['[sighs]', '<desc>', '</desc>', '<break time="1s">', '</break>', '<sub>', '<mark>', '</mark>', '<math>', '<mi>'],
].flat()

/** Elements with something inside, so that most texts are well formed. */
const { wellFormed } = fc.letrec<{ wellFormed: string; part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    {
      arbitrary: fc.constantFrom(
        'a ',
        ' b',
        '. ',
        ' ::UHP:: ',
        ' < ',
        ' & ',
        ' AT&amp;T ',
        ' &#58;:UHP:: ',
        ' <!-- x --> ',
        ' 🎉 ',
        "don't",
      ),
      weight: 6,
    },
    {
      arbitrary: fc.constantFrom(
        ' <respell value="OO">you</respell> ',
        ' <sub alias="&lt;">&lt;</sub> ',
        ' <break time="1s"/> ',
      ),
      weight: 3,
    },
    { arbitrary: tie('wellFormed').map((inner) => ` <tempo value=" 2">${inner}</tempo> `), weight: 1 },
    { arbitrary: tie('wellFormed').map((inner) => ` <PITCH value='-3' x="y">${inner}</PITCH> `), weight: 1 },
    { arbitrary: tie('wellFormed').map((inner) => ` <prosody volume='soft'>${inner}</prosody> `), weight: 1 },
    { arbitrary: tie('wellFormed').map((inner) => ` <p><s>${inner}</s></p> `), weight: 1 },
  ),
  wellFormed: fc.array(tie('part'), { minLength: 1, maxLength: 6, size: 'max' }).map((parts) => parts.join('')),
}))

const anySource = fc.oneof(
  { arbitrary: wellFormed, weight: 4 },
  { arbitrary: fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 25 }).map((parts) => parts.join('')), weight: 2 },
  { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
)
const anyOptions = fc.record({ ssml: fc.boolean(), door: fc.constantFrom(undefined, { cues: false }, { cues: true }) })

/** The tree, or undefined if the markup is refused in the way that it has to be. */
function tryToParse(source: string, options: MarkupOptions): MarkupTree | undefined {
  try {
    return parseMarkup(source, options)
  } catch (error) {
    if (!(error instanceof MarkupSyntaxError) || error.code !== 'INVALID_TEXT') throw error
    if (error.offset < 0 || error.offset >= source.length) throw new Error(`Offset ${error.offset} is outside`)
    return undefined
  }
}

/** All of a tree but the places in the source. */
function contentOf(tree: MarkupTree): readonly unknown[] {
  return Array.from(walkMarkup(tree), (step) => {
    if (step.kind === 'leave') return 'leave'
    const { span: _span, ...content } = step.node
    return { ...content, places: undefined, children: undefined }
  })
}

test('any text is understood, or refused with a place inside it', () => {
  fc.assert(
    fc.property(anySource, anyOptions, (source, options) => {
      const tree = tryToParse(source, options)
      expect(tree?.source ?? source).toBe(source)
    }),
    { numRuns: 400 },
  )
})

test('a printed tree gives the same tree again', () => {
  fc.assert(
    fc.property(anySource, anyOptions, (source, options) => {
      const tree = tryToParse(source, options)
      if (tree === undefined) return
      const printed = printMarkup(tree)
      const again = parseMarkup(printed, options)
      expect(contentOf(again)).toEqual(contentOf(tree))
      expect(printMarkup(again)).toBe(printed)
    }),
    { numRuns: 400 },
  )
})

test('runs stand in order inside the source, and exact ones are slices of it', () => {
  fc.assert(
    fc.property(anySource, anyOptions, (source, options) => {
      const tree = tryToParse(source, options)
      let last = 0
      for (const run of tree === undefined ? [] : layOutRuns(tree)) {
        const { start, end } = run.span
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThanOrEqual(start)
        expect(end).toBeLessThanOrEqual(source.length)
        const slice = run.kind === 'text' && run.mapping === 'exact' ? run.text : source.slice(start, end)
        expect(slice).toBe(source.slice(start, end))
        last = end
      }
    }),
    { numRuns: 400 },
  )
})

test('plain text loses no character in its runs', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const source = text.replaceAll(/[<:]/g, ' ')
      const runs = layOutRuns(parseMarkup(source, { ssml: false }))
      expect(runs.map((run) => (run.kind === 'text' ? run.text : '')).join('')).toBe(source)
    }),
  )
})

/** These end in time only if the work grows with the length of the text and not faster, and nothing recurses. */
describe('a long text is read in one go', () => {
  const repeat = (unit: string, length = 200_000): string => unit.repeat(Math.ceil(length / unit.length))

  const UNITS = [
    ['<', '</', ':', '::', '::a', '::a ', '::UHP:: ', '::A-::', 'a', 'é', "'", '&', '&amp;', '&amp;a', '&#', '&#65;'],
    ['<tempo', '<tempo ', '<tempo value="1">', '<tempo value="1"></tempo> ', '</tempo>', '<tempo value=\'1"', '<a '],
    ['<!--', '<!-- -->', '<![CDATA[a]]>', '<?', '<s>', '<prosody>', '<prosody><emphasis>', '<break/>'],
    [
      '<voice>',
      '<voice name="x">a</voice> ',
      '<desc>',
      '<desc></desc>',
      '<mark name="a"/>',
      '<speak>',
      '<think>',
      '[',
      '[sighs]',
      '<sub>',
      '<sub alias="a b c d">x<b></b>y</sub>',
    ],
  ].flat()

  test.each(UNITS)('of %j', (unit) => {
    for (const options of [{ ssml: false }, { ssml: true }, { ssml: false, door: { cues: true } }]) {
      const source = repeat(unit)
      const tree = tryToParse(source, options)
      const runs = tree === undefined ? [] : layOutRuns(tree)
      expect(runs.length).toBeLessThanOrEqual(source.length)
      // An alias is written in the text, and is said once.
      const characters = runs.reduce((sum, run) => sum + ('text' in run ? run.text.length : 0), 0)
      expect(characters).toBeLessThanOrEqual(source.length)
      expect(tree === undefined || parseMarkup(printMarkup(tree), options) !== undefined).toBe(true)
    }
  })

  test.each(['<', '::', '<tempo value="1">', '<tempo'])('of a megabyte of %j', (unit) => {
    const source = repeat(unit, 1_000_000)
    const tree = tryToParse(source, { ssml: false })
    expect(tree === undefined ? [] : layOutRuns(tree)).toHaveLength(tree === undefined ? 0 : 1)
  })

  test.each([
    ['nested tags', `${'<prosody rate="110%">'.repeat(30_000)}a${'</prosody>'.repeat(30_000)}`],
    ['a respelling', `::${repeat('TUH-')}TUH::`],
    ['a respelling in one syllable', `::${repeat('A')}::`],
    ['a tag value', `<respell value="${repeat('tuh-')}TUH">a</respell>`],
    ['white space in a tag', `<tempo${repeat(' ')}value${repeat(' ')}=${repeat(' ')}"1">a</tempo>`],
    ['attributes', `<prosody ${Array.from({ length: 20_000 }, (_, i) => `a${i}="1"`).join(' ')}>a</prosody>`],
    ['sounds', `<phoneme ph="${repeat('tʃʌ')}">a</phoneme>`],
    ['a word with entities', `a${repeat("'&#97;")}`],
  ])('of %s', (_what, source) => {
    const runs = layOutRuns(parseMarkup(source, { ssml: true }))
    expect(runs).toHaveLength(1)
  })
})
