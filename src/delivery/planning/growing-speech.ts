import { ServiceError } from '../../errors.ts'
import { countSaid, type SaidBefore } from '../../synthesis/planning/draws.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import { closingTagsOf } from '../../text/growing/close-elements.ts'
import { countSettledSentences } from '../../text/growing/count-settled-sentences.ts'
import { findClauseEnd } from '../../text/growing/find-clause-end.ts'
import { findOpenAside, findUnfinishedMarkup, MOST_HELD_THOUGHT } from '../../text/growing/find-unfinished.ts'
import type { TextMemory } from '../../text/reading/memory.ts'
import type { CompiledLibrary } from '../../text/replacements/replacement-set.ts'
import { type Steps, takeSteps } from '../../text/steps.ts'
import type { WrittenWord } from '../../text/written/write-words.ts'
import { type ModeratedText, toModeratedText } from '../moderation/moderated-text.ts'
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
  /** What of the text since the part before is moderated. */
  readonly moderated: ModeratedText
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
  /** Reports parts of the planned text that are not spoken as they are written. After `finish`, the whole text is planned. */
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
/** Share of the planned text that must be new before it is planned again. This keeps the work linear. */
const WORTH_PLANNING = 0.02

const SENTENCE_MARK = /[.?!…\n]|<\//
const CLAUSE_MARK = /[,;:–—)]/

/** Creates the speech of a text that has not been written yet. */
export function createGrowingSpeech(request: GrowingSpeechRequest, resources: PlanningResources): GrowingSpeech {
  return new WindowedSpeech(request, resources)
}

/** A class, because generators that are defined inside a function outlive the request. */
class WindowedSpeech implements GrowingSpeech {
  readonly #request: GrowingSpeechRequest
  readonly #resources: PlanningResources
  readonly #startsAtClause: boolean
  readonly #phrases: readonly string[]
  #text = ''
  /** Start of the text that is still planned; everything before it is final. */
  #windowStart = 0
  /** What the text before the window has settled. */
  #memory: TextMemory | undefined
  /** The sentences of the text before the window. */
  #said: SaidBefore = new Map()
  #plannedLength = 0
  #wordsGiven = 0
  /** Where the last word that was given ends. */
  #givenEnd = 0
  /** Where the next part begins. */
  #partStart = 0
  /** Warnings about the text before the window. */
  readonly #passedWarnings: string[] = []
  /** Warnings about the window as it was last planned; undefined if the window has moved since. */
  #windowWarnings: readonly string[] | undefined = []

  constructor(request: GrowingSpeechRequest, resources: PlanningResources) {
    this.#request = request
    this.#resources = resources
    this.#startsAtClause = request.startAt === 'clause'
    this.#phrases = phrasesOf(request.libraries)
  }

  get warnings(): readonly string[] {
    this.#windowWarnings ??= takeSteps(this.#prepare(this.#text))?.plan.warnings ?? []
    return [...this.#passedWarnings, ...this.#windowWarnings]
  }

  *add(more: string): Steps<SpeechPart | undefined> {
    this.#text += more
    if (!this.#isWorthPlanning()) return undefined
    this.#plannedLength = this.#text.length
    const written = this.#text.slice(0, findUnfinishedMarkup(this.#text, this.#windowRequest().door))
    const prepared = yield* this.#prepare(written)
    if (prepared === undefined) return undefined
    this.#windowWarnings = prepared.plan.warnings
    const { utterance } = prepared
    const openAside = this.#startsAtClause ? written.length : findOpenAside(written)
    const settled = countSettledSentences(utterance, { text: written, openAside, phrases: this.#phrases })
    const lastWord = utterance.sentences[settled - 1]?.words.at(-1)?.source
    const part = lastWord === undefined ? undefined : this.#give(prepared, lastWord)
    if (part !== undefined) yield* this.#moveWindow(prepared, settled)
    if (part !== undefined || !this.#startsAtClause || this.#wordsGiven > 0) return part
    const clauseEnd = findClauseEnd(utterance)
    return clauseEnd === undefined ? undefined : this.#give(prepared, clauseEnd)
  }

  *finish(): Steps<SpeechPart | undefined> {
    if (this.#text.slice(this.#givenEnd).trim() === '') return undefined
    const text = this.#blankBefore(this.#text)
    const prepared = yield* prepareInSteps({ ...this.#windowRequest(), text }, this.#resources)
    this.#windowWarnings = prepared.plan.warnings
    return this.#give(prepared, prepared.utterance.words.length - 1)
  }

  /** The text with everything before the window blanked out, so that offsets stay the same. */
  #blankBefore(written: string): string {
    return this.#windowStart === 0
      ? written
      : `${' '.repeat(this.#windowStart - 1)}\n${written.slice(this.#windowStart)}`
  }

  #prepare(written: string): Steps<PreparedSpeech | undefined> {
    return prepareUnfinished(this.#blankBefore(written), this.#windowRequest(), this.#resources)
  }

  /** The request for the window. Reasoning is left out only at the start of the whole text, and only as far as it was held. */
  #windowRequest(): GrowingSpeechRequest {
    const { door } = this.#request
    const request = { ...this.#request, memory: this.#memory, said: this.#said }
    if (door === undefined) return request
    const mostThought = this.#windowStart === 0 ? MOST_HELD_THOUGHT : 0
    return { ...request, door: { ...door, mostThought } }
  }

  #give({ utterance, plan }: PreparedSpeech, lastWord: number): SpeechPart | undefined {
    const { words } = utterance
    const first = words.findIndex(({ start }) => start >= this.#givenEnd)
    if (first === -1 || lastWord < first) return undefined
    const segments = sliceSegments(plan.segments, { first, last: lastWord, shift: this.#wordsGiven - first })
    const given = words.slice(first, lastWord + 1)
    this.#wordsGiven += given.length
    this.#givenEnd = given.at(-1)!.end
    const textEnd = words[lastWord + 1]?.start ?? this.#text.length
    const moderated = toModeratedText(utterance, this.#text, { from: this.#partStart, to: textEnd })
    this.#partStart = textEnd
    return { segments, words: given, textEnd, moderated }
  }

  #isWorthPlanning(): boolean {
    const mark = this.#startsAtClause && this.#wordsGiven === 0 ? CLAUSE_MARK : undefined
    const fresh = this.#text.slice(this.#givenEnd)
    if (!SENTENCE_MARK.test(fresh) && mark?.test(fresh) !== true) return false
    const { length } = this.#text
    return length - this.#plannedLength >= WORTH_PLANNING * (length - this.#windowStart)
  }

  *#moveWindow({ utterance }: PreparedSpeech, sentences: number): Steps<void> {
    if (this.#text.length - this.#windowStart <= LONG_TEXT) return
    const { line, memory, passedSentences } = findLineStart(this.#text, utterance, sentences)
    if (line <= this.#windowStart) return
    const passed = this.#text.slice(0, line)
    if (closingTagsOf(this.#blankBefore(passed), this.#windowRequest()) !== '') return
    this.#passedWarnings.push(...((yield* this.#prepare(passed))?.plan.warnings ?? []))
    this.#windowStart = line
    this.#memory = memory
    this.#said = countSaid(utterance.sentences.slice(0, passedSentences), this.#said)
    this.#windowWarnings = undefined
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

/** The originals of replacements that have a sentence mark inside. */
function phrasesOf(libraries: readonly CompiledLibrary[]): readonly string[] {
  return libraries.flatMap(({ entries }) =>
    entries.flatMap(({ original }) => (/[.?!…\n]./.test(original) ? [original] : [])),
  )
}

type LineStart = {
  readonly line: number
  /** Number of sentences before the line. */
  readonly passedSentences: number
  readonly memory?: TextMemory | undefined
}

/**
 * The start of the last line that begins with a sentence, before the end of the first `sentences`, and what is settled there;
 * 0 if there is none.
 */
function findLineStart(
  text: string,
  { words, sentences, memories = [] }: PreparedSpeech['utterance'],
  count: number,
): LineStart {
  for (let i = count - 1; i > 0; i--) {
    const first = sentences[i]!.words[0]!.source
    const gapStart = words[first - 1]!.end
    const line = text.slice(gapStart, words[first]!.start).lastIndexOf('\n')
    const settled = memories.find(({ source }) => source === first)
    if (line !== -1 && settled !== undefined)
      return { line: gapStart + line + 1, passedSentences: i, memory: settled.memory }
  }
  return { line: 0, passedSentences: 0 }
}
