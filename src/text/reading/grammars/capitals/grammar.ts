import { SPELLED_IN_ANY_CASE } from '../../../english/acronyms.ts'
import { findDayOrMonth } from '../../../english/calendar.ts'
import { findState } from '../../../english/states.ts'
import { defineGrammar } from '../../define-grammar.ts'
import { isCapitals } from '../../tokens/token-shape.ts'
import { isPronounceable } from './read-capitals.ts'
import { CAPITALS, nameOfLetters } from './say.ts'

/** `US` is a word that is written loud, or letters; `OR` may be a state, `SAT` a day, `NW` and `N` a side of the compass. */
export const capitalsGrammar = defineGrammar({
  name: 'capitals',
  sayings: CAPITALS,
  safest: 'letters',
  findShape: (written, locale) => {
    const lower = written.toLowerCase()
    if (!isCapitals(written, 1, 6)) return undefined
    const classes: (keyof typeof CAPITALS)[] = ['letters']
    if (written.length > 1 && isWordLike(lower) && !SPELLED_IN_ANY_CASE.has(lower)) classes.push('word')
    if (findState(written, locale) !== undefined) classes.push('state')
    if (written === 'F' || (written.length < 5 && findDayOrMonth(lower) !== undefined)) classes.push('calendar')
    if (nameOfLetters(written) !== undefined) classes.push('short')
    if (written === 'E') classes.push('even')
    return classes.length < 2 ? undefined : { fields: { letters: written }, classes }
  },
})

/** Has a consonant, or a Y that sounds as one: `you`, `eye`. */
function isWordLike(lower: string): boolean {
  return isPronounceable(lower) && /[^aeiouy]|^y|ye$/.test(lower)
}
