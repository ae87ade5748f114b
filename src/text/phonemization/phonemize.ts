import { foldLetters } from '../language/fold-letters.ts'
import { nameLetters } from '../language/letter-names.ts'
import type { NormalizedSentence, NormalizedText, NormalizedWord } from '../normalization/normalized-text.ts'
import type { Sentence, SpokenWord } from '../utterance.ts'
import { connectWords } from './connect-words.ts'
import { resolveHomograph } from './homographs/resolve-homograph.ts'
import { type PhonemizeOptions, type Pronounced, pronounceWord } from './pronounce-word.ts'

/** Text whose words have their sounds. */
type PhonemizedText = Pick<NormalizedText, 'words'> & { readonly sentences: readonly Sentence[] }

/**
 * Gives every word its sounds. The number and order of sentences and words stay the same. Every word has at least one ARPAbet
 * phoneme, and every vowel has its stress.
 */
export function phonemize(text: NormalizedText, options: PhonemizeOptions): PhonemizedText {
  return { words: text.words, sentences: text.sentences.map((sentence) => phonemizeSentence(sentence, options)) }
}

function phonemizeSentence(sentence: NormalizedSentence, options: PhonemizeOptions): Sentence {
  const pronounced = connectWords(sentence.words, pronounceInContext(sentence.words, options))
  return {
    words: sentence.words.map((word, index) => speak(word, pronounced[index]!)),
    endsParagraph: sentence.endsParagraph,
  }
}

function pronounceInContext(words: readonly NormalizedWord[], options: PhonemizeOptions): readonly Pronounced[] {
  return words.map((word, index) => pronounceSense(words, index, options) ?? pronounceReading(word, options))
}

/** A homograph in its sense. Where the British say the usual sense otherwise, that is left to the look-up. */
function pronounceSense(
  words: readonly NormalizedWord[],
  index: number,
  options: PhonemizeOptions,
): Pronounced | undefined {
  const { lexicon, locale } = options
  const { text, reading } = words[index]!
  const senses = reading === 'word' ? lexicon.homographOf(text) : undefined
  if (senses === undefined) return undefined
  const sense = resolveHomograph(senses, words, index)
  const isBritish = locale === 'en_GB' && lexicon.britishPronunciationsOf(text).length > 0
  return isBritish && sense === senses[0] ? undefined : { phonemes: sense.phonemes, origin: 'homograph' }
}

function speak(word: NormalizedWord, { phonemes, origin }: Pronounced): SpokenWord {
  const { reading: _reading, ...spoken } = word
  return { ...spoken, phonemes, origin }
}

function pronounceReading(word: NormalizedWord, options: PhonemizeOptions): Pronounced {
  if (typeof word.reading !== 'string') return { phonemes: word.reading, origin: 'respelling' }
  if (word.reading === 'letter') {
    const phonemes = nameLetters(foldLetters(word.text), options.locale)
    if (phonemes.length > 0) return { phonemes, origin: 'lexicon' }
  }
  return pronounceWord(word, options)
}
