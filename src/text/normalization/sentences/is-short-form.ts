import { ABBREVIATION_MEANINGS } from '../../reading/grammars/abbreviation/meanings.ts'
import { ABBREVIATIONS } from '../tables/abbreviations.ts'
import { DAYS, MONTHS } from '../tables/calendar.ts'
import { UNITS } from '../tables/units.ts'

/** Whether a word in small letters, without its last stop, may be short for another, or letters. */
export function isShortForm(lower: string): boolean {
  return (
    /^(?:[a-z]\.)*[a-z]$/.test(lower) ||
    ABBREVIATIONS.has(lower) ||
    ABBREVIATION_MEANINGS.has(lower) ||
    (UNITS.has(lower) && /^[a-z]+$/.test(lower)) ||
    (lower.length < 6 && (MONTHS.has(lower) || DAYS.has(lower)))
  )
}
