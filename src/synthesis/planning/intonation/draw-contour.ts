import { isVowel } from '../../../text/arpabet.ts'
import type { SpokenWord } from '../../../text/utterance.ts'
import type { WordMelody } from '../../synthesis-plan.ts'
import type { Accents } from './choose-accents.ts'
import type { Tune } from './choose-tunes.ts'

/** Semitones at four points of a tune: before the last accented vowel, on it, after it, and at the phrase's end. */
type TuneShape = {
  readonly before: number
  readonly peak: number
  /** The peak if no syllable follows: the vowel itself must carry the movement. */
  readonly lonePeak: number
  readonly after: number
  readonly end: number
  /** Factor of the voice's own melody from the last accent on. That melody often falls when a tune has to rise. */
  readonly ownRange: number
}

/**
 * The tunes, in ToBI (Beckman and Ayers Elam, "Guidelines for ToBI labelling", version 3, 1997), as semitones on top of the voice's
 * own melody, which has the same shapes at about half their size.
 */
const TUNES: Readonly<Record<Tune, TuneShape>> = {
  /** H* L-L%. The end falls below the line of the declination (Liberman and Pierrehumbert 1984, "final lowering"). */
  fall: { before: 0.5, peak: 3, lonePeak: 2, after: -0.5, end: -1.8, ownRange: 0.4 },
  /** L+H* L-L%. */
  'high-fall': { before: 0, peak: 4, lonePeak: 2.5, after: 0, end: -2, ownRange: 0.5 },
  /** H* L-L%, not all the way down. */
  'half-fall': { before: 0, peak: 2, lonePeak: 1.5, after: 0, end: -1, ownRange: 0.7 },
  /** L* H-H%. */
  rise: { before: -3.5, peak: -2.5, lonePeak: 1.5, after: 3, end: 8, ownRange: 0.25 },
  /** L* H-L%: the first of two alternatives. */
  'choice-rise': { before: -1, peak: -0.5, lonePeak: 1.5, after: 2, end: 3, ownRange: 0.4 },
  /** H* L-H%. */
  continuation: { before: 0, peak: 2, lonePeak: 2, after: 0.5, end: 2.5, ownRange: 0.6 },
  /** H* H-L%: an item of a list. */
  item: { before: 0, peak: 1, lonePeak: 1, after: 2.2, end: 4.2, ownRange: 0.25 },
  /** H* L-, with the end left open. */
  level: { before: 0, peak: 2, lonePeak: 2, after: 0.5, end: 0.5, ownRange: 0.6 },
}

/** Semitones from the middle of a tune to its end from which it is a rise to the end. */
const STEEP_END = 3

/** Number of phonemes over which an accent rises and falls. Over fewer, the pitch would leap. */
const ACCENT_RISE = 2
const ACCENT_FALL = 2.5

/** Factor of the voice's own melody in a phrase with an emphasised word. That melody ignores the emphasis and may contradict it. */
const EMPHATIC_OWN_RANGE = 0.35

/** The melody also wanders, as the reader's does for reasons that text does not show: semitones as a standard deviation, and phonemes from turn to turn. */
const WANDER = 1.7
const WANDER_LENGTH = 9

/** Semitones by which a sentence begins higher, and the number of phonemes in which a third of that is left. */
const ONSET = 3
const ONSET_LENGTH = 9

/** Everything that determines a phrase's melody. */
export type Melody = Accents & {
  readonly words: readonly SpokenWord[]
  readonly tune: Tune
  /** Factor of all movements, including the voice's own. */
  readonly range: number
  /** Additional factor of the accents and the tune only. */
  readonly width: number
  /** Semitones of the line under the movements, at the phrase's start and end. */
  readonly from: number
  readonly to: number
  /** Whether the phrase begins its sentence. */
  readonly opensSentence: boolean
  /** Draws for the turns at which the melody wanders. */
  readonly drift: (turn: number) => number
}

/** A point of the melody. `at` counts phonemes from the phrase's start; each phoneme has length 1. */
type Corner = { readonly at: number; readonly semitones: number }

/** Returns the melody of each word of a phrase. */
export function drawContour(melody: Melody): readonly WordMelody[] {
  const { words, heights, isEmphatic, range, width, from, to, nucleus, tune } = melody
  const starts = phonemeStarts(words)
  const length = starts.at(-1)!
  const corners = layTune({ words, nucleus, shape: shapeTune(tune, heights[nucleus]!) }, starts)
  const hills = layAccents(melody, starts)
  const drawn = layDrawn(melody, starts)
  // Counts half phonemes from the phrase's start: the middle of a phoneme is odd, the end of a word is even.
  const heightAt = (half: number): number => {
    const movement = readLine(corners, half / 2) + hills[half]! + drawn[half]!
    return roundSemitones(range * width * movement + from + (to - from) * (half / 2 / length))
  }
  return words.map(({ phonemes }, i) => {
    const semitones: number[] = []
    for (let k = 0; k < phonemes.length; k++) semitones.push(heightAt(2 * (starts[i]! + k) + 1))
    semitones.push(heightAt(2 * starts[i + 1]!))
    const ownRange = range * (isEmphatic ? EMPHATIC_OWN_RANGE : i < nucleus ? 1 : TUNES[tune].ownRange)
    return { ownRange, semitones }
  })
}

/**
 * Semitones of the high beginning of a sentence and of what the melody wanders, for each half phoneme: smooth from turn to turn. It ends
 * before the nucleus, because the tune must be heard as it is meant.
 */
function layDrawn({ nucleus, isEmphatic, opensSentence, drift }: Melody, starts: readonly number[]): Float64Array {
  const line = new Float64Array(2 * starts.at(-1)! + 1)
  const end = starts[nucleus]!
  if (isEmphatic || end === 0) return line
  const wander = WANDER * Math.min(1, end / WANDER_LENGTH)
  const turns = Array.from({ length: Math.floor(end / WANDER_LENGTH) + 2 }, (_, turn) => wander * drift(turn))
  for (let half = 0; half < 2 * end; half++) {
    const at = half / 2
    const turn = Math.floor(at / WANDER_LENGTH)
    const part = at / WANDER_LENGTH - turn
    const weight = part * part * (3 - 2 * part)
    const onset = opensSentence ? ONSET * Math.exp(-at / ONSET_LENGTH) : 0
    const share = Math.min(1, (end - at) / ACCENT_FALL)
    line[half] = share * (turns[turn]! * (1 - weight) + turns[turn + 1]! * weight + onset)
  }
  return line
}

function phonemeStarts(words: readonly SpokenWord[]): readonly number[] {
  const starts = [0]
  for (const { phonemes } of words) starts.push(starts.at(-1)! + phonemes.length)
  return starts
}

/**
 * Semitones of the accents before the nucleus, for each half phoneme. All accents end by the peak of the nucleus. If two overlap,
 * the higher one is used.
 */
function layAccents({ words, heights, nucleus }: Melody, starts: readonly number[]): Float64Array {
  const hills = new Float64Array(2 * starts.at(-1)! + 1)
  const centreOf = (i: number) => starts[i]! + stressedVowel(words[i]!.phonemes) + 0.5
  const end = centreOf(nucleus)
  for (let i = 0; i < nucleus; i++) {
    const height = heights[i]!
    if (height <= 0) continue
    const centre = centreOf(i)
    const fall = Math.min(ACCENT_FALL, end - centre)
    const last = Math.min(hills.length - 1, 2 * (centre + fall))
    for (let half = Math.max(0, 2 * (centre - ACCENT_RISE)); half <= last; half++) {
      const at = half / 2
      const share = 1 - Math.abs(at - centre) / (at < centre ? ACCENT_RISE : fall)
      hills[half] = Math.max(hills[half]!, height * share)
    }
  }
  return hills
}

/** Raises the peak of an emphasised nucleus to the height of its accent. A low nucleus stays low. */
function shapeTune(tune: Tune, height: number): TuneShape {
  const shape = TUNES[tune]
  if (shape.peak < 0) return shape
  return { ...shape, peak: Math.max(shape.peak, height), lonePeak: Math.max(shape.lonePeak, height) }
}

type Nucleus = { readonly words: readonly SpokenWord[]; readonly nucleus: number; readonly shape: TuneShape }

function layTune({ words, nucleus, shape }: Nucleus, starts: readonly number[]): readonly Corner[] {
  const length = starts.at(-1)!
  const vowel = starts[nucleus]! + stressedVowel(words[nucleus]!.phonemes)
  // A low accent needs no rise before it: the pitch steps down just before the vowel.
  const approach = shape.before < 0 ? 1 : ACCENT_RISE
  const corners = [
    { at: vowel + 0.5 - approach - ACCENT_FALL, semitones: 0 },
    { at: vowel + 0.5 - approach, semitones: shape.before },
  ]
  const end = { at: length, semitones: shape.end }
  if (!hasVowelAfter(words, nucleus)) return [...corners, { at: vowel + 0.5, semitones: shape.lonePeak }, end]
  const soon = Math.min(vowel + 2.5, (vowel + 0.5 + length) / 2)
  // Where words follow the accent, most of a rise is heard in the last syllable.
  const isLate = shape.end > shape.after + STEEP_END && lastVowel(words) >= starts[nucleus + 1]!
  const at = isLate ? Math.max(soon, lastVowel(words)) : soon
  const after = { at, semitones: shape.after }
  return [...corners, { at: vowel + 0.5, semitones: shape.peak }, after, end]
}

/** True if a vowel follows the stressed vowel of the nucleus. */
function hasVowelAfter(words: readonly SpokenWord[], nucleus: number): boolean {
  const { phonemes } = words[nucleus]!
  for (let i = stressedVowel(phonemes) + 1; i < phonemes.length; i++) if (isVowel(phonemes[i]!)) return true
  for (let i = nucleus + 1; i < words.length; i++) if (words[i]!.phonemes.some(isVowel)) return true
  return false
}

/** Index of the last vowel of the phrase. */
function lastVowel(words: readonly SpokenWord[]): number {
  return words.flatMap(({ phonemes }) => phonemes).findLastIndex(isVowel)
}

/** Index of the vowel with primary stress; otherwise with secondary stress, otherwise the first vowel, otherwise the first sound. */
function stressedVowel(phonemes: readonly string[]): number {
  for (const stress of ['1', '2', '0']) {
    for (let i = 0; i < phonemes.length; i++) if (phonemes[i]!.endsWith(stress)) return i
  }
  return 0
}

/** Interpolates a line at a position. Its corners must be in order. */
function readLine(corners: readonly Corner[], at: number): number {
  let next = 0
  while (next < corners.length - 1 && corners[next]!.at < at) next++
  const right = corners[next]!
  if (next === 0 || right.at <= at) return right.semitones
  const left = corners[next - 1]!
  return left.semitones + ((right.semitones - left.semitones) * (at - left.at)) / (right.at - left.at)
}

/** Rounds to hundredths of a semitone, which are inaudible. This keeps plans short. */
function roundSemitones(value: number): number {
  return Math.round(value * 100) / 100 + 0
}
