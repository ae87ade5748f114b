import { wordSet } from '../../../language/word-set.ts'
import { type Scene, tokenAfter } from '../../scene.ts'
import { ABBREVIATIONS } from '../../tables/abbreviations.ts'
import type { Token } from '../../tokens/token.ts'

/** Kinds of streets, in lower case. */
export const STREETS = wordSet(
  'loop trail pike plaza alley mews grove gardens wharf quay causeway turnpike cove esplanade street avenue boulevard road lane drive court place parkway highway square terrace way close crescent circle broadway row walk hill',
)
/** One to four capitalised words or ordinals and then the word for a street. */
export function namesStreet(scene: Scene, index: number): boolean {
  for (let i = index + 1; i <= index + 5; i++) {
    const token = tokenAfter(scene, i - 1)
    if (token === undefined) return false
    if (i > index + 1 && isStreetWord(token)) return true
    if (!/^[A-Z][a-z']*$|^\d{1,3}(?:st|nd|rd|th)$|^[NS][EW]$/.test(token.text)) return false
  }
  return false
}

export function isStreetWord({ text, lower }: Token): boolean {
  return /^[A-Z]/.test(text) && (STREETS.has(lower) || streetNamed(lower) !== undefined)
}

export function streetNamed(lower: string): string | undefined {
  return ABBREVIATIONS.get(lower)?.find(({ use }) => use === 'street')?.say
}
