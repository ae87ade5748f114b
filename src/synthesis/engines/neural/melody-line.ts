import type { SegmentWord } from '../../synthesis-plan.ts'
import type { ScriptedWord, TokenScript } from './token-script.ts'

/** A corner of the melody: at the start (0), middle (0.5) or end (1) of a token. */
export type MelodyPoint = { readonly token: number; readonly part: 0 | 0.5 | 1; readonly semitones: number }

/** In standard deviations, for a semitone of rise, and at most. */
const ENERGY_PER_SEMITONE = 0.2
const MOST_ADDED_ENERGY = 1
/** Sounds that are this strong already stay as they are. */
const STRONG = 1
/** Vowels, nasals, liquids and glides. */
const SONOROUS = /^(?:[A-Z]+\d|M|N|NG|L|R|W|Y)$/

/** The corners of the melody of all words, in order; none when no word has a melody. */
export function placeMelody(words: readonly SegmentWord[], scripted: readonly ScriptedWord[]): readonly MelodyPoint[] {
  if (words.every(({ melody }) => melody === undefined)) return []
  return words.flatMap(({ melody, phonemes }, i): MelodyPoint[] => {
    const { firstToken, endToken } = scripted[i]!
    const semitones = (k: number) => melody?.semitones[k] ?? 0
    const middles = phonemes.map((_, k): MelodyPoint => ({ token: firstToken + k, part: 0.5, semitones: semitones(k) }))
    const end: MelodyPoint = { token: endToken - 1, part: 1, semitones: semitones(phonemes.length) }
    const followsPause = i === 0 || scripted[i - 1]!.pauseSamples > 0
    return followsPause ? [{ ...middles[0]!, part: 0 }, ...middles, end] : [...middles, end]
  })
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

/** The sounds of a word that can be sung and lie above the voice's own melody when they end, if the word ends so; with that height. */
function risingSounds(
  { firstToken, endToken }: ScriptedWord,
  { tokens, melody }: TokenScript,
): readonly { readonly token: number; readonly semitones: number }[] {
  const points = melody.filter(({ token, part }) => firstToken <= token && token < endToken && part > 0)
  if ((points.at(-1)?.semitones ?? 0) <= 0) return []
  return points.flatMap(({ token, part }, i) => {
    const semitones = points[i + 1]?.semitones ?? 0
    return part === 0.5 && semitones > 0 && SONOROUS.test(tokens[token]!) ? [{ token, semitones }] : []
  })
}
