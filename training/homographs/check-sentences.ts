import type { HomographModel } from '../../src/text/phonemization/homographs/homograph-model.ts'
import { resolveHomograph } from '../../src/text/phonemization/homographs/resolve-homograph.ts'
import type { Lexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import { findMarkedHomograph } from './find-homograph.ts'

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
    const found = findMarkedHomograph(sentence, { lexicon, tagger: model.tagger })
    const senses = lexicon.homographOf(found.sentence.words[found.index]!.text)!
    const { phonemes } = resolveHomograph(senses, { ...found, model })
    return { sentence, expected, isRight: soften(phonemes.join(' ')) === soften(expected) }
  })
}

/** Unstressed AH and IH, and secondary stress and none, are the same reading here. */
function soften(phonemes: string): string {
  return phonemes.replaceAll('2', '0').replaceAll('IH0', 'AH0')
}
