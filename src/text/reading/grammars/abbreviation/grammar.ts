import { SPELLED_IN_ANY_CASE } from '../../../english/acronyms.ts'
import { defineGrammar } from '../../define-grammar.ts'
import { ABBREVIATION_MEANINGS } from './meanings.ts'
import { ABBREVIATION } from './say.ts'

/** `St.` is a saint, a street or a state, `no.` a number or a word. The stop is that of the abbreviation. */
export const abbreviationGrammar = defineGrammar({
  name: 'abbreviation',
  sayings: ABBREVIATION,
  safest: 'word',
  meanings: [...ABBREVIATION_MEANINGS.values()].flat(),
  findShape: (written) => {
    const letters = written.endsWith('.') ? written.slice(0, -1) : written
    const meanings = /^[A-Za-z]{1,6}$|^[A-Za-z]\/[A-Za-z]$/.test(letters)
      ? ABBREVIATION_MEANINGS.get(letters.toLowerCase())
      : undefined
    if (meanings === undefined) return undefined
    const isWord = /^[a-z]*[aeiouy][a-z]*$/i.test(letters) && !SPELLED_IN_ANY_CASE.has(letters.toLowerCase())
    const asWritten = isWord ? ['word'] : []
    return { fields: { letters }, classes: [...asWritten, ...(letters.length < 4 ? ['letters'] : []), ...meanings] }
  },
})
