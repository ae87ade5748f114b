import { findRomanValue } from '../../../english/numbers/roman-numeral.ts'
import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import type { Manner } from '../../scene.ts'
import { type SpokenWord, say } from '../../spoken-word.ts'
import { startsWithDigit } from '../../tokens/token-shape.ts'

/** The number or letter of a list's entry: `2`, `a`, `iv`. */
export function readMarker(text: string, { locale }: Manner): readonly SpokenWord[] {
  if (startsWithDigit(text)) return say(spellCardinal(text, locale))
  const value = text.length > 1 ? findRomanValue(text.toUpperCase()) : undefined
  return say(value === undefined ? text.toUpperCase().split('').join(' ') : spellCardinal(String(value), locale))
}
