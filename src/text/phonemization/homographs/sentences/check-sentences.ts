import { NEUTRAL_DELIVERY } from '../../../markup/tree/markup-run.ts'
import type { BoundaryMark, NormalizedWord } from '../../../normalization/normalized-text.ts'
import type { Lexicon } from '../../lexicon/lexicon.ts'
import type { HomographModel } from '../homograph-model.ts'
import { resolveHomograph } from '../resolve-homograph.ts'

/** A sentence with its homograph in brackets, and how the homograph is to be read. */
export type CheckedSentence = { readonly sentence: string; readonly expected: string; readonly isRight: boolean }

/** Reads the homographs of a table: lines `word<TAB>phonemes<TAB>sentence`, `#` begins a comment. */
export function checkSentences(
  table: string,
  { lexicon, model }: { lexicon: Lexicon; model: HomographModel },
): readonly CheckedSentence[] {
  const lines = table.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, expected = '', sentence = ''] = line.split('\t')
    const tokens = sentence.split(' ')
    const index = tokens.findIndex((token) => token.replace('"', '').startsWith('['))
    const words = tokens.map((token, i) => readToken(token, { source: i, next: tokens[i + 1] }))
    const senses = lexicon.homographOf(words[index]!.text)!
    const spelled = { words, spellings: words.map(({ written }) => written) }
    const { phonemes } = resolveHomograph(senses, { sentence: spelled, index, model })
    return { sentence, expected, isRight: soften(phonemes.join(' ')) === soften(expected) }
  })
}

function readToken(token: string, { source, next }: { source: number; next: string | undefined }): NormalizedWord {
  const written = token.replace(/[[\].,?!"]/g, '')
  const ownMark = /[.,?!"]/.exec(token.replace(/^"/, ''))?.[0] ?? (next === undefined ? '.' : undefined)
  const mark = (ownMark ?? (next?.startsWith('"') === true ? '"' : undefined)) as BoundaryMark | undefined
  const boundary = mark === undefined ? {} : { boundary: { mark, delivery: NEUTRAL_DELIVERY } }
  return { text: written.toLowerCase(), written, source, sound: 'word', delivery: NEUTRAL_DELIVERY, ...boundary }
}

/** Unstressed AH and IH, and secondary stress and none, are the same reading here. */
function soften(phonemes: string): string {
  return phonemes.replaceAll('2', '0').replaceAll('IH0', 'AH0')
}
