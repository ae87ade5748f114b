import type { ScriptedWord } from '../melody/melody-line.ts'
import { isSung } from '../melody/sound-classes.ts'
import type { TokenScript } from './token-script.ts'

/** Added energy in standard deviations: per semitone of rise, and at most. */
const ENERGY_PER_SEMITONE = 0.2
const MOST_ADDED_ENERGY = 1
/** Energy up to which sounds are raised. Stronger sounds stay as they are. */
const STRONG = 1

/**
 * Raises the energy of rising last words before a pause; returns the energy of each token. The voice ends every phrase like a
 * falling one: it fades and creaks. Without this, the acoustic network would leave half of a rising vowel unvoiced.
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

/**
 * The sounds of a word that carry a pitch and end above the voice's own melody, with that height in semitones. Empty unless the
 * word ends above it.
 */
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
