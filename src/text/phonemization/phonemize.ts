import type { NormalizedSentence, NormalizedText, NormalizedWord } from '../normalization/normalized-text.ts'
import type { Sentence, SpokenWord, Utterance } from '../utterance.ts'
import { foldLetters } from './fold-letters.ts'
import { nameLetters } from './letter-names.ts'
import { type PhonemizeOptions, type Pronounced, pronounceWord } from './pronounce-word.ts'

/**
 * Gives every word its sounds. Sentences and words stay as many and in the same order; every word has at least one phoneme, all
 * of ARPAbet, every vowel with its stress.
 */
export function phonemize(text: NormalizedText, options: PhonemizeOptions): Utterance {
  return { words: text.words, sentences: text.sentences.map((sentence) => phonemizeSentence(sentence, options)) }
}

function phonemizeSentence(sentence: NormalizedSentence, options: PhonemizeOptions): Sentence {
  const pronounced = sentence.words.map((word) => pronounceReading(word, options))
  return {
    words: sentence.words.map((word, index) => speak(word, pronounced[index]!)),
    endsParagraph: sentence.endsParagraph,
  }
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
  return pronounceWord(word.text, options)
}
