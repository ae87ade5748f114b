import { ServiceError } from '../../errors.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import { closingTagsOf } from '../../text/growing/close-elements.ts'
import { countSettledSentences } from '../../text/growing/count-settled-sentences.ts'
import { findClauseEnd } from '../../text/growing/find-clause-end.ts'
import { findOpenAside, findUnfinishedMarkup } from '../../text/growing/find-unfinished.ts'
import type { CompiledLibrary } from '../../text/replacements/replacement-set.ts'
import type { Steps } from '../../text/steps.ts'
import type { WrittenWord } from '../../text/written/write-words.ts'
import type { PlanningResources } from '../resources.ts'
import { type PreparedSpeech, prepareInSteps, type SpeechRequest } from './plan-speech.ts'

/** A further part of a text that is still being written. */
export type SpeechPart = {
  /** Their `source` counts the words of all parts. */
  readonly segments: readonly Segment[]
  /** The words of this part; their places are in the whole text. */
  readonly words: readonly WrittenWord[]
  /** Where the next part begins, in the whole text. */
  readonly textEnd: number
}

/** The speech of a text that is still being written. Its methods work in steps; take all steps of one before you call the next. */
export interface GrowingSpeech {
  /**
   * Adds text, and returns the part that is spoken the same whatever follows; undefined if there is none yet. Throws
   * CONTENT_NOT_ALLOWED; every other mistake may turn out to be none and waits for the end.
   */
  add(text: string): Steps<SpeechPart | undefined>
  /** Ends the text, and returns the rest; undefined if nothing is left to say. Throws what planning the whole text throws. */
  finish(): Steps<SpeechPart | undefined>
  /** What of the text is not spoken as it is written, as far as it was planned; after `finish`, of all of it. */
  readonly warnings: readonly string[]
}

export type GrowingSpeechRequest = Omit<SpeechRequest, 'text'> & {
  /**
   * `sentence`: parts are whole sentences, and together they are what the whole text gives. `clause`: the first sentence may
   * begin with its first clause.
   */
  readonly startAt: 'sentence' | 'clause'
}

/** Longer texts are planned from the start of a line that is spoken already. */
const LONG_TEXT = 2000
/** Of the text that is planned: as much must be new before it is planned again. Keeps the work linear. */
const WORTH_PLANNING = 0.02

const SENTENCE_MARK = /[.?!…\n]|<\//
const CLAUSE_MARK = /[,;:–—)]/

/** Creates the speech of a text that has not been written yet. */
export function createGrowingSpeech(request: GrowingSpeechRequest, resources: PlanningResources): GrowingSpeech {
  const { ssml } = request
  const startsAtClause = request.startAt === 'clause'
  const phrases = phrasesOf(request.libraries)
  let text = ''
  /** Start of the text that is still planned; everything before it is final. */
  let windowStart = 0
  let plannedLength = 0
  let wordsGiven = 0
  /** Where the last word that was given ends. */
  let givenEnd = 0

  /** Of the text before the window. */
  const passedWarnings: string[] = []
  /** Of the window, as it was planned last. */
  let windowWarnings: readonly string[] = []

  /** The text with everything before the window blanked out, so that offsets stay the same. */
  const blankBefore = (written: string): string =>
    windowStart === 0 ? written : `${' '.repeat(windowStart - 1)}\n${written.slice(windowStart)}`

  const give = (prepared: PreparedSpeech, lastWord: number): SpeechPart | undefined => {
    const { words } = prepared.utterance
    const first = words.findIndex(({ start }) => start >= givenEnd)
    if (first === -1 || lastWord < first) return undefined
    const shift = wordsGiven - first
    const segments = sliceSegments(prepared.plan.segments, { first, last: lastWord, shift })
    const given = words.slice(first, lastWord + 1)
    wordsGiven += given.length
    givenEnd = given.at(-1)!.end
    return { segments, words: given, textEnd: words[lastWord + 1]?.start ?? text.length }
  }

  function* warningsOf(written: string): Steps<readonly string[]> {
    const prepared = yield* prepareUnfinished(blankBefore(written), request, resources)
    return prepared?.plan.warnings ?? []
  }

  const isWorthPlanning = (): boolean => {
    const mark = startsAtClause && wordsGiven === 0 ? CLAUSE_MARK : undefined
    const fresh = text.slice(givenEnd)
    if (!SENTENCE_MARK.test(fresh) && mark?.test(fresh) !== true) return false
    return text.length - plannedLength >= WORTH_PLANNING * (text.length - windowStart)
  }

  function* moveWindow(prepared: PreparedSpeech, sentences: number): Steps<void> {
    if (text.length - windowStart <= LONG_TEXT) return
    const { utterance } = prepared
    const line = findLineStart(text, utterance, sentences)
    if (line <= windowStart || closingTagsOf(blankBefore(text.slice(0, line)), { ssml }) !== '') return
    passedWarnings.push(...(yield* warningsOf(text.slice(0, line))))
    windowStart = line
    windowWarnings = yield* warningsOf(text)
  }

  return {
    *add(more) {
      text += more
      if (!isWorthPlanning()) return undefined
      plannedLength = text.length
      const written = text.slice(0, findUnfinishedMarkup(text))
      const prepared = yield* prepareUnfinished(blankBefore(written), request, resources)
      if (prepared === undefined) return undefined
      windowWarnings = prepared.plan.warnings
      const { utterance } = prepared
      const openAside = startsAtClause ? written.length : findOpenAside(written)
      const settled = countSettledSentences(utterance, { text: written, openAside, phrases })
      const lastWord = utterance.sentences[settled - 1]?.words.at(-1)?.source
      const part = lastWord === undefined ? undefined : give(prepared, lastWord)
      if (part !== undefined) yield* moveWindow(prepared, settled)
      if (part !== undefined || !startsAtClause || wordsGiven > 0) return part
      const clauseEnd = findClauseEnd(utterance)
      return clauseEnd === undefined ? undefined : give(prepared, clauseEnd)
    },
    *finish() {
      if (text.slice(givenEnd).trim() === '') return undefined
      const prepared = yield* prepareInSteps({ ...request, text: blankBefore(text) }, resources)
      windowWarnings = prepared.plan.warnings
      return give(prepared, prepared.utterance.words.length - 1)
    },
    get warnings() {
      return [...passedWarnings, ...windowWarnings]
    },
  }
}

/** Plans what was written so far; undefined if that is not possible, or not yet. */
function* prepareUnfinished(
  text: string,
  request: GrowingSpeechRequest,
  resources: PlanningResources,
): Steps<PreparedSpeech | undefined> {
  try {
    return yield* prepareInSteps({ ...request, text: text + closingTagsOf(text, request) }, resources)
  } catch (error) {
    if (error instanceof ServiceError && error.code !== 'CONTENT_NOT_ALLOWED') return undefined
    throw error
  }
}

type WordRange = { readonly first: number; readonly last: number; readonly shift: number }

/** The segments of a range of source words. `shift` is added to their numbers. */
function sliceSegments(segments: readonly Segment[], { first, last, shift }: WordRange): readonly Segment[] {
  return segments.flatMap((segment) => {
    const words = segment.words.filter(({ source }) => source >= first && source <= last)
    if (words.length === 0) return []
    const endsSentence = segment.endsSentence && words.at(-1) === segment.words.at(-1)
    return [{ ...segment, endsSentence, words: words.map((word) => ({ ...word, source: word.source + shift })) }]
  })
}

/** What libraries replace that has a mark inside. */
function phrasesOf(libraries: readonly CompiledLibrary[]): readonly string[] {
  return libraries.flatMap(({ entries }) =>
    entries.flatMap(({ original }) => (/[.?!…\n]./.test(original) ? [original] : [])),
  )
}

/** The start of the last line that begins with a sentence, before the end of the first `sentences`; 0 if there is none. */
function findLineStart(text: string, { words, sentences }: PreparedSpeech['utterance'], count: number): number {
  for (let i = count - 1; i > 0; i--) {
    const first = sentences[i]!.words[0]!.source
    const gapStart = words[first - 1]!.end
    const line = text.slice(gapStart, words[first]!.start).lastIndexOf('\n')
    if (line !== -1) return gapStart + line + 1
  }
  return 0
}
