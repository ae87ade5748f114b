import { foldLetters } from '../english/fold-letters.ts'
import { nameLetters } from '../english/letter-names.ts'
import type {
  NormalizedSentence,
  NormalizedText,
  NormalizedWord,
  SourceWord,
} from '../normalization/normalized-text.ts'
import { mapInSteps, type Steps, takeSteps } from '../steps.ts'
import type { Sentence, SpokenWord } from '../utterance.ts'
import { connectWords } from './connect-words.ts'
import { easeCompounds } from './derivation/ease-compound.ts'
import { findPrefix, precedesVerb } from './derivation/split-compound.ts'
import { findForeignPhrases } from './find-foreign-phrases.ts'
import type { HomographModel } from './homographs/homograph-model.ts'
import { HomographSentence } from './homographs/homograph-sentence.ts'
import { resolveHomograph } from './homographs/resolve-homograph.ts'
import { hearsAccent, hearsMarks } from './letter-to-sound/hears-accent.ts'
import type { Pronunciation } from './lexicon/lexicon.ts'
import { type Pronounced, type PronounceOptions, pronounceWord } from './pronounce-word.ts'

export type PhonemizeOptions = PronounceOptions & { readonly homographs: HomographModel }

/** `à` in French phrases (`vis-à-vis`), which is not the letter A, and `y` in Welsh places (`Pen-y-Ghent`). */
const PARTICLE: Pronunciation = ['AH0']

/** Text whose words have their sounds. */
type PhonemizedText = Pick<NormalizedText, 'words'> & { readonly sentences: readonly Sentence[] }

/**
 * Gives every word its sounds. The number and order of sentences and words stay the same. Every word has at least one ARPAbet
 * phoneme, and every vowel has its stress.
 */
export function phonemize(text: NormalizedText, options: PhonemizeOptions): PhonemizedText {
  return takeSteps(phonemizeInSteps(text, options))
}

/** The same, a sentence a step. */
export function* phonemizeInSteps(
  { words, sentences }: NormalizedText,
  options: PhonemizeOptions,
): Steps<PhonemizedText> {
  const inText = { ...options, sources: words }
  return { words, sentences: yield* mapInSteps(sentences, (sentence) => phonemizeSentence(sentence, inText)) }
}

type TextOptions = PhonemizeOptions & { readonly sources: readonly SourceWord[] }

function phonemizeSentence({ words, endsParagraph }: NormalizedSentence, options: TextOptions): Sentence {
  const sentence = new HomographSentence(words, options.sources, options.homographs.tagger)
  const phrases = findForeignPhrases(words)
  const spoken = words.map(
    (word, index) =>
      pronounceInPhrase(phrases, index) ??
      pronouncePrefix(words, index) ??
      pronounceSense(sentence, index, options) ??
      pronounceReading(word, { written: sentence.spellings[index]!, before: words[index - 1], options }),
  )
  const pronounced = connectWords(words, easeCompounds(words, spoken, options.sources))
  return { words: words.map((word, index) => speak(word, pronounced[index]!)), endsParagraph, tagged: sentence.tagged }
}

function pronounceInPhrase(phrases: ReadonlyMap<number, Pronunciation>, index: number): Pronounced | undefined {
  const phonemes = phrases.get(index)
  return phonemes === undefined ? undefined : { phonemes, origin: 'lexicon' }
}

/** A prefix with a hyphen, which normalisation parts from its word: `re` in `re-open`. */
function pronouncePrefix(words: readonly NormalizedWord[], index: number): Pronounced | undefined {
  const { text, source, sound, boundary } = words[index]!
  const isJoined = words[index + 1]?.source === source && words[index - 1]?.source !== source
  const phonemes = sound === 'word' && boundary === undefined && isJoined ? findPrefix(text) : undefined
  return phonemes === undefined ? undefined : { phonemes, origin: 'derived' }
}

function followsVerbPrefix(words: readonly NormalizedWord[], index: number): boolean {
  return index > 0 && precedesVerb(words[index - 1]!.text) && pronouncePrefix(words, index - 1) !== undefined
}

/** A homograph in its sense. If the dialect says the usual sense otherwise, that is left to the look-up. */
function pronounceSense(
  sentence: HomographSentence,
  index: number,
  { lexicon, locale, homographs }: PhonemizeOptions,
): Pronounced | undefined {
  const { text, sound } = sentence.words[index]!
  const senses = sound === 'word' ? lexicon.homographOf(text) : undefined
  if (senses === undefined) return undefined
  const verb = followsVerbPrefix(sentence.words, index) ? senses.find(({ role }) => role === 'verb') : undefined
  const written = sentence.spellings[index]!
  const accented = /[^\0-\x7f’]/.test(written)
    ? senses.find(({ phonemes }) => hearsAccent(written, phonemes) && hearsMarks(written, phonemes))
    : undefined
  const sense = accented ?? verb ?? resolveHomograph(senses, { sentence, index, model: homographs })
  const isRegional = lexicon.regionalPronunciationsOf(text, locale).length > 0
  return isRegional && sense === senses[0] ? undefined : { phonemes: sense.phonemes, origin: 'homograph' }
}

function speak(word: NormalizedWord, { phonemes, origin }: Pronounced): SpokenWord {
  const { sound: _sound, ...spoken } = word
  return { ...spoken, phonemes, origin }
}

type ReadingOptions = {
  readonly written: string
  readonly before: NormalizedWord | undefined
  readonly options: TextOptions
}

function pronounceReading({ text, sound }: NormalizedWord, { written, before, options }: ReadingOptions): Pronounced {
  if (typeof sound !== 'string') return { phonemes: sound, origin: 'respelling' }
  const isParticle = (text === 'y' && sound === 'word') || (written.length < 3 && written.normalize('NFC') === 'à')
  if (isParticle) return { phonemes: PARTICLE, origin: 'lexicon' }
  if (sound === 'letter') {
    const phonemes = nameLetters(foldLetters(text), options.locale)
    if (phonemes.length > 0) return { phonemes, origin: 'lexicon' }
  }
  if (text === written) return pronounceWord({ text, written }, options)
  const opensSentence = before === undefined || /[.?!:"]/.test(before.boundary?.mark ?? '')
  return pronounceWord({ text, written, opensSentence }, options)
}
