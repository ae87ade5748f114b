import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GOLDEN_TEXTS } from '../../../test/golden/texts.ts'
import { sampleEverydaySentences } from '../../../test/support/everyday-tables.ts'
import { NORA, PLANNING } from '../../../test/support/planning-data.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import { createReplacementSet } from '../../text/replacements/replacement-set.ts'
import { takeSteps } from '../../text/steps.ts'
import type { WrittenWord } from '../../text/written/write-words.ts'
import { createGrowingSpeech as createInSteps, type GrowingSpeechRequest, type SpeechPart } from './growing-speech.ts'
import { prepareSpeech } from './plan-speech.ts'

const { libraries } = createReplacementSet([
  {
    libraryId: 'names',
    replacements: [
      { original: 'Yahoo! Inc', replacementText: 'the search company', isPhoneticRespelling: false },
      { original: 'Siobhan', replacementText: 'shuh-VAWN', isPhoneticRespelling: true },
      { original: 'the train', replacementText: 'the fast train', isPhoneticRespelling: false },
    ].map((entry, index) => ({ ...entry, replacementId: String(index), enabled: true })),
  },
])

const REQUEST: GrowingSpeechRequest = { voice: NORA, libraries, ssml: false, startAt: 'sentence' }

/** A growing speech whose methods take all steps at once. */
type EagerSpeech = {
  readonly add: (text: string) => SpeechPart | undefined
  readonly finish: () => SpeechPart | undefined
  readonly warnings: readonly string[]
}

function createGrowingSpeech(request: GrowingSpeechRequest): EagerSpeech {
  const speech = createInSteps(request, PLANNING)
  return {
    add: (text: string) => takeSteps(speech.add(text)),
    finish: () => takeSteps(speech.finish()),
    get warnings() {
      return speech.warnings
    },
  }
}

type Whole = { readonly segments: readonly Segment[]; readonly words: readonly WrittenWord[] }

function planWhole(text: string, ssml = false): Whole {
  const { plan } = prepareSpeech({ ...REQUEST, ssml, text }, PLANNING)
  return { segments: plan.segments, words: plan.words }
}

/** Feeds a text in pieces; `parts` are those that were given before the end. */
function grow(
  pieces: readonly string[],
  options: Partial<GrowingSpeechRequest> = {},
): Whole & { readonly parts: readonly SpeechPart[] } {
  const speech = createGrowingSpeech({ ...REQUEST, ...options })
  const early = pieces.map((piece) => speech.add(piece)).filter((part) => part !== undefined)
  const rest = speech.finish()
  const all = rest === undefined ? early : [...early, rest]
  return { segments: all.flatMap((part) => part.segments), words: all.flatMap((part) => part.words), parts: early }
}

/** Cuts a text at offsets. */
function cut(text: string, places: readonly number[]): readonly string[] {
  const edges = [0, ...places.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b), text.length]
  return edges.slice(1).map((end, index) => text.slice(edges[index], end))
}

/** As a language model writes: a word and the space before it at a time. */
function deltas(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/g) ?? []
}

const EVERYDAY = sampleEverydaySentences(15)
  .filter(({ locale }) => locale === 'en_US')
  .map(({ written }) => written)
const GOLDEN = Object.values(GOLDEN_TEXTS)
  .flat()
  .filter(({ locale }) => locale === undefined)

describe('warnings', () => {
  const warningsOf = (text: string, pieces: readonly string[]): readonly string[] => {
    const speech = createGrowingSpeech(REQUEST)
    for (const piece of pieces) speech.add(piece)
    speech.finish()
    expect(pieces.join('')).toBe(text)
    return speech.warnings
  }

  test.each([
    'One <b>word</b> of two. Then 茶 and &amp; end. ',
    'One <tempo value="9">word. Two</tempo> words. 猫',
    'All is well. As it is.',
  ])('are those of the whole text: %s', (text) => {
    const { warnings } = prepareSpeech({ ...REQUEST, text }, PLANNING).plan
    expect(warningsOf(text, deltas(text))).toEqual(warnings)
  })

  test('of a text that is much longer than what is planned at a time are all there, once', () => {
    const lines = Array.from(
      { length: 20 },
      (_, line) => `Line ${line} has a <b>tag</b> and goes on, ${'and on, '.repeat(20)}to its end.\n`,
    )
    const text = `${lines.join('')}A last line with 茶.\n`
    const found = warningsOf(text, deltas(text))
    expect(new Set(found).size).toBe(found.length)
    const times = found.flatMap((warning) => {
      const [, count] = /^HTML tag <b> is not spoken: (?:(\d+) times|at)/.exec(warning) ?? [undefined, undefined]
      return warning.startsWith('HTML tag') ? [Number(count ?? 1)] : []
    })
    expect(times.length).toBeGreaterThan(1)
    expect(times.reduce((sum, count) => sum + count, 0)).toBe(2 * lines.length)
    expect(found.at(-1)).toBe(
      `Character U+8336 "茶" is skipped, because no voice reads it: at offset ${text.indexOf('茶')}`,
    )
  })
})

test('what a long text has settled counts in parts that are planned without its start', () => {
  const middle = Array.from({ length: 60 }, (_, line) => `Line ${line} says little and goes on to its end.\n`)
  const text = `We met on 25/12.\n${middle.join('')}The report is due on 3/5. It is short.`
  const whole = planWhole(text)
  const parts = grow(deltas(text))
  expect(parts.segments.map(({ words }) => words.map((word) => word.text))).toEqual(
    whole.segments.map(({ words }) => words.map((word) => word.text)),
  )
  const said = parts.segments.flatMap(({ words }) => words.map((word) => word.text)).join(' ')
  expect(said).toContain('due on may third')
})

describe('markup of other services in a text in parts', () => {
  const DOOR = { door: { cues: true } } as const

  test.each([
    '<think>Hm. They ask. I say so.</think>\nHello there. Is it so? Yes.',
    'Wait. <break time="1.5s" /> Go on. <emphasis>Really now. Do.</emphasis> It is <voice name="x">me. You</voice> see.',
    'Bearer <token> is it. And <voice>this one. That</voice> too. End of it.',
    '<?xml version="1.0"?><speak><p><s>One is.</s> <s>Two <b>is</b>.</s></p> Three is. <mark name="x"/>Four is.</speak> Five is.',
    'Say <phoneme alphabet="cmu-arpabet" ph="M AE1 D">mad now</phoneme>. Then go. [sighs] Well. [strong French accent] So it is. See [1].',
    'A <mstts:express-as style="sad">tag. It is</mstts:express-as> there. <metadata>No. No.</metadata> Right. <![CDATA[a < b. So]]> on.',
  ])('gives the plan of the whole text at every cut: %s', (text) => {
    const { plan } = prepareSpeech({ ...REQUEST, ...DOOR, text }, PLANNING)
    for (let place = 1; place < text.length; place += 1)
      expect(grow(cut(text, [place]), DOOR).segments, text.slice(0, place)).toEqual(plan.segments)
    expect(grow(Array.from(text), DOOR).segments).toEqual(plan.segments)
  })

  test('waits for the end of reasoning, but not for more than 20,000 characters', () => {
    const speech = createGrowingSpeech({ ...REQUEST, ...DOOR })
    const spoken = [speech.add('<think>'), ...Array.from({ length: 50 }, () => speech.add('It is so. '.repeat(50)))]
    expect(spoken.slice(0, 40).every((part) => part === undefined)).toBe(true)
    expect(spoken.some((part) => part !== undefined)).toBe(true)
    speech.add('</think> The end.')
    speech.finish()
    expect(speech.warnings.join()).toContain('Reasoning in <think> is spoken')
  })
})

describe('a text in parts gives the plan of the whole text', () => {
  test('at every cut of the golden texts, plain and SSML', () => {
    for (const { text, ssml = false } of GOLDEN) {
      const whole = planWhole(text, ssml)
      for (let place = 1; place < text.length; place += 23)
        expect(grow(cut(text, [place]), { ssml }).segments, text.slice(0, place)).toEqual(whole.segments)
    }
  })

  test('word by word, for sentences that follow one another in every kind of text', () => {
    const sentence = fc.constantFrom(...EVERYDAY, ...GOLDEN.filter(({ ssml }) => ssml !== true).map(({ text }) => text))
    const space = fc.constantFrom(' ', ' ', ' ', '\n', '\n\n', '  ')
    const text = fc.array(fc.tuple(sentence, space), { minLength: 2, maxLength: 6 }).map((list) => list.flat().join(''))
    fc.assert(
      fc.property(text, (written) => {
        const { segments, words } = grow(deltas(written))
        const whole = planWhole(written)
        expect(segments).toEqual(whole.segments)
        expect(words.map(({ start, end }) => [start, end])).toEqual(whole.words.map(({ start, end }) => [start, end]))
      }),
      { numRuns: 20 },
    )
  })

  test('cut anywhere, with markup, lists, quotations and replacements', () => {
    const piece = fc.constantFrom(
      'Hello there. ',
      'It is <tempo value="0.8">very slow. And <loudness value="3">loud</loudness> too.</tempo> Yes! ',
      'Say ::toh-MAY-toh::, not ::toh-MAH-toh::. ',
      'Use std::map here. ',
      'We bought Yahoo! Inc for a song. ',
      'I like Yahoo! It works. ',
      'Siobhan took the train. The train was late. ',
      '"I saw it. It was there," he said. "Really?" ',
      'The U.S. Army and Dr. Smith met at 5 p.m. Monday was fine. ',
      '(This is an aside. It goes on.) Then it ends. ',
      '1. First\n2. Second\n\n',
      'Shopping list\n- milk\n- bread\n\n',
      'a &amp; b &lt; c. ',
      'An <b>HTML</b> word. <br>A line. ',
      'x < 5 and y > 3. ',
      'Pi is 3.14. So. ',
      'See https://example.com/a?b=c. Next. ',
      'Wait… what? No! ',
      '<respell value="KAT">dog</respell> barks. ',
      'She is 5\' 10" tall. He is not. ',
      '🎉 Great! 猫 ok. ',
    )
    const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((list) => list.join(''))
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 12 }), (written, places) => {
        expect(grow(cut(written, places)).segments).toEqual(planWhole(written).segments)
      }),
      { numRuns: 60 },
    )
  })

  test('in texts that are much longer than what is planned at a time', () => {
    for (const separator of ['\n\n', '\n']) {
      const written = EVERYDAY.slice(0, 80).join(separator)
      expect(written.length).toBeGreaterThan(3000)
      const { segments, words } = grow(written.match(/(?:\s*\S+){1,5}|\s+$/g)!)
      const whole = planWhole(written)
      expect(segments).toEqual(whole.segments)
      expect(words).toEqual(whole.words)
    }
  })
})

describe('a part is given', () => {
  /** Number of deltas of a text after which the first part comes. */
  const firstAt = (pieces: readonly string[], startAt: 'sentence' | 'clause' = 'sentence'): number | undefined => {
    const speech = createGrowingSpeech({ ...REQUEST, startAt })
    const index = pieces.findIndex((piece) => speech.add(piece) !== undefined)
    return index === -1 ? undefined : index + 1
  }

  test.each([
    // With the first word of the next sentence, if nothing can join the two.
    ['I know it well. The day', 6],
    ['I know it well. The', undefined],
    ['I know it well? The day', 6],
    ['i know it well? the next day came', 7],
    ['I know it well? the next day came', undefined],
    ['He is up. The sun is too', 5],
    ['Turn it on. The sun', 5],
    // Four words later, if the stop may belong to an abbreviation, two after a number.
    ['It is 5 p.m. The sun is up now', 9],
    ['He is in. The sun is up now', 8],
    ['I met Dr. Smith in town', undefined],
    ['It costs 5. That is a lot', 6],
    ['I like Yahoo! It works so', 6],
    // At the end of the line or quotation, if that changes the melody.
    ['He said "I know it well. The sun is up." Then he left', 10],
    ['It is <tempo value="0.8">very slow. And loud.</tempo> Yes it', 7],
  ])('%s', (text, expected) => {
    expect(firstAt(deltas(text))).toBe(expected)
  })

  test.each([
    ['Well, I think so, because it is late.', 5],
    ['When it rains, we stay at home.', 4],
    ['So: we stay at home.', undefined],
    ['It costs 1,000 dollars and more', undefined],
    ['He said "when it rains, we stay', 6],
  ])('at a clause: %s', (text, expected) => {
    expect(firstAt(deltas(text), 'clause')).toBe(expected)
  })

  test('at a clause only in the first sentence, with the same words in the end', () => {
    const text = 'When it rains, we stay at home, or so they say. When it snows, we go out. Really so.'
    const { parts, segments, words } = grow(deltas(text), { startAt: 'clause' })
    const whole = planWhole(text)
    expect(parts.map((part) => part.words.map((word) => word.text).join(' '))).toEqual([
      'When it rains',
      'we stay at home or so they say',
      'When it snows we go out',
    ])
    expect(words).toEqual(whole.words)
    const spoken = (list: readonly Segment[]) =>
      list.flatMap((segment) => segment.words.map(({ text, phonemes, source }) => ({ text, phonemes, source })))
    expect(spoken(segments)).toEqual(spoken(whole.segments))
    expect(segments.filter(({ endsSentence }) => endsSentence)).toHaveLength(3)
  })

  test('with its place: the parts make the whole text', () => {
    const text = 'One thing here. Another thing there! And so on. The end'
    const speech = createGrowingSpeech(REQUEST)
    const ends = deltas(text).flatMap((delta) => speech.add(delta)?.textEnd ?? [])
    expect(ends.map((end) => text.slice(0, end))).toEqual([
      'One thing here. ',
      'One thing here. Another thing there! ',
      'One thing here. Another thing there! And so on. ',
    ])
    expect(speech.finish()?.textEnd).toBe(text.length)
    expect(speech.finish()).toBeUndefined()
  })
})

describe('mistakes', () => {
  test('of markup come at the end, after what could be said', () => {
    const speech = createGrowingSpeech(REQUEST)
    expect(speech.add('This is fine. Now <tempo value="0.8">it is not. Is it')).toMatchObject({ textEnd: 48 })
    expect(() => speech.finish()).toThrow(/<tempo>: it is never closed.*\(at offset 18\)/)
  })

  test('have their place in the whole text, however long it is', () => {
    const start = EVERYDAY.slice(0, 80).join('\n\n')
    const speech = createGrowingSpeech(REQUEST)
    for (const delta of deltas(start)) speech.add(delta)
    speech.add('\n\nAnd ::TO--mah:: now')
    expect(() => speech.finish()).toThrow(`(at offset ${start.length + 11})`)
  })

  test('that the operator does not allow come at once', () => {
    const speech = createGrowingSpeech(REQUEST)
    expect(() => speech.add('A forbidden term. No')).toThrow(expect.objectContaining({ code: 'CONTENT_NOT_ALLOWED' }))
  })

  test('are not made by silence', () => {
    const speech = createGrowingSpeech(REQUEST)
    expect(speech.add('  \n')).toBeUndefined()
    expect(speech.finish()).toBeUndefined()
  })
})
