import type { Fields } from '../../candidate.ts'
import { defineGrammar, type Sayings } from '../../define-grammar.ts'
import { say, wordOf } from '../../spoken-word.ts'

const ALTERNATIVES = {
  or: link('or'),
  and: link('and'),
  slash: link('slash'),
} satisfies Sayings

function link(word: string) {
  return ({ first, second }: Fields) => [wordOf(first!), ...say(word), wordOf(second!)]
}

/** The slash of `parent/guardian` is _or_, _and_ or _slash_. The usual reading leaves it out. */
export const alternativesGrammar = defineGrammar({
  name: 'alternatives',
  sayings: ALTERNATIVES,
  safest: 'slash',
  findShape: (written) => {
    const [, first, second] = /^([A-Z][a-z]{3,14}|[a-z]{2,15})\/([A-Z][a-z]{3,14}|[a-z]{2,15})$/.exec(written) ?? []
    return first === undefined || second === undefined
      ? undefined
      : { fields: { first, second }, classes: ['or', 'and', 'slash'] }
  },
})
