import { parseMarkup } from '../../../markup/parse-markup.ts'
import { layOutRuns } from '../../../markup/tree/lay-out-runs.ts'
import { normalizeText } from '../../../normalization/normalize-text.ts'
import type { NormalizedText } from '../../../normalization/normalized-text.ts'
import type { Lexicon } from '../../lexicon/lexicon.ts'
import { HomographSentence } from '../homograph-sentence.ts'

/** A homograph in the sentence that the service makes of a text. */
export type FoundHomograph = { readonly sentence: HomographSentence; readonly index: number }

/** The homograph that begins at the offset `start` of a text; undefined if the service reads another word there. */
export function findHomograph(text: string, start: number, lexicon: Lexicon): FoundHomograph | undefined {
  const normalized = normalizeText(layOutRuns(parseMarkup(text, { ssml: false })), {
    source: text,
    locale: 'en_US',
    isWord: (word) => lexicon.has(word),
  })
  for (const { words } of normalized.sentences) {
    const sentence = new HomographSentence(words, normalized.words)
    const index = words.findIndex((_word, i) => beginsAt(sentence, i, { start, normalized }))
    if (index >= 0 && lexicon.homographOf(words[index]!.text) !== undefined) return { sentence, index }
  }
  return undefined
}

/** The homograph in square brackets. Throws if the service reads another word there. */
export function findMarkedHomograph(marked: string, lexicon: Lexicon): FoundHomograph {
  const found = findHomograph(marked.replace(/[[\]]/g, ''), marked.indexOf('['), lexicon)
  if (found === undefined) throw new Error(`Cannot find the homograph of "${marked}"`)
  return found
}

function beginsAt(
  { words, spellings }: HomographSentence,
  index: number,
  { start, normalized }: { start: number; normalized: NormalizedText },
): boolean {
  const written = normalized.words[words[index]!.source]!
  return (
    start >= written.start && start < written.end && written.text.startsWith(spellings[index]!, start - written.start)
  )
}
