import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SPELLED_IN_ANY_CASE } from '../../../english/acronyms.ts'
import { abbreviationGrammar } from './grammar.ts'
import { ABBREVIATION_MEANINGS, LEADING_MEANINGS } from './meanings.ts'

const DATA = new URL('../../../../../data/english/', import.meta.url)

test('each form is there once, in small letters, with different meanings', () => {
  const forms = readFileSync(new URL('abbreviations.tsv', DATA), 'utf8').trimEnd().split('\n').slice(1)
  expect(ABBREVIATION_MEANINGS.size).toBe(forms.length)
  for (const [written, meanings] of ABBREVIATION_MEANINGS) {
    expect(written).toMatch(/^[a-z]{1,6}$|^[a-z]\/[a-z]$/)
    expect(new Set(meanings).size).toBe(meanings.length)
    expect(meanings).not.toContain(written)
  }
})

test('each form is proposed as each of its meanings, in any case and with or without its stop', () => {
  for (const [written, meanings] of ABBREVIATION_MEANINGS)
    for (const form of [written, written.toUpperCase(), written[0]!.toUpperCase() + written.slice(1)])
      for (const stop of ['', '.']) {
        const candidates = abbreviationGrammar.propose(form + stop, 'en_US')
        const said = candidates.map((one) =>
          abbreviationGrammar
            .say(one, 'en_US')
            .map(({ text }) => text)
            .join(' '),
        )
        for (const meaning of meanings) expect(said).toContain(meaning)
        const isWord = /^[a-z]*[aeiouy][a-z]*$/.test(written) && !SPELLED_IN_ANY_CASE.has(written)
        expect(candidates.some((one) => one.class === 'word')).toBe(isWord)
      }
})

test('what must have something behind it is a meaning of some form', () => {
  const all = new Set([...ABBREVIATION_MEANINGS.values()].flat())
  expect([...LEADING_MEANINGS].filter((one) => !all.has(one))).toEqual([])
})
