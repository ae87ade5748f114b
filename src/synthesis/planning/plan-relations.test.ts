import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGUAGE, loadJson, PHRASING } from '../../../test/support/planning-data.ts'
import { analyzeText } from '../../text/analyze-text.ts'
import { createReplacementSet } from '../../text/replacements/replacement-set.ts'
import { findVoice, parseCatalogue } from '../../voices/catalogue.ts'
import { upgradePlan } from '../stored-plan.ts'
import type { ProsodyDimension, SynthesisPlan } from '../synthesis-plan.ts'
import { planSynthesis } from './plan-synthesis.ts'

const VOICE = { ...findVoice(parseCatalogue(loadJson('avatars.json')), 3), tempo: 1 }
const RENDERS = new Set<ProsodyDimension>(['tempo', 'melody'])
const ENGINE = { name: 'relations', renders: () => RENDERS }
const OPTIONS = { ...LANGUAGE, replacements: createReplacementSet([]), locale: 'en_US' } as const

function plan(text: string, ssml = false, seed?: number): SynthesisPlan {
  const utterance = analyzeText(text, { ...OPTIONS, ssml })
  const options = { text, voice: VOICE, engine: ENGINE, speechLoudness: -19, phrasing: PHRASING, reading: { seed } }
  return planSynthesis(utterance, options)
}

const spoken = ({ segments }: SynthesisPlan) => segments.flatMap(({ words }) => words)
/** What is heard, wherever it is in the text. */
const sound = (of: SynthesisPlan) => of.segments.map((segment) => ({ ...segment, words: segment.words }))

const SENTENCES = [
  'The train leaves at 7:45 from platform 9.',
  'Did you really say “never again”?',
  'It costs $4.99, or £12 for three — a bargain!',
  'Dr. Smith lives at 22 Baker St., near the park',
  'However, the results (see Table 2) were mixed; nobody knows why.',
  'Email me: ann@example.com',
  "Don't worry, it's only 3.5 km...",
  'WAIT! Is it October 3rd, 2021 or the 4th?',
]
const text = fc.array(fc.constantFrom(...SENTENCES), { minLength: 1, maxLength: 4 }).map((all) => all.join(' '))
const runs = { numRuns: 25 }

describe('a plan', () => {
  test('is the same each time, and as JSON', () => {
    fc.assert(
      fc.property(text, (source) => {
        const first = plan(source)
        expect(plan(source)).toEqual(first)
        expect(upgradePlan(JSON.parse(JSON.stringify(first)))).toEqual(first)
      }),
      runs,
    )
  })

  test('has the words of the caller in order, each at its place, and with them all that is shown', () => {
    fc.assert(
      fc.property(text, (source) => {
        const { words } = plan(source)
        let end = 0
        for (const word of words) {
          expect(word.start).toBeGreaterThanOrEqual(end)
          expect(word.end).toBeGreaterThan(word.start)
          expect(source.slice(word.start, word.end)).toBe(word.text)
          end = word.end
        }
        expect(end).toBeLessThanOrEqual(source.length)
        expect(
          words.map(({ before, shown, text: written, after }) => before + (shown ?? written) + after).join(''),
        ).toBe(source)
      }),
      runs,
    )
  })

  test('says every word of the caller, and nothing else', () => {
    fc.assert(
      fc.property(text, (source) => {
        const { words, segments } = plan(source)
        const sources = segments.flatMap((segment) => segment.words.map((word) => word.source))
        expect([...new Set(sources)]).toEqual(words.map((_, index) => index))
        expect(sources).toEqual(sources.toSorted((a, b) => a - b))
        for (const { phonemes } of segments.flatMap((segment) => segment.words))
          expect(phonemes.length).toBeGreaterThan(0)
      }),
      runs,
    )
  })
})

describe('the same is heard', () => {
  test('whatever space is around a text; places move with it', () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('', ' ', '\n\n', '\t  '),
        fc.constantFrom('', ' ', '\n'),
        (source, lead, tail) => {
          const [plain, padded] = [plan(source), plan(lead + source + tail)]
          expect(sound(padded)).toEqual(sound(plain))
          expect(padded.words.map(({ start, end }) => [start, end])).toEqual(
            plain.words.map(({ start, end }) => [start + lead.length, end + lead.length]),
          )
        },
      ),
      runs,
    )
  })

  test('however many spaces are between words', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('  ', '\t', ' \t ', '\u00a0'), (source, space) => {
        expect(spoken(plan(source.replaceAll(' ', space))).map((word) => word.text)).toEqual(
          spoken(plan(source)).map((word) => word.text),
        )
      }),
      runs,
    )
  })

  test('in tags that ask for nothing', () => {
    const tags = fc.constantFrom(
      ['<tempo value="1">', '</tempo>'],
      ['<pitch value="0">', '</pitch>'],
      ['<loudness value="0">', '</loudness>'],
    )
    fc.assert(
      fc.property(text, tags, (source, [open, close]) => {
        expect(sound(plan(open! + source + close!))).toEqual(sound(plan(source)))
      }),
      runs,
    )
  })

  test('in whatever order tags are nested', () => {
    const value = fc.record({
      tempo: fc.constantFrom('0.8', '1.25'),
      pitch: fc.constantFrom('-12', '20'),
      loudness: fc.constantFrom('-6', '3'),
    })
    const order = fc.shuffledSubarray(['tempo', 'pitch', 'loudness'] as const, { minLength: 3 })
    fc.assert(
      fc.property(text, value, order, order, (source, values, one, other) => {
        const wrap = (names: readonly ('tempo' | 'pitch' | 'loudness')[]) =>
          names.reduce((inside, name) => `<${name} value="${values[name]}">${inside}</${name}>`, source)
        expect(sound(plan(wrap(one)))).toEqual(sound(plan(wrap(other))))
      }),
      runs,
    )
  })

  test('of a text and of the same text written as SSML', () => {
    fc.assert(
      fc.property(text, (source) => {
        const escaped = source.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
        expect(spoken(plan(`<speak>${escaped}</speak>`, true)).map((word) => word.text)).toEqual(
          spoken(plan(source)).map((word) => word.text),
        )
      }),
      runs,
    )
  })
})

test('paragraphs are said one after another as if each were alone', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 3 }), (paragraphs) => {
      const whole = spoken(plan(paragraphs.join('\n\n')))
      const alone = paragraphs.flatMap((paragraph) => spoken(plan(paragraph)))
      const heard = (words: typeof whole) => words.map(({ text: word, phonemes }) => [word, phonemes.length])
      expect(heard(whole).map(([word]) => word)).toEqual(heard(alone).map(([word]) => word))
      expect(whole.map(({ phonemes }) => phonemes)).toEqual(alone.map(({ phonemes }) => phonemes))
    }),
    runs,
  )
})

test('a tag around any words changes theirs, exactly, and no other', () => {
  const words = 'we walked along the river until the sun had gone behind the hills'.split(' ')
  const last = words.length - 1
  const place = fc.tuple(fc.nat(last), fc.nat(last)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
  const plain = spoken(plan(`${words.join(' ')}.`))
  fc.assert(
    fc.property(place, fc.constantFrom(0.8, 0.9, 1.1, 1.25), ([from, to], tempo) => {
      const open = (i: number) => (i === from ? `<tempo value="${tempo}">` : '')
      const tagged = words.map((word, i) => `${open(i)}${word}${i === to ? '</tempo>' : ''}`)
      for (const [i, { prosody, shape }] of spoken(plan(`${tagged.join(' ')}.`)).entries()) {
        const asked = (prosody.tempo * shape.tempo) / (plain[i]!.prosody.tempo * plain[i]!.shape.tempo)
        expect(asked).toBeCloseTo(i >= from && i <= to ? tempo : 1, 9)
      }
    }),
    { numRuns: 40 },
  )
})

describe('a sentence among others', () => {
  const TWENTY = Array.from(
    { length: 20 },
    (_, i) =>
      `${['The boat', 'My neighbor', 'A letter', 'Nobody'][i % 4]} came ${i + 3} days after the storm, as we had hoped.`,
  )
  /** What each sentence sounds like, without the pause after it. */
  const sentences = (all: readonly string[]) => {
    const segments = plan(all.join(' ')).segments.map(({ words, ...segment }) => ({
      ...segment,
      words: words.map(({ source: _source, ...word }) => word),
    }))
    return segments.map((segment) => {
      const { boundary, ...last } = segment.words.at(-1)!
      return { sound: { ...segment, words: [...segment.words.slice(0, -1), last] }, pause: boundary!.pauseSeconds }
    })
  }

  test('stays as it is where one is added in the middle, and but one pause changes', () => {
    const before = sentences(TWENTY)
    expect(before).toHaveLength(20)
    const after = sentences(TWENTY.toSpliced(10, 0, 'And then it was over.'))
    const [added] = after.splice(10, 1)
    expect(added).toBeDefined()
    expect(after.map(({ sound }) => sound)).toEqual(before.map(({ sound }) => sound))
    const changed = after.flatMap(({ pause }, i) => (pause === before[i]!.pause ? [] : [i]))
    expect(changed).toEqual([9])
  })

  test('is not said twice alike', () => {
    const [one, two, three] = sentences(Array.from({ length: 4 }, () => 'Your code, as you asked, is ready.'))
    expect(new Set([one, two, three].map((said) => JSON.stringify(said!.sound))).size).toBe(3)
    expect(new Set([one, two, three].map((said) => said!.pause)).size).toBe(3)
  })

  test('is followed by a pause that varies as the reader’s', () => {
    const pauses = sentences(TWENTY)
      .slice(0, -1)
      .map(({ pause }) => pause)
    const mean = pauses.reduce((sum, pause) => sum + pause) / pauses.length
    const spread = Math.sqrt(pauses.reduce((sum, pause) => sum + (pause - mean) ** 2, 0) / pauses.length)
    expect(spread).toBeGreaterThan(0.08)
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0.15)
    expect(Math.max(...pauses)).toBeLessThan(1)
  })
})

describe('another reading', () => {
  test('has the words, sounds and delivery of the default one, and other pauses and melodies', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 2 ** 32 - 1 }), (source, seed) => {
        const [plain, take] = [plan(source), plan(source, false, seed)]
        const said = (of: SynthesisPlan) =>
          spoken(of).map(({ text, phonemes, prosody }) => ({ text, phonemes, prosody }))
        expect(said(take)).toEqual(said(plain))
        expect(plan(source, false, seed)).toEqual(take)
        const heights = (of: SynthesisPlan) => spoken(of).map(({ melody }) => melody!.semitones)
        expect(heights(take)).not.toEqual(heights(plain))
      }),
      runs,
    )
  })
})

describe('another reading of one sentence', () => {
  /** The segments of each sentence, without their words' places in the text. */
  const bySentence = ({ segments }: SynthesisPlan) => {
    const sentences: object[][] = [[]]
    for (const { words, ...segment } of segments) {
      sentences.at(-1)!.push({ ...segment, words: words.map((word) => ({ ...word, source: 0 })) })
      if (segment.endsSentence) sentences.push([])
    }
    return sentences.slice(0, -1)
  }
  const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 })
  const wrap = (sentence: string, seed: number) => `<take value="${seed}">${sentence}</take>`
  const BEFORE = 'The committee met on Tuesday.'
  const AFTER = 'It had rained since the morning.'

  test('is that of the whole text by the same seed, and leaves the others as they are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Nobody saw it coming, not even the captain.', 'We left at once.'),
        seeds,
        (one, seed) => {
          const [plain, whole] = [undefined, seed].map((by) => bySentence(plan(`${BEFORE} ${one} ${AFTER}`, false, by)))
          const tagged = bySentence(plan(`${BEFORE} ${wrap(one, seed)} ${AFTER}`))
          expect(tagged).toEqual([plain![0], whole![1], plain![2]])
          expect(tagged[1]).not.toEqual(plain![1])
          // It is stronger than the seed of the text.
          expect(bySentence(plan(`${BEFORE} ${wrap(one, seed)} ${AFTER}`, false, 77))[1]).toEqual(tagged[1])
        },
      ),
      runs,
    )
  })

  test('is the same however often the text has said the sentence before', () => {
    const said = bySentence(plan(`${BEFORE} No. ${wrap('No.', 4)} ${wrap('No.', 4)} ${AFTER}`))
    const alone = bySentence(plan(`${BEFORE} ${wrap('No.', 4)} ${AFTER}`))[1]
    expect(said[3]).toEqual(alone)
    const melodyOf = (sentence: object | undefined) =>
      JSON.stringify(sentence, (key, value) => (key === 'boundary' ? 0 : value))
    expect(melodyOf(said[2])).toBe(melodyOf(alone))
    expect(melodyOf(said[1])).not.toBe(melodyOf(alone))
  })

  test('needs a tag around the whole sentence; one without a value changes nothing', () => {
    const sentence = 'Nobody saw it coming.'
    const plain = bySentence(plan(`${BEFORE} ${sentence} ${AFTER}`))
    expect(bySentence(plan(`${BEFORE} <take value="4">Nobody saw</take> it coming. ${AFTER}`))).toEqual(plain)
    expect(bySentence(plan(`${BEFORE} <take kept="1 2">${sentence}</take> ${AFTER}`))).toEqual(plain)
  })
})
