import { ABBREVIATIONS } from '../../english/abbreviations.ts'
import { DAYS, MONTHS } from '../../english/calendar.ts'
import { UNITS } from '../../english/units.ts'
import { ABBREVIATION_MEANINGS } from '../grammars/abbreviation/meanings.ts'
import { isSmall } from '../tokens/token-shape.ts'

/** Whether a word in small letters, without its last stop, may be short for another, or letters. */
export function isShortForm(lower: string): boolean {
  return (
    /^(?:[a-z]\.)*[a-z]$/.test(lower) ||
    ABBREVIATIONS.has(lower) ||
    ABBREVIATION_MEANINGS.has(lower) ||
    (UNITS.has(lower) && isSmall(lower)) ||
    (lower.length < 6 && (MONTHS.has(lower) || DAYS.has(lower)))
  )
}
