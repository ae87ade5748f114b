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

/** `parent/guardian` is one or the other, both, or says its slash; the usual reading has no word for it. */
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
