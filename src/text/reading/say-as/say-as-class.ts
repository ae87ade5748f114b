import type { Locale } from '../../english/dialects.ts'
import type { Grammar } from '../candidate.ts'
import { abbreviationGrammar } from '../grammars/abbreviation/grammar.ts'
import { findGrammar } from '../grammars/find-grammar.ts'
import { groupsGrammar } from '../grammars/groups/grammar.ts'
import { measureGrammar } from '../grammars/measure/grammar.ts'
import { moneyGrammar } from '../grammars/money/grammar.ts'
import { splitAffixes, withAffixes } from '../split-affixes.ts'
import type { SpokenWord } from '../spoken-word.ts'

/** The words of a written form as a class of its grammar, as `say-as` asks for; undefined if the form does not allow that class. */
export function sayAsClass(text: string, name: string, locale: Locale): readonly SpokenWord[] | undefined {
  const { lead, written, tail } = splitAffixes(text)
  // The brackets of a sum are punctuation by now.
  for (const grammar of grammarsOf(written, locale))
    for (const form of [written, `(${written})`]) {
      const candidate = grammar.propose(form, locale).find((one) => one.class === name)
      if (candidate !== undefined) return withAffixes(grammar.say(candidate, locale), { lead, tail })
    }
  return undefined
}

function grammarsOf(written: string, locale: Locale): readonly Grammar[] {
  if (written.includes(' ')) return [groupsGrammar, moneyGrammar, measureGrammar]
  const grammar = findGrammar(written, locale)
  return grammar === undefined ? [abbreviationGrammar] : [abbreviationGrammar, grammar]
}
