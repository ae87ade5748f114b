import { isPronounceable } from '../../../normalization/pieces/read-capitals.ts'
import { defineGrammar } from '../../define-grammar.ts'
import { CAPITALS } from './say.ts'

/** `US` is a word that is written loud, or letters; `USD` is letters alone. */
export const capitalsGrammar = defineGrammar({
  name: 'capitals',
  sayings: CAPITALS,
  safest: 'letters',
  findShape: (written) =>
    /^[A-Z]{2,6}$/.test(written) && isWordLike(written.toLowerCase())
      ? { fields: { letters: written }, classes: ['word', 'letters'] }
      : undefined,
})

/** Has a consonant, or a Y that sounds as one: `you`, `eye`. */
function isWordLike(lower: string): boolean {
  return isPronounceable(lower) && /[^aeiouy]|^y|ye$/.test(lower)
}
