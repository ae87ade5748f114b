import { NATURAL, type TimedTokens } from './token-script.ts'

/**
 * Frames that a sound keeps in fast speech if it had them, as long as its word has longer ones. Stops and unstressed vowels are lost when they
 * become shorter. Of 3, 5 and 8, word errors are fewest with 5.
 */
const KEPT_FRAMES = 5

/**
 * The length of each token at its tempo, in frames. Each word of fast speech is exactly as long as its tempo says, and its longer sounds give up more than its
 * short ones, as those of people do.
 */
export function shortenSounds({ frames, tempo, words }: TimedTokens, durations: Float32Array): Float32Array {
  const lengths = durations.map((duration, i) => duration / tempo[i]!)
  for (const { firstToken, endToken } of words) {
    const fast: number[] = []
    for (let i = firstToken; i < endToken; i++) if (frames[i] === NATURAL && tempo[i]! > 1) fast.push(i)
    const aboveKept = (i: number) => lengths[i]! - Math.min(durations[i]!, KEPT_FRAMES)
    const missing = fast.reduce((sum, i) => sum + Math.max(0, -aboveKept(i)), 0)
    const spare = fast.reduce((sum, i) => sum + Math.max(0, aboveKept(i)), 0)
    const moved = Math.min(missing, spare)
    if (moved === 0) continue
    for (const i of fast) {
      const above = aboveKept(i)
      lengths[i]! -= above * (moved / (above < 0 ? missing : spare))
    }
  }
  return lengths
}
