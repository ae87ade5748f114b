import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createReadingScorer } from '../../src/text/reading/scoring/scorer.ts'
import { readText, wordsOf } from '../../training/reading/read-text.ts'

/** A sentence whose target is marked by ⟦ ⟧, the class of its reading, and the words that are spoken. */
type Row = {
  readonly locale: 'en_US' | 'en_GB'
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
    const [one = '', locale, written = '', spoken = ''] = line.split('\t')
    return { one, locale: locale === 'en_GB' ? 'en_GB' : 'en_US', written, spoken }
  })
}

const tables = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.tsv'))

describe.each(tables)('%s', (file) => {
  test.each(readRows(file))('$one: $written', ({ one, locale, written, spoken }) => {
    const [left = '', target = '', right = ''] = written.split(/[⟦⟧]/)
    const place = { start: left.length, end: left.length + target.length }
    const read = readText(left + target + right, locale, readings)
    const scored = read.scored!.find(
      ({ source }) => read.words[source]!.start < place.end && read.words[source]!.end > place.start,
    )
    expect({ class: scored?.decision.chosen.class, spoken: wordsOf(read, place) }).toEqual({ class: one, spoken })
  })
})
