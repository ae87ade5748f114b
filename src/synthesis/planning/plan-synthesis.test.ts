import { expect, test } from 'vitest'
import { PHRASING } from '../../../test/support/planning-data.ts'
import { type Delivery, NEUTRAL_DELIVERY } from '../../text/markup/tree/markup-run.ts'
import type { BoundaryMark } from '../../text/normalization/normalized-text.ts'
import type { SpokenWord, Utterance } from '../../text/utterance.ts'
import type { Voice } from '../../voices/voice.ts'
import type { ProsodyDimension } from '../synthesis-plan.ts'
import { planSynthesis } from './plan-synthesis.ts'

const VOICE: Voice = {
  avatar: {
    id: 1,
    name: 'Test',
    style: 'Narration',
    accentType: 'None',
    characteristics: [],
    locale: 'en_GB',
    language: 'English',
    languageVariant: null,
    source: null,
    otherTags: [],
    gender: 'male',
  },
  engine: 'test',
  engineVoice: 'voice',
  tempo: 1,
  pitchSemitones: 0,
  levelDb: 0,
  brightnessDb: 0,
  pauses: 1,
  expression: 1,
  size: 1,
  previewText: 'x',
}

type Word = {
  readonly text: string
  readonly mark?: BoundaryMark
  readonly delivery?: Partial<Delivery>
  readonly markDelivery?: Partial<Delivery>
  readonly seconds?: number
}

function utteranceOf(sentences: readonly (readonly Word[])[], endsParagraph = false): Utterance {
  const texts = sentences.flat().map(({ text }) => text)
  let source = 0
  const toWord = ({ text, mark, delivery, markDelivery, seconds }: Word): SpokenWord => ({
    text,
    written: text,
    source: source++,
    delivery: { ...NEUTRAL_DELIVERY, ...delivery },
    phonemes: ['B', 'AH1'],
    origin: 'lexicon',
    ...(mark && {
      boundary: { mark, delivery: { ...NEUTRAL_DELIVERY, ...markDelivery }, ...(seconds !== undefined && { seconds }) },
    }),
  })
  return {
    words: texts.map((text, index) => {
      return { text, start: index * 10, end: index * 10 + text.length, before: '', after: ' ' }
    }),
    sentences: sentences.map((words) => ({ words: words.map(toWord), endsParagraph })),
  }
}

type Options = {
  readonly voice?: Partial<Voice>
  readonly renders?: readonly ProsodyDimension[]
  readonly speechLoudness?: number
  readonly endsParagraph?: boolean
}

function plan(
  sentences: readonly (readonly Word[])[],
  { voice, renders = [], endsParagraph, speechLoudness = -19 }: Options = {},
) {
  const engine = { name: 'test', renders: () => new Set(renders) }
  const options = { text: 'x', voice: { ...VOICE, ...voice }, engine, speechLoudness, phrasing: PHRASING }
  return planSynthesis(utteranceOf(sentences, endsParagraph), options)
}

const pauses = (...args: Parameters<typeof plan>) =>
  plan(...args).segments.flatMap(({ words }) => words.map(({ boundary }) => boundary?.pauseSeconds))

const FINAL = { text: 'end', mark: '.' } as const

test('says the language of the voice and keeps the words of the caller', () => {
  const { languageCode, words, engine } = plan([[{ text: 'One' }, FINAL]])
  expect([languageCode, engine, words.map(({ text }) => text)]).toEqual(['en-gb', 'test', ['One', 'end']])
})

test('pauses at heavy marks follow the table, and the last one is short', () => {
  const drawn = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map((text) =>
    pauses([[{ text, mark: '-' }, { text: 'b', mark: ';' }, FINAL], [FINAL]]),
  )
  const means = [0.25, 0.36, 0.41, 0.1]
  for (const [i, mean] of means.entries()) {
    const found = drawn.map((seconds) => seconds[i]!)
    expect(found.reduce((sum, seconds) => sum + seconds) / found.length).toBeCloseTo(mean, 0.5)
    expect(new Set(found).size > 1).toBe(mean > 0.1)
  }
})

test('a shaped pause is never left out, however many there are', () => {
  const words = Array.from({ length: 12 }, () => ({ text: 'a', mark: ',', markDelivery: { loudness: -40 } }) as const)
  const shaped = pauses([[...words, FINAL]]).slice(0, -1)
  expect(Math.min(...shaped.map(Number))).toBeGreaterThanOrEqual(0.08)
})

test('a paragraph ends with a longer pause', () => {
  const [inside, between] = [false, true].map((endsParagraph) => pauses([[FINAL], [FINAL]], { endsParagraph })[0]!)
  expect(between! - inside!).toBeGreaterThan(0.4)
})

test('tempo around a mark stretches its pause, and a value outside the range is clamped without a warning', () => {
  const word = (tempo: number): Word => ({ text: 'a', mark: ',', markDelivery: { tempo, loudness: -40 } })
  const { warnings } = plan([[word(0.1), FINAL]])
  expect(warnings).toEqual([])
  const at = (tempo: number) => pauses([[word(tempo), FINAL]])[0]!
  const plain = pauses([[{ text: 'a', mark: ',' }, FINAL]])[0]!
  expect([at(0.7), at(2), at(0.1)]).toEqual([plain / 0.7, plain / 2, plain / 0.7])
})

test('the last pause of a text in a tag is as much shorter as its words, and long where the tag is around its mark alone', () => {
  const last = (delivery: Partial<Delivery>) =>
    pauses([[{ text: 'end', mark: '.', delivery, markDelivery: { tempo: 2 } }]]).at(-1)
  expect([last({ tempo: 2 }), last({})]).toEqual([0.05, 0.205])
})

test('a pause asked for in seconds is added', () => {
  expect(
    pauses([[{ text: 'a', mark: 'break', seconds: 1.5 }, { text: 'b', mark: ',', seconds: 1 }, FINAL]]).slice(0, 2),
  ).toEqual([1.5, 1.22])
})

test('a pause that nobody would wait for is shortened, and named', () => {
  const sentences = [[{ text: 'a', mark: 'break', seconds: 1e9 }, FINAL]] as const
  expect(pauses(sentences)[0]).toBe(60)
  expect(plan(sentences).warnings).toEqual(['break of 1000000000 s is longer than 60 s: 60 is used'])
})

test('delivery becomes prosody on top of the voice’s own', () => {
  const voice = { tempo: 1.2, pitchSemitones: 1, levelDb: -2 }
  const { segments } = plan([[{ text: 'a', delivery: { tempo: 2, pitch: 100, loudness: 4 } }, FINAL]], { voice })
  expect(segments[0]!.words[0]!.shape).toEqual({ tempo: 2.4, pitchSemitones: 13, gainDb: 4 })
  expect(segments[0]!.levelDb).toBe(-2)
})

test('every voice is brought to the loudness of the service', () => {
  const levelAt = (speechLoudness: number) =>
    plan([[FINAL]], { voice: { levelDb: 3 }, speechLoudness }).segments[0]!.levelDb
  expect([levelAt(-19), levelAt(-23), levelAt(-16)]).toEqual([3, -1, 6])
})

test.each([
  [9, -19, true],
  [4, -19, true],
  [3, -19, false],
  [0, -19, false],
  [-15, -19, false],
  [9, -30, false],
  [1, -16, true],
  [0, -16, false],
])('of words %d dB louder than speech at %d LUFS, peaks are pressed: %s', (loudness, speechLoudness, isPressed) => {
  const words = [{ text: 'a' }, { text: 'b', delivery: { loudness } }, FINAL]
  expect(plan([words], { speechLoudness }).segments[0]!.isPressed).toBe(isPressed)
})

test('a pause is silent from end to end where the loudness of its punctuation is below the range', () => {
  const word = (loudness: number): Word => ({ text: 'a', mark: ',', markDelivery: { loudness } })
  const [segment] = plan([[word(-40), word(-15), word(9), FINAL]]).segments
  expect(segment!.words.map(({ boundary }) => boundary?.isSilent)).toEqual([true, undefined, undefined, undefined])
})

test('the engine is asked for what it renders, and the rest is left to signal processing', () => {
  const { segments } = plan([[{ text: 'a', delivery: { tempo: 2, pitch: 100, loudness: 4 } }, FINAL]], {
    renders: ['tempo', 'gainDb'],
  })
  expect(segments[0]!.words[0]!.prosody).toEqual({ tempo: 2, pitchSemitones: 0, gainDb: 4 })
  expect(segments[0]!.words[0]!.shape).toEqual({ tempo: 1, pitchSemitones: 12, gainDb: 0 })
})

test('far values are clamped, and each is named once', () => {
  const { warnings, segments } = plan([
    [{ text: 'a', delivery: { tempo: 9, pitch: -250, loudness: 20 } }, { text: 'b', delivery: { tempo: 9 } }, FINAL],
  ])
  expect(warnings).toEqual([
    'tempo 9 is outside 0.7 to 2.3: 2.3 is used',
    'loudness 20 is outside -15 to 9: 9 is used',
    'pitch -250 is outside -45 to 100: -45 is used',
  ])
  expect(segments[0]!.words[0]!.shape).toMatchObject({ tempo: 2.3, gainDb: 9 })
  expect(segments[0]!.words[0]!.shape.pitchSemitones).toBeCloseTo(-10.35, 2)
})

test('a melody is planned for engines that render one, and for no others', () => {
  const question = [[{ text: 'more' }, { text: 'tea', mark: '?' }]] as const
  const melodies = (renders: readonly ProsodyDimension[]) =>
    plan(question, { renders }).segments[0]!.words.map(({ melody }) => melody)
  expect(melodies(['tempo', 'pitchSemitones', 'gainDb'])).toEqual([undefined, undefined])
  const [, tea] = melodies(['melody'])
  expect(tea?.semitones).toHaveLength(3)
  expect(tea?.semitones.at(-1)).toBeGreaterThan(4)
})

test('engines that only draw rises get the end of questions, from the last accent on', () => {
  const melodies = (mark: '?' | '.') =>
    plan([[{ text: 'more' }, { text: 'tea', mark }]], { renders: ['rises'] }).segments[0]!.words.map(
      ({ melody }) => melody,
    )
  expect(melodies('.')).toEqual([undefined, undefined])
  const [more, tea] = melodies('?')
  expect(more).toBeUndefined()
  expect(tea?.semitones.at(-1)).toBeGreaterThan(5)
})

test('each part of a sentence that is cut keeps its melody', () => {
  const words = Array.from({ length: 60 }, (_, i) => ({ text: i % 9 === 8 ? 'and' : 'word' }))
  const { segments } = plan([[...words, FINAL]], { renders: ['melody'] })
  expect(segments.length).toBeGreaterThan(2)
  for (const word of segments.flatMap((segment) => segment.words)) {
    expect(word.melody?.semitones).toHaveLength(word.phonemes.length + 1)
  }
})
