import { afterAll, describe, expect, test } from 'vitest'
import { effortTiltAt } from '../../src/audio/prosody/vocal-effort.ts'
import { bandLevelDb } from '../support/band-level.ts'
import { LOUDNESSES, PITCHES, TEMPOS } from '../support/delivery-values.ts'
import type { PitchRange } from '../support/estimate-pitch.ts'
import { findClick } from '../support/find-click.ts'
import { cutWords, loudnessBetween, pitchBetween, tempoBetween, type WordRange } from '../support/measure-delivery.ts'
import { formantShift } from '../support/measure-formants.ts'
import { loadServiceVoices, type SpokenText, speakText } from '../support/speak-text.ts'
import { truePeakDb } from '../support/true-peak.ts'

/** Avatars of voices that differ in how they are made, and one whose voice has a tempo, a pitch and a brightness of its own. */
const AVATARS = { ember: 3, rms: 17, slt: 20, kal16: 33, 'kal16 in promo': 21 }
/** Where the pitch of a low voice is, from an octave below what it says to an octave above. */
const LOW: PitchRange = { lowestHz: 38, highestHz: 340 }
const PITCH_RANGES: Readonly<Record<string, PitchRange>> = { rms: LOW, kal16: LOW, 'kal16 in promo': LOW }

/** A sentence, and the words of it that a tag is around. */
type Stretch = {
  readonly name: string
  readonly range: WordRange
  readonly mark: (open: string, close: string) => string
}

const STRETCHES: readonly Stretch[] = [
  {
    name: 'one word',
    range: { first: 4, last: 4 },
    mark: (open, close) => `We left the old ${open}river${close} boat by the quiet harbour, and walked home.`,
  },
  {
    name: 'a stretch inside',
    range: { first: 4, last: 9 },
    mark: (open, close) => `We left the old ${open}river boat by the quiet harbour${close}, and walked home.`,
  },
  {
    name: 'everything',
    range: { first: 0, last: 12 },
    mark: (open, close) => `${open}We left the old river boat by the quiet harbour, and walked home.${close}`,
  },
]
const INSIDE = STRETCHES[1]!
/** The values that go wrong first. */
const outermost = (values: readonly number[]): readonly number[] => [values[0]!, values.at(-1)!]
/** One voice of each way to synthesise. */
const ONE_OF_EACH_KIND: readonly string[] = ['ember', 'rms', 'kal16']
/** For these, all values are measured inside of a sentence; the outermost for all voices and everywhere. `bench/delivery.ts` measures all. */
const valuesFor = (name: string, stretch: Stretch, values: readonly number[]): readonly number[] =>
  stretch === INSIDE && ONE_OF_EACH_KIND.includes(name) ? values : outermost(values)

/** `findClick` gives up to 2.3 for the same sentence without a tag. */
const SHARPEST = 3

const resources = await loadServiceVoices()
afterAll(() => resources.close())

/** From the start of some words to their end; to that of the audio where they are the last. */
function stretchSamples({ audio, times }: SpokenText, { first, last }: WordRange): number {
  const end = last + 1 < times.length ? times[last]!.endSample : audio.samples.length
  return end - times[first]!.startSample
}

/** What goes wrong with one value, in words; undefined if it is right. */
type Problem = string | undefined
const tooFar = (what: string, error: number, most: number): Problem =>
  Math.abs(error) <= most ? undefined : `${what} is off by ${error.toFixed(3)}`

/** Clipping and clicks, which no delivery may cause. */
function findFlaws({ audio }: SpokenText): readonly Problem[] {
  const peak = truePeakDb(audio)
  const click = findClick(audio)
  return [
    peak < -1 ? undefined : `a peak of ${peak.toFixed(2)} dBTP`,
    click === undefined || click.sharpness < SHARPEST
      ? undefined
      : `a click of ${click.sharpness.toFixed(1)} at ${click.seconds} s`,
  ]
}

describe.each(Object.entries(AVATARS))('%s', (name, speakerId) => {
  const speak = (text: string, ssml = false) => speakText(text, { speakerId, resources, ssml })

  /** Speaks a stretch with each value of a tag, and says what is wrong with it. */
  async function findProblems(
    { mark }: Stretch,
    { tag, values }: { readonly tag: string; readonly values: readonly number[] },
    compare: (neutral: SpokenText, spoken: SpokenText, value: number) => readonly Problem[],
  ): Promise<readonly string[]> {
    const neutral = await speak(mark('', ''))
    const problems = await Promise.all(
      values.map(async (value) => {
        const spoken = await speak(mark(`<${tag} value="${value}">`, `</${tag}>`))
        return [...compare(neutral, spoken, value), ...findFlaws(spoken)].map(
          (problem) => problem && `${value}: ${problem}`,
        )
      }),
    )
    return problems.flat().filter((problem) => problem !== undefined)
  }

  test.each(STRETCHES)('tempo is exact within 1 % for $name, and the times of all words follow', async (stretch) => {
    const { range } = stretch
    const problems = await findProblems(
      stretch,
      { tag: 'tempo', values: valuesFor(name, stretch, TEMPOS) },
      (neutral, spoken, value) => {
        const [before, after] = [neutral, spoken].map((speech) => stretchSamples(speech, range))
        const rest = neutral.audio.samples.length - before!
        return [
          tooFar('tempo', tempoBetween(neutral, spoken, range) / value - 1, 0.01),
          tooFar('tempo with pauses', before! / after! / value - 1, 0.01),
          tooFar('the rest', (spoken.audio.samples.length - after! - rest) / spoken.audio.sampleRate, 0.005),
        ]
      },
    )
    expect(problems).toEqual([])
  })

  test('pitch is exact within 0.3 semitones, the formants stay, and no word moves', async () => {
    const { range } = INSIDE
    const problems = await findProblems(
      INSIDE,
      { tag: 'pitch', values: valuesFor(name, INSIDE, PITCHES) },
      (neutral, spoken, value) => [
        tooFar(
          'pitch',
          pitchBetween(neutral, spoken, range, PITCH_RANGES[name]) - 12 * Math.log2(1 + value / 100),
          0.3,
        ),
        outermost(PITCHES).includes(value)
          ? tooFar('the formants', formantShift(cutWords(neutral, range), cutWords(spoken, range)) - 1, 0.04)
          : undefined,
        JSON.stringify(neutral.times) === JSON.stringify(spoken.times) ? undefined : 'words have moved',
      ],
    )
    expect(problems).toEqual([])
  })

  test.each(STRETCHES)('loudness is exact within 0.5 dB for $name', async (stretch) => {
    const problems = await findProblems(
      stretch,
      { tag: 'loudness', values: valuesFor(name, stretch, LOUDNESSES) },
      (neutral, spoken, value) => [tooFar('loudness', loudnessBetween(neutral, spoken, stretch.range) - value, 0.5)],
    )
    expect(problems).toEqual([])
  })

  test('louder speech is brighter by what the effort says, whoever renders it', async () => {
    const { mark, range } = INSIDE
    const neutral = await speak(mark('', ''))
    for (const value of [-10, 3]) {
      const spoken = await speak(mark(`<loudness value="${value}">`, '</loudness>'))
      const [before, after] = [neutral, spoken].map((speech) => {
        const stretch = cutWords(speech, range)
        return bandLevelDb(stretch, 3000) - bandLevelDb(stretch, 300)
      })
      const wanted = 20 * Math.log10(effortTiltAt(3000, value) / effortTiltAt(300, value))
      expect(Math.abs(after! - before! - wanted)).toBeLessThan(1)
    }
  })

  test('tags in tags multiply, and each is as exact as alone', async () => {
    const { mark, range } = INSIDE
    const open = '<loudness value="5"><pitch value="30"><tempo value="1.3">'
    const [neutral, fast, high, all] = await Promise.all([
      speak(mark('', '')),
      speak(mark('<tempo value="1.3">', '</tempo>')),
      speak(mark('<pitch value="30"><tempo value="1.3">', '</tempo></pitch>')),
      speak(mark(open, '</tempo></pitch></loudness>')),
    ])
    expect(Math.abs(tempoBetween(neutral, all, range) / 1.3 - 1)).toBeLessThan(0.01)
    expect(Math.abs(pitchBetween(fast, all, range) - 12 * Math.log2(1.3))).toBeLessThan(0.3)
    expect(Math.abs(loudnessBetween(high, all, range) - 5)).toBeLessThan(0.5)
    expect(findFlaws(all)).toEqual([undefined, undefined])
  })

  test('SSML and emphasis in a tag multiply with it', async () => {
    const { mark, range } = INSIDE
    const neutral = await speak(mark('', ''), true)
    const slow = '<tempo value="0.9"><prosody rate="120%"><prosody rate="1.3">'
    const nested = await speak(mark(slow, '</prosody></prosody></tempo>'), true)
    expect(Math.abs(tempoBetween(neutral, nested, range) / (0.9 * 1.2 * 1.3) - 1)).toBeLessThan(0.01)
    const stressed = await speak(mark('<emphasis level="strong">', '</emphasis>'), true)
    const both = await speak(mark('<tempo value="1.3"><emphasis level="strong">', '</emphasis></tempo>'), true)
    expect(Math.abs(tempoBetween(stressed, both, range) / 1.3 - 1)).toBeLessThan(0.01)
  })

  test('a tag around a comma alone makes the pause longer, and silent from end to end', async () => {
    const text = (comma: string) => `We left the boat${comma} and walked home.`
    const [plain, shaped] = await Promise.all([
      speak(text(',')),
      speak(text('<tempo value="0.7"><loudness value="-40">,</loudness></tempo>')),
    ])
    const pauseOf = ({ audio, times }: SpokenText) => audio.samples.subarray(times[3]!.endSample, times[4]!.startSample)
    expect(pauseOf(shaped).length).toBeCloseTo(pauseOf(plain).length / 0.7, -1)
    expect(pauseOf(shaped).every((sample) => sample === 0)).toBe(true)
    expect(findFlaws(shaped)).toEqual([undefined, undefined])
  })
})
