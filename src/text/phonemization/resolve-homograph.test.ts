import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { NEUTRAL_DELIVERY } from '../markup/markup-run.ts'
import type { NormalizedWord } from '../normalization/normalized-text.ts'
import { createLexicon } from './lexicon.ts'
import { resolveHomograph } from './resolve-homograph.ts'

const lexicon = createLexicon(readFileSync('data/lexicon/en-us.bin'))

type Case = { readonly word: string; readonly expected: string; readonly sentence: string }

function readCases(name: string): readonly Case[] {
  const lines = readFileSync(join(import.meta.dirname, 'homograph-sentences', name), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [word = '', expected = '', sentence = ''] = line.split('\t')
      return { word, expected, sentence }
    })
}

function wordsOf(sentence: string): readonly NormalizedWord[] {
  return sentence.split(' ').map((token, source) => {
    const written = token.replace(/[[\].,?!]/g, '')
    const mark = /[.,?!]$/.exec(token)?.[0] as ',' | undefined
    const boundary = mark === undefined ? {} : { boundary: { mark, delivery: NEUTRAL_DELIVERY } }
    return { text: written.toLowerCase(), written, source, reading: 'word', delivery: NEUTRAL_DELIVERY, ...boundary }
  })
}

/** Unstressed AH and IH, and secondary stress and none, are the same reading here. */
function soften(phonemes: string): string {
  return phonemes.replaceAll('2', '0').replaceAll('IH0', 'AH0')
}

function isRight({ expected, sentence }: Case): boolean {
  const index = sentence.split(' ').findIndex((token) => token.startsWith('['))
  const words = wordsOf(sentence)
  const { phonemes } = resolveHomograph(lexicon.homographOf(words[index]!.text)!, words, index)
  return soften(phonemes.join(' ')) === soften(expected)
}

describe('resolveHomograph', () => {
  test.each(readCases('tuning.tsv'))('reads "$sentence" with $expected', (sample) => {
    expect(isRight(sample)).toBe(true)
  })

  test('reads at least nine in ten of the sentences that the rules were not made on', () => {
    const cases = readCases('held-out.tsv')
    const wrong = cases.filter((sample) => !isRight(sample)).map(({ sentence }) => sentence)
    expect(wrong.length / cases.length, wrong.join('\n')).toBeLessThanOrEqual(0.1)
  })
})
