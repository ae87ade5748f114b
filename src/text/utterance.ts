import type { NormalizedWord, ScoredWord, SettledBefore } from './normalization/normalized-text.ts'
import type { TaggedSentence } from './tagging/tagger.ts'
import type { ResolvedText } from './written/resolve-text.ts'
import type { WrittenWord } from './written/write-words.ts'

/** Where a pronunciation comes from. */
export type PronunciationOrigin = 'lexicon' | 'homograph' | 'derived' | 'letter_to_sound' | 'respelling'

/** A word as it is read out, with its sounds. */
export type SpokenWord = Omit<NormalizedWord, 'sound'> & {
  /** ARPAbet, every vowel with its stress digit 0, 1 or 2: `T`, `AH1`, `P`, `AH0`, `L`. Never empty. */
  readonly phonemes: readonly string[]
  readonly origin: PronunciationOrigin
}

/** A sentence: at least one word; the last word always has a boundary. */
export type Sentence = {
  readonly words: readonly SpokenWord[]
  readonly endsParagraph: boolean
  /** The parts of speech of the words, if a homograph needed them. */
  readonly tagged?: TaggedSentence | undefined
}

/** All that is said for one request. */
export type Utterance = {
  /** The caller's words in order; spoken words point here by index. */
  readonly words: readonly WrittenWord[]
  readonly sentences: readonly Sentence[]
  /** The written forms whose reading was chosen by score. */
  readonly scored?: readonly ScoredWord[]
  /** What was settled before each sentence of the text as it is written. */
  readonly memories?: readonly SettledBefore[]
  /** What of the caller's text is not spoken as written, such as HTML tags. */
  readonly warnings?: readonly string[]
  /** What the text says to a reader. */
  readonly resolved?: ResolvedText
}
