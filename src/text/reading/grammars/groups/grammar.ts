import { defineGrammar } from '../../define-grammar.ts'
import { keepApart } from '../keep-apart.ts'
import { GROUPS } from './say.ts'

/** `804 339` is one code in groups, one amount as some countries write it, or two figures that only follow one another. */
export const groupsGrammar = defineGrammar({
  name: 'groups',
  sayings: GROUPS,
  safest: 'digits',
  findShape: (written) => {
    if (!/^\d{1,7}(?: \d{1,7}){1,6}$/.test(written)) return undefined
    const isAmount = /^[1-9]\d{0,2}(?: \d{3})+$/.test(written)
    const classes: (keyof typeof GROUPS)[] = isAmount ? ['digits', 'pairs', 'cardinal'] : ['digits', 'pairs']
    return { fields: { figures: written }, classes: keepApart(classes, written.split(' ')) }
  },
})
