import { isPronounceable } from '../../../normalization/pieces/read-capitals.ts'
import { DAYS, MONTHS } from '../../../normalization/tables/calendar.ts'
import { STATES } from '../../../normalization/tables/states.ts'
import { defineGrammar } from '../../define-grammar.ts'
import { CAPITALS } from './say.ts'

/** `US` is a word that is written loud, or letters; `USD` is letters alone; `OR` may be a state, `SAT` a day. */
export const capitalsGrammar = defineGrammar({
  name: 'capitals',
  sayings: CAPITALS,
  safest: 'letters',
  findShape: (written) => {
    const lower = written.toLowerCase()
    if (!/^[A-Z]{2,6}$/.test(written) || !isWordLike(lower)) return undefined
    const classes: (keyof typeof CAPITALS)[] = ['word', 'letters']
    if (STATES.has(written)) classes.push('state')
    if (written.length < 5 && (DAYS.has(lower) || MONTHS.has(lower))) classes.push('calendar')
    return { fields: { letters: written }, classes }
  },
})

/** Has a consonant, or a Y that sounds as one: `you`, `eye`. */
function isWordLike(lower: string): boolean {
  return isPronounceable(lower) && /[^aeiouy]|^y|ye$/.test(lower)
}
