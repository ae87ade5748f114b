import { afterAll, describe, expect, test } from 'vitest'
import { measureLoudness } from '../../src/audio/loudness/measure-loudness.ts'
import type { Voice } from '../../src/voices/voice.ts'
import { describeStyle, noticedDifferences, pairStyles } from '../support/compare-styles.ts'
import { describeSpeech, type SpeechFigures } from '../support/describe-speech.ts'
import { findClick } from '../support/find-click.ts'
import { longestRun, loudestPauseDb } from '../support/find-silence.ts'
import { meterPeakDb } from '../support/meter-peak.ts'
import { loadServiceVoices, type SpokenText, speakText } from '../support/speak-text.ts'
import { truePeakDb } from '../support/true-peak.ts'
import { HARVARD_SENTENCES } from './harvard-sentences.ts'

/** Two of the Harvard sentences; the first has pauses inside. */
const TWO = 'It snowed, rained, and hailed the same morning. The juice of lemons makes fine punch.'
const WORDS_OF_TWO = 15
/** Styles are compared in two more. */
const TEXT = `${TWO} ${HARVARD_SENTENCES.slice(0, 2).join(' ')}`

/** LUFS that all avatars are levelled to, on the twenty sentences before these: a few seconds alone would move it by about 1 LU. */
const LOUDNESS = -19
const LOUDNESS_TOLERANCE = 0.5
const LOUDNESS_TEXT = HARVARD_SENTENCES.slice(20).join(' ')
/** Amplitude under which audio counts as silent: 60 dB below full scale, as quiet as a quiet room beside speech. */
const SILENT = 0.001
const QUIETEST_NOISE_DB = -60
/** A closure before or after a pause may add to it. */
const LONGER_THAN_PLANNED_SECONDS = 0.05
/** `findClick` gives 2.6 at most for untouched speech of all avatars, and 3 to 25 for most cuts of 3 ms. */
const SHARPEST = 3
/** Slow reading to fast advertising, pauses included. */
const WORDS_PER_MINUTE = { slowest: 110, fastest: 220 }

/** The smallest differences that count. One is enough. */
const LEAST = {
  /** Far above the error of the tracker; men and women are some ten semitones apart. */
  pitchSemitones: 0.5,
  /** Near the 5 % that listeners just notice (Quené, "On the just noticeable difference for tempo in speech", 2007). */
  tempo: 0.04,
  /** A sixth wider or narrower. */
  melody: 0.15,
  /** The setting: it is not measured. On telling sizes of speakers apart: Ives, Smith and Patterson, JASA 118, 2005. */
  size: 0.05,
  /** Half of what the avatars' own `brightnessDb` is set to where it is set to be heard. */
  brightnessDb: 1,
}

/** In how many of melody, tempo, pauses and brightness the styles of one person differ. */
const LEAST_DIFFERENCES = 2

type Portrait = { readonly voice: Voice; readonly spoken: SpokenText; readonly figures: SpeechFigures }

const resources = await loadServiceVoices()
afterAll(() => resources.close())
const portraits = await Promise.all(resources.catalogue.voices.map(portray))

async function portray(voice: Voice): Promise<Portrait> {
  const spoken = await speakText(TEXT, { speakerId: voice.avatar.id, resources })
  return { voice, spoken, figures: describeSpeech(spoken) }
}

function title({ avatar }: Voice): string {
  return `${avatar.id} ${avatar.name}, ${avatar.style}`
}

describe.each(portraits.map((portrait) => [title(portrait.voice), portrait] as const))('%s', (_, portrait) => {
  const { spoken, figures } = portrait
  const { samples, sampleRate } = spoken.audio

  test('is as loud as all others, with peaks below -1 dBTP', async () => {
    const { audio } = await speakText(LOUDNESS_TEXT, { speakerId: portrait.voice.avatar.id, resources })
    expect(Math.abs(measureLoudness(audio) - LOUDNESS)).toBeLessThan(LOUDNESS_TOLERANCE)
    expect(truePeakDb(audio)).toBeLessThan(-1)
    expect(await meterPeakDb(audio)).toBeLessThanOrEqual(-1)
  })

  test('is silent in pauses, and only there', () => {
    const longestPause = Math.max(...spoken.words.map(({ boundary }) => boundary?.pauseSeconds ?? 0))
    const longestSilence = longestRun(samples, (sample) => Math.abs(sample) < SILENT) / sampleRate
    expect(longestSilence).toBeLessThan(longestPause + LONGER_THAN_PLANNED_SECONDS)
    expect(loudestPauseDb(spoken)).toBeLessThan(QUIETEST_NOISE_DB)
  })

  test('does not click', () => {
    const pause = [spoken.times[WORDS_OF_TWO - 1]!.endSample, spoken.times[WORDS_OF_TWO]!.startSample] as const
    const two = samples.subarray(0, (pause[0] + pause[1]) / 2)
    expect(findClick({ sampleRate, samples: two })?.sharpness).toBeLessThan(SHARPEST)
  })

  test('speaks at a rate that can be followed', () => {
    expect(figures.wordsPerMinute).toBeGreaterThan(WORDS_PER_MINUTE.slowest)
    expect(figures.wordsPerMinute).toBeLessThan(WORDS_PER_MINUTE.fastest)
  })
})

test('avatars of one voice differ in pitch, tempo, melody, size or brightness', () => {
  const alike = portraits.flatMap((one, i) =>
    portraits
      .slice(i + 1)
      .filter((other) => isSameVoice(one.voice, other.voice) && !differ(one, other))
      .map((other) => `${title(one.voice)} and ${title(other.voice)}`),
  )
  expect(alike).toEqual([])
})

const styles = portraits.map(({ voice, spoken, figures }) => ({ voice, figures: describeStyle(spoken, figures) }))
const pairs = pairStyles(styles).map(
  ([one, other]) =>
    [`${one.voice.avatar.name}: ${one.voice.avatar.style}, ${other.voice.avatar.style}`, one, other] as const,
)

test.each(pairs)('%s differ audibly in two ways or more', (_, one, other) => {
  const differences = noticedDifferences(one.figures, other.figures)
  expect(differences.length, differences.join(', ')).toBeGreaterThanOrEqual(LEAST_DIFFERENCES)
})

test('there are eight people with several styles', () => {
  expect(new Set(pairs.map(([, { voice }]) => voice.avatar.name)).size).toBe(8)
})

function isSameVoice(one: Voice, other: Voice): boolean {
  return one.engine === other.engine && one.engineVoice === other.engineVoice
}

function differ(one: Portrait, other: Portrait): boolean {
  const ratio = (figure: 'medianHertz' | 'wordsPerMinute' | 'melodySemitones') =>
    Math.abs(Math.log(one.figures[figure] / other.figures[figure]))
  return (
    12 * Math.LOG2E * ratio('medianHertz') >= LEAST.pitchSemitones ||
    ratio('wordsPerMinute') >= Math.log(1 + LEAST.tempo) ||
    ratio('melodySemitones') >= Math.log(1 + LEAST.melody) ||
    Math.abs(one.voice.size - other.voice.size) >= LEAST.size ||
    Math.abs(one.figures.brightnessDb - other.figures.brightnessDb) >= LEAST.brightnessDb
  )
}
