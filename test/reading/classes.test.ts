import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findGrammar } from '../../src/text/reading/grammars/find-grammar.ts'
import { groupsGrammar } from '../../src/text/reading/grammars/groups/grammar.ts'
import { createReadingScorer } from '../../src/text/reading/scoring/scorer.ts'
import { splitAffixes } from '../../src/text/reading/split-affixes.ts'
import { readLabels, simplify } from '../../training/reading/read-rows.ts'
import { readText, wordsOf } from '../../training/reading/read-text.ts'

/** A sentence whose target is marked by ⟦ ⟧, the class of its reading, and the words that are spoken. */
type Row = {
  readonly locale: string
  readonly one: string
  readonly written: string
  readonly spoken: string
}

const readings = createReadingScorer(readFileSync(`${import.meta.dirname}/../../data/reading/en-us.bin`))

function readRows(file: string): readonly Row[] {
  const [, ...lines] = readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const [one = '', locale = '', written = '', spoken = ''] = line.split('\t')
    return { one, locale, written, spoken }
  })
}

const tables = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.tsv'))

/** Readings that the label of the same sentence accepts; first the one that the table has. */
const accepted = new Map(readLabels().map((row) => [row.text, row.accepted]))

/** Classes that say the same words of a form. */
function classesThatSay(written: string, spoken: string, locale: Row['locale']): readonly string[] {
  const grammar = written.includes(' ') ? groupsGrammar : findGrammar(splitAffixes(written).written, locale)
  const candidates = grammar?.propose(splitAffixes(written).written, locale) ?? []
  const said = candidates.map((one) =>
    grammar!
      .say(one, locale)
      .map(({ text }) => text)
      .join(' '),
  )
  return candidates.flatMap((one, i) => (spoken.endsWith(said[i]!) ? [one.class] : []))
}

describe.each(tables)('%s', (file) => {
  test.each(readRows(file))('$one: $written', ({ one, locale, written, spoken }) => {
    const [left = '', target = '', right = ''] = written.split(/[⟦⟧]/)
    const place = { start: left.length, end: left.length + target.length }
    const read = readText(left + target + right, locale, readings)
    const scored = read.scored!.find(
      ({ source }) => read.words[source]!.start < place.end && read.words[source]!.end > place.start,
    )
    const said = wordsOf(read, place)
    const isOther = said !== spoken && accepted.get(left + target + right)?.includes(simplify(said)) === true
    const expected = isOther ? said : spoken
    const classes = isOther ? [] : [one]
    expect(said).toBe(expected)
    expect([...classes, ...classesThatSay(target, expected, locale)]).toContain(scored?.decision.chosen.class)
  })
})
