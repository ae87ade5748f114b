import type { SegmentWord } from '../../synthesis-plan.ts'
import { isSung, isVoiceless } from './sound-classes.ts'

/** The word's tokens: from `firstToken` up to and excluding `endToken`, which is the word's boundary. */
export type ScriptedWord = {
  readonly firstToken: number
  readonly endToken: number
  /** Length of the pause after the word. */
  readonly pauseSamples: number
}

/** A point of the melody, at the fraction `part` of a token's duration. */
export type MelodyPoint = { readonly token: number; readonly part: number; readonly semitones: number }

/** Voiced share of a vowel before a voiceless sound and a pause, measured in `ember`. */
const PART_BEFORE_VOICELESS = 0.4

/** The points of the melody of all words, in order. Empty if no word has a melody. */
export function placeMelody(words: readonly SegmentWord[], scripted: readonly ScriptedWord[]): readonly MelodyPoint[] {
  if (words.every(({ melody }) => melody === undefined)) return []
  return words.flatMap((word, i): readonly MelodyPoint[] => {
    const { firstToken, pauseSamples } = scripted[i]!
    const isFinal = pauseSamples > 0 || i === words.length - 1
    const points = isFinal ? placeFinalWord(word, firstToken) : placeWord(word, firstToken)
    const followsPause = i === 0 || scripted[i - 1]!.pauseSamples > 0
    return followsPause ? [{ ...points[0]!, token: firstToken, part: 0 }, ...points] : points
  })
}

/** A point in the middle of each phoneme and one at the word's end. */
function placeWord({ melody, phonemes }: SegmentWord, firstToken: number): readonly MelodyPoint[] {
  const semitones = melody?.semitones ?? []
  const middles = phonemes.map((_, k) => ({ token: firstToken + k, part: 0.5, semitones: semitones[k] ?? 0 }))
  return [...middles, { token: firstToken + phonemes.length - 1, part: 1, semitones: semitones[phonemes.length] ?? 0 }]
}

/**
 * Places a word before a pause. Its end value is reached while its last sound with a pitch is still voiced; otherwise the rest of
 * the movement would be inaudible.
 */
function placeFinalWord(word: SegmentWord, firstToken: number): readonly MelodyPoint[] {
  const { phonemes } = word
  const points = placeWord(word, firstToken)
  const lastSung = phonemes.findLastIndex(isSung)
  if (lastSung < 0) return points
  const voicedPart = isVoiceless(phonemes[lastSung + 1]) ? PART_BEFORE_VOICELESS : 1
  const last = points[lastSung]!
  return [
    ...points.slice(0, lastSung),
    { ...last, part: last.part * voicedPart },
    { token: last.token, part: voicedPart, semitones: points.at(-1)!.semitones },
  ]
}

/** Semitones of each frame. Interpolates linearly between the points; level before the first and after the last. */
export function drawMelody(starts: Int32Array, points: readonly MelodyPoint[]): Float32Array {
  const line = new Float32Array(starts.at(-1)!)
  const timeOf = ({ token, part }: MelodyPoint) => starts[token]! + part * (starts[token + 1]! - starts[token]!)
  let next = 0
  for (let t = 0; points.length > 0 && t < line.length; t++) {
    const x = t + 0.5
    while (next < points.length && timeOf(points[next]!) <= x) next++
    const left = points[Math.max(0, next - 1)]!
    const right = points[Math.min(next, points.length - 1)]!
    const width = timeOf(right) - timeOf(left)
    const weight = width > 0 ? Math.min(1, (x - timeOf(left)) / width) : 0
    line[t] = left.semitones * (1 - weight) + right.semitones * weight
  }
  return line
}
