import type { SegmentWord } from '../../synthesis-plan.ts'
import { isSung, isVoiceless } from './phrase-closings.ts'
import type { ScriptedWord, TokenScript } from './token-script.ts'

/** A corner of the melody: `part` of a token's length after its start. */
export type MelodyPoint = { readonly token: number; readonly part: number; readonly semitones: number }

/** How much of a vowel is voiced in this voice, if a voiceless sound and then a pause follow. */
const PART_BEFORE_VOICELESS = 0.4

/** In standard deviations, for a semitone of rise, and at most. */
const ENERGY_PER_SEMITONE = 0.2
const MOST_ADDED_ENERGY = 1
/** Sounds that are this strong already stay as they are. */
const STRONG = 1

/** The corners of the melody of all words, in order; none when no word has a melody. */
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

/** A corner in the middle of each phoneme and one at the word's end. */
function placeWord({ melody, phonemes }: SegmentWord, firstToken: number): readonly MelodyPoint[] {
  const semitones = melody?.semitones ?? []
  const middles = phonemes.map((_, k) => ({ token: firstToken + k, part: 0.5, semitones: semitones[k] ?? 0 }))
  return [...middles, { token: firstToken + phonemes.length - 1, part: 1, semitones: semitones[phonemes.length] ?? 0 }]
}

/**
 * Before a pause the word's end value is reached while its last sound with a pitch still has voice: the rest of the movement would not be
 * heard.
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

/** Semitones of each frame: the line through the points, level before the first and after the last. */
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

/**
 * The energy of each token, with more of it where the last word before a pause rises. The voice's own phrase ends fade and creak
 * as falling ones do, and the acoustic network would leave half of a rising vowel without voice.
 */
export function strengthenRises(energy: Float32Array, script: TokenScript): Float32Array {
  const rises = script.words.flatMap((word) => (word.pauseSamples > 0 ? risingSounds(word, script) : []))
  if (rises.length === 0) return energy
  const raised = Float32Array.from(energy)
  for (const { token, semitones } of rises) {
    const added = Math.min(MOST_ADDED_ENERGY, semitones * ENERGY_PER_SEMITONE)
    raised[token] = Math.max(raised[token]!, Math.min(STRONG, raised[token]! + added))
  }
  return raised
}

/** The sounds of a word that can be sung and are above the voice's own melody when they end, if the word ends so; with that height. */
function risingSounds(
  { firstToken, endToken }: ScriptedWord,
  { tokens, melody }: TokenScript,
): readonly { readonly token: number; readonly semitones: number }[] {
  const points = melody.filter(({ token, part }) => firstToken <= token && token < endToken && part > 0)
  if ((points.at(-1)?.semitones ?? 0) <= 0) return []
  return points.flatMap(({ token }, i) => {
    const semitones = points[i + 1]?.semitones ?? 0
    return semitones > 0 && isSung(tokens[token]!) ? [{ token, semitones }] : []
  })
}
