import type { Locale } from './english/dialects.ts'
import { LengthLimit } from './length-limit.ts'
import { parseMarkup } from './markup/parse-markup.ts'
import type { DoorMarkup } from './markup/tokens/tokenize-markup.ts'
import { layOutRuns } from './markup/tree/lay-out-runs.ts'
import { normalizeInSteps } from './normalization/normalize-text.ts'
import type { HomographModel } from './phonemization/homographs/homograph-model.ts'
import type { LetterToSound } from './phonemization/letter-to-sound/letter-to-sound.ts'
import type { Lexicon } from './phonemization/lexicon/lexicon.ts'
import { phonemizeInSteps } from './phonemization/phonemize.ts'
import type { TextMemory } from './reading/memory.ts'
import type { ReadingScorer } from './reading/question.ts'
import { cutEndless } from './reading/sentences/cut-endless.ts'
import { applyInSteps } from './replacements/apply-replacements.ts'
import type { ReplacementSet } from './replacements/replacement-set.ts'
import { type Steps, takeSteps } from './steps.ts'
import type { Utterance } from './utterance.ts'
import { resolveRuns } from './written/resolve-text.ts'
import { writeWordsInSteps } from './written/write-words.ts'

export type AnalyzeTextResources = {
  readonly lexicon: Lexicon
  readonly letterToSound: LetterToSound
  readonly homographs: HomographModel
  readonly readings: ReadingScorer
}

export type AnalyzeTextOptions = AnalyzeTextResources & {
  readonly replacements: ReplacementSet
  /** Read the text as SSML; the delivery tags and respellings work either way. */
  readonly ssml: boolean
  /** If given, the text came through the API of another service. */
  readonly door?: DoorMarkup | undefined
  readonly locale: Locale
  /** What the text before this one has settled; nothing unless given. */
  readonly memory?: TextMemory | undefined
  /** What to do with a character that no English voice reads; `skip` unless given. */
  readonly unreadable?: 'skip' | 'refuse'
  /** UTF-16 units that replacements may put into the text, and that it may have as it is read out; by default any number. */
  readonly maxLength?: number | undefined
}

/**
 * Turns what the caller wrote into what will be said. Pure: the same text and options give the same utterance.
 * Throws INVALID_TEXT, with the offset if there is one, and INVALID_TEXT_LENGTH_EXCEEDED.
 */
export function analyzeText(source: string, options: AnalyzeTextOptions): Utterance {
  return takeSteps(analyzeInSteps(source, options))
}

/** The same in steps of a sentence. */
export function* analyzeInSteps(source: string, options: AnalyzeTextOptions): Steps<Utterance> {
  const { lexicon, letterToSound, homographs, readings, locale, unreadable = 'skip' } = options
  const written = parseMarkup(source, { ssml: options.ssml, door: options.door })
  const length = new LengthLimit(options.maxLength)
  const replaced = yield* applyInSteps(written, options.replacements, length)
  const isWord = (word: string): boolean => lexicon.has(word)
  const runs = layOutRuns(replaced)
  const read = yield* normalizeInSteps(runs, {
    source,
    locale,
    isWord,
    readings,
    unreadable,
    length,
    memory: options.memory,
  })
  const bounded = { ...read, sentences: cutEndless(read.sentences) }
  const { words, sentences } = yield* phonemizeInSteps(bounded, { lexicon, letterToSound, homographs, locale })
  const warnings = [...written.warnings, ...(read.warnings ?? [])]
  const resolved = resolveRuns(runs)
  yield
  const { scored = [], memories = [] } = read
  return { words: yield* writeWordsInSteps(written, words), sentences, scored, memories, warnings, resolved }
}
