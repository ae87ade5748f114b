import { describe, expect, test } from 'vitest'
import { formatSpoken, normalizeSource, spokenWords, textRun } from '../../../test/support/normalize-source.ts'
import { MarkupSyntaxError } from '../../errors.ts'
import { type Delivery, type MarkupRun, NEUTRAL_DELIVERY } from '../markup/tree/markup-run.ts'
import { normalizeInSteps } from './normalize-text.ts'

describe('source words', () => {
  test.each([
    ['It costs $4.99, or 50% off.', ['It', 'costs', '$4.99', 'or', '50%', 'off']],
    ['C++ is #1 @home!', ['C++', 'is', '#1', '@home']],
    ['(He said) "no way"...', ['He', 'said', 'no', 'way']],
    ['$5 million on Nov. 3rd', ['$5', 'million', 'on', 'Nov.', '3rd']],
    ['Wait—what? and/or', ['Wait', 'what', 'and/or']],
    ['It ended.Then it began', ['It', 'ended', 'Then', 'it', 'began']],
    ['cafe\u0301 naïve', ['cafe\u0301', 'naïve']],
    ['the ﬁrst ½ cup', ['the', 'ﬁrst', '½', 'cup']],
  ])('of %j', (source, words) => {
    expect(normalizeSource(source).words.map(({ text }) => text)).toEqual(words)
  })

  test('share the spoken words of a group in order', () => {
    const text = normalizeSource('$5 million')
    expect(spokenWords(text).map(({ text: word, source }) => [word, source])).toEqual([
      ['five', 0],
      ['million', 1],
      ['dollars', 1],
    ])
  })

  test('stand for the whole span of a replacement and what is glued to it', () => {
    const source = "AI's future"
    const replacement = { libraryId: 'l', replacementId: 'r', original: 'AI' }
    const runs = [
      textRun(source, 'AI', { text: 'artificial intelligence', mapping: 'whole', replacement }),
      textRun(source, "'s future"),
    ]
    const text = normalizeSource(source, { runs })
    expect(text.words).toEqual([
      { text: "AI's", start: 0, end: 4, replacement },
      { text: 'future', start: 5, end: 11 },
    ])
    expect(spokenWords(text).map(({ text: word, source: index }) => [word, index])).toEqual([
      ['artificial', 0],
      ["intelligence's", 0],
      ['future', 1],
    ])
  })

  test('follow a respelling over several words', () => {
    const source = '<respell value="x-Y">New York</respell>\'s best'
    const start = source.indexOf('New York')
    const span = { start, end: start + 8 }
    const pronunciations = [
      ['N', 'UW1'],
      ['Y', 'AO1', 'R', 'K'],
    ]
    const pronounced: MarkupRun = {
      kind: 'pronounced',
      text: 'New York',
      span,
      delivery: NEUTRAL_DELIVERY,
      pronunciations,
    }
    const text = normalizeSource(source, { runs: [pronounced, textRun(source, "'s best")] })
    expect(text.words.map(({ text: word }) => word)).toEqual(['New', 'York', "'s", 'best'])
    expect(spokenWords(text).map(({ text: word, sound }) => [word, sound])).toEqual([
      ['new', ['N', 'UW1']],
      ['york', ['Y', 'AO1', 'R', 'K']],
      ["'s", ['S']],
      ['best', 'word'],
    ])
  })
})

describe('sentences and boundaries', () => {
  function outline(source: string): string {
    return normalizeSource(source)
      .sentences.map(({ words, endsParagraph }) => {
        const shown = words.map(({ text, boundary }) => text + (boundary?.mark ?? '')).join(' ')
        return endsParagraph ? `${shown} ¶` : shown
      })
      .join(' | ')
  }

  test.each([
    ['One. Two! Three? Four', 'one. | two! | three? | four. ¶'],
    [
      'Dr. Smith met Mr. J. K. Jones, Jr. in St. Louis. He left.',
      'doctor smith met mister j k jones, junior in saint louis. | he left. ¶',
    ],
    ['"Stop!" he said. "Why?" asked Tom.', 'stop! he said. | why? asked tom. ¶'],
    ['It is 3.14. It is 5 p.m. Then we go.', 'it is three point one four. | it is five p m. | then we go. ¶'],
    ['They moved to the U.S. The house was large.', 'they moved to the u s. | the house was large. ¶'],
    ['The U.S. President spoke.', 'the u s president spoke. ¶'],
    ['Slide tab A to panel B. Put it down.', 'slide tab a to panel b. | put it down. ¶'],
    ['Eat more vitamin C. Sleep well.', 'eat more vitamin c. | sleep well. ¶'],
    ['It was won by player B. Smith.', 'it was won by player b smith. ¶'],
    ['Wait... what? I see… Good.', 'wait… what? | i see… | good. ¶'],
    ['one\n\ntwo', 'one paragraph ¶ | two. ¶'.replace(' paragraph', 'paragraph')],
    ['Milk\nEggs\nBread', 'milk. | eggs. | bread. ¶'],
    ['A 401(k) or 501(c)(3).', 'a four oh one k or five oh one c three. ¶'],
    ['1. Wash\n2. Dry', 'one, wash. | two, dry. ¶'],
    ['He waited for the\nTuesday train', 'he waited for the tuesday train. ¶'],
    ['To do:\n- wash\n- iron', 'to do: | wash. | iron. ¶'],
    ['a (small) dog - or cat — ran', 'a( small) dog- or cat- ran. ¶'],
    ['She said "yes"; he, "no".', 'she said" yes; he, no. ¶'],
    ['plan B. The rest', 'plan b. | the rest. ¶'],
    ['See fig. 3 and no. 4. No. I said no.', 'see figure three and number four. | no. | i said no. ¶'],
    ['Yahoo! is a site.', 'yahoo! is a site. ¶'],
    ['... well, yes', 'well, yes. ¶'],
  ])('of %j', (source, expected) => {
    expect(outline(source)).toBe(expected)
  })

  test('a mark carries the delivery of the tags around it', () => {
    const source = 'Wait<tempo value="0.7"><loudness value="-40">,</loudness></tempo> now'
    const slow: Delivery = { tempo: 0.7, loudness: -40, pitch: 0 }
    const text = normalizeSource(source, {
      runs: [textRun(source, 'Wait'), textRun(source, ',', { delivery: slow }), textRun(source, ' now')],
    })
    expect(spokenWords(text)[0]!.boundary).toEqual({ mark: ',', delivery: slow })
    expect(spokenWords(text)[0]!.delivery).toEqual(NEUTRAL_DELIVERY)
  })

  test('breaks add their seconds to the mark, or stand alone', () => {
    const source = 'one,<break/><break/> two <break/> three'
    const pause = (seconds: number): MarkupRun => ({
      kind: 'break',
      seconds,
      span: { start: 4, end: 4 },
      delivery: NEUTRAL_DELIVERY,
    })
    const runs = [
      textRun(source, 'one,'),
      pause(0.5),
      pause(1),
      textRun(source, ' two '),
      pause(2),
      textRun(source, ' three'),
    ]
    const boundaries = spokenWords(normalizeSource(source, { runs })).map(({ boundary }) => [
      boundary?.mark,
      boundary?.seconds,
    ])
    expect(boundaries).toEqual([
      [',', 1.5],
      ['break', 2],
      ['.', undefined],
    ])
  })

  test('an edge ends a sentence or a paragraph', () => {
    const source = 'one two three'
    const edge = (kind: 'sentence' | 'paragraph', at: number): MarkupRun => ({
      kind: 'edge',
      edge: kind,
      span: { start: at, end: at },
      delivery: NEUTRAL_DELIVERY,
    })
    const text = normalizeSource(source, {
      runs: [
        textRun(source, 'one '),
        edge('sentence', 4),
        textRun(source, 'two '),
        edge('paragraph', 8),
        textRun(source, 'three'),
      ],
    })
    expect(text.sentences.map(({ endsParagraph }) => endsParagraph)).toEqual([false, true, true])
  })
})

describe('what no voice reads', () => {
  test('is skipped with a warning that names it and its place', () => {
    const text = normalizeSource('The word 猫 is Жshort')
    expect(formatSpoken(text)).toBe('the word is short')
    expect(text.words.map(({ text: word }) => word)).toEqual(['The', 'word', 'is', 'short'])
    expect(text.warnings).toEqual([
      'Character U+732B "猫" is skipped, because no voice reads it: at offset 9',
      'Character U+0416 "Ж" is skipped, because no voice reads it: at offset 14',
    ])
  })

  test('is counted when there is much of it', () => {
    expect(normalizeSource(`go ${'猫'.repeat(14)}`).warnings?.at(-1)).toMatch(/^4 more characters/)
  })

  test.each(['世界', 'Привет!', '한.'])('leaves no words in %j', (source) => {
    expect(() => normalizeSource(source)).toThrow(
      /^Cannot speak the text: it has no words; add some that a voice can read$/,
    )
  })
})

test('U+0000 and unpaired surrogates are left out as if they were not there, with a warning', () => {
  const { words, sentences, warnings } = normalizeSource('Hel\u0000lo wor\ud800ld.')
  expect(sentences.flatMap((sentence) => sentence.words.map(({ text }) => text))).toEqual(['hello', 'world'])
  expect(words.map(({ start, end }) => [start, end])).toEqual([
    [0, 6],
    [7, 13],
  ])
  expect(warnings).toHaveLength(2)
})

describe('what cannot be spoken', () => {
  test.each(['', ' ', '...', '?!', '▢ ♪', '\u200b\u200d\ufe0f', '---', '"()"', '* * *', '=====', '\n\n'])(
    '%j has no words',
    (source) => {
      expect(() => normalizeSource(source)).toThrow(
        /^Cannot speak the text: it has no words; add some that a voice can read$/,
      )
    },
  )

  test.each([
    ['ab\u0000c', 'U+0000', 2],
    ['a\u0007', 'U+0007', 1],
    ['hi \ud800!', 'U+D800', 3],
    ['x\uffff', 'U+FFFF', 1],
    ['x\ue001', 'U+E001', 1],
    ['Hello 世界', 'U+4E16', 6],
    ['Привет', 'U+041F', 0],
    ['مرحبا', 'U+0645', 0],
    ['नमस्ते', 'U+0928', 0],
    ['안녕', 'U+C548', 0],
    ['x \u{1d173}\u{e0000}', 'U+E0000', 4],
  ])('%j names %s at offset %i', (source, name, offset) => {
    const error = catchError(() => normalizeSource(source, { unreadable: 'refuse' }))
    expect(error).toBeInstanceOf(MarkupSyntaxError)
    expect(error).toMatchObject({ code: 'INVALID_TEXT', offset })
    expect(String(error)).toContain(name)
  })

  test('characters of a replacement are named at the place that they replace', () => {
    const source = 'say hi'
    const error = catchError(() =>
      normalizeSource(source, {
        unreadable: 'refuse',
        runs: [textRun(source, 'say '), textRun(source, 'hi', { text: 'при', mapping: 'whole' })],
      }),
    )
    expect(error).toMatchObject({ offset: 4 })
  })

  function catchError(act: () => unknown): unknown {
    try {
      act()
    } catch (error) {
      return error
    }
    return undefined
  }
})

describe('say-as', () => {
  test.each([
    ['characters', undefined, 'ABC-12', 'a b c dash one two'],
    ['spell-out', undefined, 'hello', 'h e l l o'],
    ['cardinal', undefined, '1234', 'one thousand two hundred thirty four'],
    ['cardinal', undefined, 'XIV', 'fourteen'],
    ['ordinal', undefined, '3', 'third'],
    ['ordinal', undefined, 'XXI', 'twenty first'],
    ['digits', undefined, '2024', 'two zero two four'],
    ['date', 'dmy', '10-12-2024', 'december tenth twenty twenty four'],
    ['date', 'yyyymmdd', '20240510', 'may tenth twenty twenty four'],
    ['date', 'md', '5/6', 'may sixth'],
    ['date', 'ym', '2024-05', 'may twenty twenty four'],
    ['date', undefined, '2024-05-06', 'may sixth twenty twenty four'],
    ['time', 'hms12', '2:30pm', 'two thirty p m'],
    ['telephone', undefined, '(555) 123-4567', 'five five five one two three four five six seven'],
    ['currency', undefined, '$5.50', 'five dollars fifty cents'],
    ['unit', undefined, '10 kg', 'ten kilograms'],
    ['fraction', undefined, '5/9', 'five ninths'],
    ['expletive', undefined, 'darn', 'bleep'],
    ['no such thing', undefined, '12', 'twelve'],
  ])('%s %s %j', (interpretAs, format, text, expected) => {
    const source = `so ${text} yes`
    const sayAs = { interpretAs, ...(format === undefined ? {} : { format }) }
    const runs = [textRun(source, 'so '), textRun(source, text, { sayAs }), textRun(source, ' yes')]
    const result = normalizeSource(source, { runs })
    expect(formatSpoken(result).toLowerCase()).toBe(`so ${expected} yes`)
  })
})

test.each([
  ['AT&T', '&', 'plus', 'A T plus T'],
  ['one—two', '—', 'dash', 'one dash two'],
  ["AI's", 'AI', 'artificial intelligence', "artificial intelligence's"],
  ['R&D', '&', ' and ', 'R and D'],
])('keeps %j in words when %j becomes %j', (source, original, text, spoken) => {
  const at = source.indexOf(original)
  const replacement = { libraryId: 'l', replacementId: 'r', original }
  const runs = [
    textRun(source, source.slice(0, at)),
    textRun(source, original, { text, mapping: 'whole', replacement }),
    textRun(source, source.slice(at + original.length)),
  ].filter((run) => run.text !== '')
  expect(formatSpoken(normalizeSource(source, { runs }))).toBe(spoken)
})

test.each(['blvd', 'ct', 'dr', 'feb', 'jr', 'lb', 'mr', 'mrs', 'mt', 'sgt', 'sr', 'st'])(
  'prints %s as the word that the voice says',
  (written) => {
    const [first, last] = spokenWords(normalizeSource(`the ${written}`)).slice(-2)
    expect(first?.text).toBe('the')
    expect(last?.text.length).toBeGreaterThan(3)
  },
)

test('splits, reads and assembles a sentence a step', () => {
  const source = 'It rained. '.repeat(500)
  const steps = normalizeInSteps([textRun(source, source)], { locale: 'en_US', source, isWord: () => true })
  let taken = 1
  let step = steps.next()
  for (; !step.done; step = steps.next()) taken += 1
  expect(taken).toBeGreaterThan(1500)
  expect(step.value.sentences).toHaveLength(500)
})
