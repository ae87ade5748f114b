import { NEUTRAL_DELIVERY } from '../../../markup/tree/markup-run.ts'
import type { BoundaryMark, NormalizedWord } from '../../../normalization/normalized-text.ts'
import type { Lexicon } from '../../lexicon/lexicon.ts'
import { resolveHomograph } from '../resolve-homograph.ts'

/** A sentence whose homograph stands in brackets, and how it is to be read. */
export type HomographSentence = { readonly sentence: string; readonly expected: string; readonly isRight: boolean }

/** Reads the homographs of a table: lines `word<TAB>phonemes<TAB>sentence`, `#` begins a comment. */
export function checkSentences(table: string, lexicon: Lexicon): readonly HomographSentence[] {
  const lines = table.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, expected = '', sentence = ''] = line.split('\t')
    const tokens = sentence.split(' ')
    const index = tokens.findIndex((token) => token.startsWith('['))
    const words = tokens.map(readToken)
    const { phonemes } = resolveHomograph(lexicon.homographOf(words[index]!.text)!, words, index)
    return { sentence, expected, isRight: soften(phonemes.join(' ')) === soften(expected) }
  })
}

function readToken(token: string, source: number): NormalizedWord {
  const written = token.replace(/[[\].,?!]/g, '')
  const mark = /[.,?!]$/.exec(token)?.[0] as BoundaryMark | undefined
  const boundary = mark === undefined ? {} : { boundary: { mark, delivery: NEUTRAL_DELIVERY } }
  return { text: written.toLowerCase(), written, source, reading: 'word', delivery: NEUTRAL_DELIVERY, ...boundary }
}

/** Unstressed AH and IH, and secondary stress and none, are the same reading here. */
function soften(phonemes: string): string {
  return phonemes.replaceAll('2', '0').replaceAll('IH0', 'AH0')
}
