import { lookAround } from '../../../reading/context/look-around.ts'
import { proposeDigits } from '../../../reading/grammars/digits/grammar.ts'
import { sayDigits } from '../../../reading/grammars/digits/say.ts'
import type { Scene, Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

/** A row of digits whose place decides how it is read: the reading that the trained scorer likes best. */
export function readScored({ tokens, locale, readings, earlier }: Scene, index: number): Wording | undefined {
  if (readings === undefined) return undefined
  const candidates = proposeDigits(tokens[index]!.text)
  if (candidates.length === 0) return undefined
  const scores = readings.score(candidates, lookAround(tokens, index, earlier ?? []), locale)
  const best = candidates[scores.indexOf(Math.max(...scores))]!
  return [say(sayDigits(best, locale))]
}
