import { MarkupSyntaxError, ServiceError } from '../../errors.ts'
import type { AnalyzeTextResources } from '../analyze-text.ts'
import { phonesOf } from '../arpabet.ts'
import type { Locale } from '../english/dialects.ts'
import { nameLetters } from '../english/letter-names.ts'
import { NEUTRAL_DELIVERY } from '../markup/tree/markup-run.ts'
import { normalizeText } from '../normalization/normalize-text.ts'
import type { NormalizedText } from '../normalization/normalized-text.ts'
import { listPronunciations } from '../phonemization/lexicon/list-pronunciations.ts'
import { phonemize } from '../phonemization/phonemize.ts'
import { formatInitialismRespelling, formatRespelling } from './format-respelling.ts'
import { parseRespelling } from './parse-respelling.ts'

type SuggestOptions = AnalyzeTextResources & { readonly locale: Locale }

/**
 * The ways a word is said, in the respelling notation, the usual one first and none twice; each can be used as it is, in
 * markup or as a phonetic replacement. Of several words the one way in which they are said together, respelled word by
 * word with spaces between. Throws INVALID_TEXT for what has no letters or no vowel that a respelling could stress.
 */
export function suggestRespellings(text: string, options: SuggestOptions): readonly string[] {
  if (!/\p{L}/u.test(text)) throw cannotRespell(text, 'it has no letters')
  const respellings = respell(readAlone(text, options), options)
  const suggestions = [...new Set(respellings)].filter((words) => words.split(' ').every(isReadable))
  if (suggestions.length === 0) throw cannotRespell(text, 'it has no vowel that could be stressed')
  return suggestions
}

function readAlone(source: string, { lexicon, readings, locale }: SuggestOptions): NormalizedText {
  const run = { kind: 'text', text: source, mapping: 'exact', delivery: NEUTRAL_DELIVERY } as const
  const isWord = (word: string): boolean => lexicon.has(word)
  return normalizeText([{ ...run, span: { start: 0, end: source.length } }], {
    source,
    locale,
    isWord,
    readings,
  })
}

function respell(text: NormalizedText, options: SuggestOptions): readonly string[] {
  const [only, ...more] = text.sentences.flatMap(({ words }) => words)
  if (only?.sound === 'word' && more.length === 0) {
    return listPronunciations(only, options).map((phonemes) => respellWord({ text: only.text, phonemes }, options))
  }
  return [respellTogether(text, options)]
}

/** Words in their context. What the caller wrote as one word becomes one respelling, `B2B` as `BEE-TOO-BEE`. */
function respellTogether(text: NormalizedText, options: SuggestOptions): string {
  const sounds = text.sentences.flatMap(({ words }) => words.map(({ sound }) => sound))
  const spoken = phonemize(text, options).sentences.flatMap(({ words }) => words)
  const parts: string[][] = text.words.map(() => [])
  let letters = ''
  for (const [index, word] of spoken.entries()) {
    const next = spoken[index + 1]
    if (sounds[index] === 'letter' && word.text.length === 1) letters += word.text
    if (letters !== '' && sounds[index + 1] === 'letter' && next?.source === word.source) continue
    const respelling = letters === '' ? undefined : formatInitialismRespelling(letters, options.locale)
    parts[word.source]?.push(respelling ?? respellWord(word, options))
    letters = ''
  }
  return parts.map((respellings) => respellings.join('-')).join(' ')
}

type Said = { readonly text: string; readonly phonemes: readonly string[] }

/** The lexicon has initialisms too (`fbi`); they are respelled as such, whatever stress it gives them. */
function respellWord({ text, phonemes }: Said, { locale }: SuggestOptions): string {
  const isSpelledOut = text.length > 1 && phonesOf(phonemes) === phonesOf(nameLetters(text, locale))
  return (isSpelledOut ? formatInitialismRespelling(text, locale) : undefined) ?? formatRespelling(phonemes)
}

function isReadable(respelling: string): boolean {
  try {
    return parseRespelling(respelling).length > 0
  } catch (error) {
    if (error instanceof MarkupSyntaxError) return false
    throw error
  }
}

function cannotRespell(text: string, problem: string): ServiceError {
  return new ServiceError('INVALID_TEXT', `Cannot respell ${JSON.stringify(text)}: ${problem}`)
}
