import { sayApart } from '../../../english/numbers/say-numbers.ts'
import { defineGrammar, type Sayings } from '../../define-grammar.ts'

const SIDES = {
  by: ({ figures }, locale) => sayApart(figures!.split(' '), 'by', locale),
  times: ({ figures }, locale) => sayApart(figures!.split(' '), 'times', locale),
} satisfies Sayings

/** `4x6` is the size of a photograph, or a product. */
export const sidesGrammar = defineGrammar({
  name: 'sides',
  sayings: SIDES,
  safest: 'by',
  findShape: (written) =>
    /^\d{1,4}(?:[x×]\d{1,4}){1,2}$/.test(written)
      ? { fields: { figures: written.replaceAll(/[x×]/g, ' ') }, classes: ['by', 'times'] }
      : undefined,
})
