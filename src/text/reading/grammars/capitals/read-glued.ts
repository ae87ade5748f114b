import type { Scene, Wording } from '../../scene.ts'
import { say, spell } from '../../spoken-word.ts'
import { isCapitals } from '../../tokens/token-shape.ts'

/** Capitals beside a sign that a replacement made a word of: the `AT` of `AT&T` stays two letters. */
export function readGlued({ tokens }: Scene, index: number): Wording | undefined {
  const { text, run, after } = tokens[index]!
  const next = tokens[index + 1]
  if (!isCapitals(text, 1, 3) || next === undefined || !next.joined || after.length > 0) return undefined
  return next.kind === 'text' && next.run !== run ? [say(spell(text))] : undefined
}
