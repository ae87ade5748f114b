import { parseMarkup } from '../../src/text/markup/parse-markup.ts'
import { layOutRuns } from '../../src/text/markup/tree/lay-out-runs.ts'
import { normalizeText } from '../../src/text/normalization/normalize-text.ts'
import { HomographSentence } from '../../src/text/phonemization/homographs/homograph-sentence.ts'
import type { Lexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import type { Tagger } from '../../src/text/tagging/tagger.ts'

/** What the sentences of examples are read with. */
export type SentenceReader = { readonly lexicon: Lexicon; readonly tagger: Tagger }

/** A word in the sentence that the service makes of a text. */
export type FoundWord = { readonly sentence: HomographSentence; readonly index: number }

/** The words that begin at the offsets `starts` of a text, in their order; undefined where the service reads another word. */
export function findWords(
  text: string,
  starts: readonly number[],
  { lexicon, tagger }: SentenceReader,
): readonly (FoundWord | undefined)[] {
  const { words: sources, sentences } = normalizeText(layOutRuns(parseMarkup(text, { ssml: false })), {
    source: text,
    locale: 'en_US',
    isWord: (word) => lexicon.has(word),
  })
  const found = new Map<number, FoundWord>()
  for (const { words } of sentences) {
    const sentence = new HomographSentence(words, sources, tagger)
    for (const [index, { source }] of words.entries()) {
      const written = sources[source]!
      for (const start of starts) {
        const isThere = start >= written.start && start < written.end
        if (isThere && !found.has(start) && written.text.startsWith(sentence.spellings[index]!, start - written.start))
          found.set(start, { sentence, index })
      }
    }
  }
  return starts.map((start) => found.get(start))
}

/** The homograph that begins at the offset `start` of a text; undefined if the service reads another word there. */
export function findHomograph(text: string, start: number, reader: SentenceReader): FoundWord | undefined {
  const [found] = findWords(text, [start], reader)
  return found !== undefined && reader.lexicon.homographOf(found.sentence.words[found.index]!.text) !== undefined
    ? found
    : undefined
}

/** The homograph in square brackets. Throws if the service reads another word there. */
export function findMarkedHomograph(marked: string, reader: SentenceReader): FoundWord {
  const found = findHomograph(marked.replace(/[[\]]/g, ''), marked.indexOf('['), reader)
  if (found === undefined) throw new Error(`Cannot find the homograph of "${marked}"`)
  return found
}
