import { spellCardinal, spellDigits, spellPairs } from '../../../normalization/numbers/spell-number.ts'
import type { Locale } from '../../../normalization/scene.ts'
import type { Candidate } from '../../candidate.ts'

/** The words of a reading, in the notation of `say`. */
export function sayDigits({ class: kind, fields: { digits } }: Candidate, locale: Locale): string {
  if (kind === 'cardinal') return spellCardinal(digits, locale)
  return kind === 'pairs' ? spellPairs(digits, locale) : spellDigits(digits)
}
