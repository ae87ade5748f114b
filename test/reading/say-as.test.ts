import { expect, test } from 'vitest'
import { LOCALES, type Locale } from '../../src/text/english/dialects.ts'
import { parseMarkup } from '../../src/text/markup/parse-markup.ts'
import { layOutRuns } from '../../src/text/markup/tree/lay-out-runs.ts'
import { normalizeText } from '../../src/text/normalization/normalize-text.ts'
import { findGrammar } from '../../src/text/reading/grammars/find-grammar.ts'
import { GRAMMARS } from '../../src/text/reading/grammars/grammars.ts'
import { readLabels } from '../../training/reading/read-rows.ts'

/** Written forms of every grammar: the targets of the labelled sentences, and forms of two words. */
const FORMS: ReadonlySet<string> = new Set([
  ...readLabels().map(({ text, start, end }) => text.slice(start, end)),
  '$5 million',
  '£2.5 bn',
  '$7.25',
  '$2',
  '804 339',
  '52 618',
  '5 pts',
  '12 oz',
  '3 ft',
  '64 min',
  '1/2 oz',
  '~5k',
  '100K+',
  '#405',
])

/** What is said inside a sentence of plain text for a form with a tag around it. */
function sayTagged(
  written: string,
  one: string,
  locale: Locale,
): { readonly said: string; readonly warnings: readonly string[] } {
  const source = `alpha <say-as interpret-as="${one}">${written}</say-as> omega`
  const markup = parseMarkup(source, { ssml: false })
  const { sentences, warnings = [] } = normalizeText(layOutRuns(markup), { source, locale, isWord: () => true })
  const words = sentences.flatMap((sentence) => sentence.words.map(({ text }) => text))
  return { said: words.slice(1, -1).join(' '), warnings: [...warnings, ...(markup.warnings ?? [])] }
}

for (const grammar of GRAMMARS)
  test.each(LOCALES)(`a form is said as the class of ${grammar.name} that say-as names: %s`, (locale) => {
    const seen = new Set<string>()
    for (const written of FORMS) {
      if (
        /["<>&]|'$|^\d{1,3}(?: \d{3}){2,}$|^\d{1,3} 000$/.test(written) ||
        (!written.includes(' ') && findGrammar(written, locale) !== grammar && grammar.name !== 'abbreviation')
      )
        continue
      for (const candidate of grammar.propose(written, locale)) {
        const wanted = grammar
          .say(candidate, locale)
          .map(({ text }) => text)
          .join(' ')
        expect({ written, one: candidate.class, ...sayTagged(written, candidate.class, locale) }).toEqual({
          written,
          one: candidate.class,
          said: wanted,
          warnings: [],
        })
        seen.add(candidate.class)
      }
    }
    expect(seen.size).toBeGreaterThan(0)
  })
