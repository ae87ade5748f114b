import { hideNoCharacters } from '../../text/characters/no-character.ts'
import type { Delivery } from '../../text/markup/tree/markup-run.ts'
import type { Boundary, BoundaryMark, SourceWord } from '../../text/normalization/normalized-text.ts'
import { mapInSteps, type Steps, takeSteps } from '../../text/steps.ts'
import type { Sentence, Utterance } from '../../text/utterance.ts'
import { languageCodeOf } from '../../voices/language-code.ts'
import { CATALOGUE_LOUDNESS, type Voice } from '../../voices/voice.ts'
import type { SpeechEngine } from '../speech-engine.ts'
import type { ProsodyDimension, Segment, SegmentWord, SynthesisPlan, WordMelody } from '../synthesis-plan.ts'
import { cutBreaths, cutSentence } from './cut-sentence.ts'
import { createDraws, type Draw, type DrawOptions, type TextDraws } from './draws.ts'
import { emphasizeCapitals } from './intonation/choose-accents.ts'
import { type Aside, findAsides } from './intonation/find-asides.ts'
import { planIntonation, planRises } from './intonation/plan-intonation.ts'
import { lengthenSounds, meanStretch } from './lengthen-sounds.ts'
import {
  CUT_PAUSE_SECONDS,
  FINAL_PAUSE_SECONDS,
  MAX_BREAK_SECONDS,
  meanPause,
  meanPauseAfter,
  pauseBetween,
  pauseInside,
} from './pause-table.ts'
import { type PhrasedWord, phraseSentence } from './phrasing/phrase-sentence.ts'
import type { PhrasingModel } from './phrasing/phrasing-model.ts'
import {
  clampDelivery,
  combineProsody,
  type DividedProsody,
  divideProsody,
  isBelowRange,
  moveWithoutMelody,
  stretchOf,
  type Warnings,
} from './plan-prosody.ts'

/** LUFS. Up to this loudness speech has so few high peaks that limiting them changes the loudness by only 0.1 or 0.2 dB. */
const LOUDEST_UNPRESSED = -16

/** The `expression` at which planned accents and tunes have their original size, and the limits of their factor at other values. */
const FULL_EXPRESSION = 1.35
const LEAST_WIDTH = 0.7
const MOST_WIDTH = 1.2
/** Semitones by which planned melodies of full width raise the median pitch of Harvard sentences. */
const ACCENT_LIFT = 1.8

/** What the planner needs to know about an engine. */
export type PlannedEngine = Pick<SpeechEngine, 'name' | 'renders'>

export type PlanSynthesisOptions = {
  /** The caller's text, from which the utterance was read. */
  readonly text: string
  readonly voice: Voice
  readonly engine: PlannedEngine
  /** Loudness of every voice unless the request changes it, in LUFS. */
  readonly speechLoudness: number
  readonly phrasing: PhrasingModel
  /** Which reading of the text it is; the default one if absent. */
  readonly reading?: DrawOptions | undefined
}

type Planning = {
  readonly voice: Voice
  readonly speechLoudness: number
  readonly phrasing: PhrasingModel
  readonly renders: ReadonlySet<ProsodyDimension>
  readonly warnings: Warnings
  /** The caller's words. */
  readonly sources: readonly SourceWord[]
  readonly asides: readonly Aside[]
  readonly draws: TextDraws
  /** Whether it is another reading than the default one. */
  readonly isTake: boolean
  /** Prosody of words without emphasis, by the tags around them. Most words share theirs with their neighbours. */
  readonly plainProsody: Map<Delivery, DividedProsody>
}

/**
 * Decides everything about how a voice speaks an utterance: engine calls, prosody, pauses. The engine is asked for the delivery
 * that it declares to render; the rest is left to signal processing.
 */
export function planSynthesis(utterance: Utterance, options: PlanSynthesisOptions): SynthesisPlan {
  return takeSteps(planInSteps(utterance, options))
}

/** Like `planSynthesis`, one sentence per step. */
export function* planInSteps(utterance: Utterance, options: PlanSynthesisOptions): Steps<SynthesisPlan> {
  const { text, voice, engine, speechLoudness, phrasing, reading } = options
  const renders = engine.renders(voice.engineVoice)
  const asides = findAsides(utterance.words, text)
  const warnings: Warnings = new Set()
  const draws = createDraws(reading)
  const isTake = reading?.seed !== undefined
  const planning: Planning = {
    voice,
    speechLoudness,
    phrasing,
    renders,
    warnings,
    sources: utterance.words,
    asides,
    draws,
    isTake,
    plainProsody: new Map(),
  }
  const { sentences } = utterance
  const segments = yield* mapInSteps(sentences, (_, index) => planSentence(sentences, index, planning))
  return {
    version: 2,
    engine: engine.name,
    languageCode: languageCodeOf(voice),
    text: hideNoCharacters(text),
    words: utterance.words,
    segments: segments.flat(),
    warnings: [...(utterance.warnings ?? []), ...warnings],
  }
}

/** What ends at the end of a segment: the pause there in seconds at tempo 1, and its mean. A cut may have a pause of its own. */
type Ending =
  | { readonly kind: 'cut' }
  | { readonly kind: 'sentence' | 'text'; readonly seconds: number; readonly meanSeconds: number }

/** The words of one engine call. */
type Piece = {
  readonly words: readonly PhrasedWord[]
  /** The melody of each word; undefined if the engine draws none for it. */
  readonly melodies: readonly (WordMelody | undefined)[]
  /** Seconds of the pause at a mark after the word with this index, if the pause table decides. */
  readonly pauseAt: (at: number, mark: BoundaryMark) => number
}

function planSentence(sentences: readonly Sentence[], index: number, planning: Planning): readonly Segment[] {
  const sentence = sentences[index]!
  const take = takeOf(sentence)
  const draw = planning.draws.next(sentence.words, take)
  const phrasing = {
    model: planning.phrasing,
    draw,
    movesBreaks: planning.isTake || take !== undefined,
    tagged: sentence.tagged,
  }
  const pieces = cutSentence(phraseSentence(emphasizeCapitals(sentence.words), phrasing))
  const melodies = planMelodies(sentences, index, { pieces, draw, planning })
  const end = endOf(sentence, sentences[index + 1], draw)
  let spoken = 0
  return pieces.map((piece, i) => {
    const from = spoken
    spoken += piece.length
    const ending: Ending = i === pieces.length - 1 ? end : { kind: 'cut' }
    const pauseAt = (at: number, mark: BoundaryMark) => pauseInside(mark, draw('pause', from + at))
    return planSegment({ words: piece, melodies: melodies.slice(from, spoken), pauseAt }, ending, planning)
  })
}

/** The reading that a tag chooses for a whole sentence. One around a part of it has no effect. */
function takeOf({ words }: Sentence): number | undefined {
  const take = words[0]?.delivery.take
  return words.every(({ delivery }) => delivery.take === take) ? take : undefined
}

function endOf(sentence: Sentence, next: Sentence | undefined, draw: Draw): Ending {
  if (next === undefined) {
    return { kind: 'text', seconds: FINAL_PAUSE_SECONDS, meanSeconds: meanPause(sentence.words.at(-1)!.boundary!.mark) }
  }
  const seconds = pauseBetween(sentence, next, draw('pause', sentence.words.length - 1))
  return { kind: 'sentence', seconds, meanSeconds: meanPauseAfter(sentence) }
}

type MelodyOptions = {
  readonly pieces: readonly (readonly PhrasedWord[])[]
  readonly draw: Draw
  readonly planning: Planning
}

/** The melody of each word of a sentence, if the engine renders it. */
function planMelodies(
  sentences: readonly Sentence[],
  index: number,
  { pieces, draw, planning }: MelodyOptions,
): readonly (WordMelody | undefined)[] {
  const { renders, voice, asides } = planning
  if (!renders.has('melody') && !renders.has('rises')) return []
  const width = melodyWidth(voice)
  const sentence = {
    pieces: pieces.flatMap(cutBreaths),
    startsParagraph: sentences[index - 1]?.endsParagraph ?? true,
    asides,
    draw,
    width,
  }
  if (!renders.has('melody')) return planRises(sentence).flat()
  return planIntonation(sentence)
    .flat()
    .map((melody) => lowerMelody(melody, ACCENT_LIFT * width))
}

/** Factor of the planned movements. They match the voice's own movements at full expression. */
function melodyWidth({ expression }: Voice): number {
  return Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, expression / FULL_EXPRESSION))
}

/** Lowers the melody. Accents only rise, so this keeps the voice's mean pitch. */
function lowerMelody({ ownRange, semitones }: WordMelody, by: number): WordMelody {
  const lowered: number[] = []
  for (const height of semitones) lowered.push(Math.round((height - by) * 100) / 100)
  return { ownRange, semitones: lowered }
}

function planSegment({ words, melodies, pauseAt }: Piece, ending: Ending, planning: Planning): Segment {
  const { voice, speechLoudness } = planning
  const planned = words.map((word, index) => {
    const place: Place = {
      ending: index === words.length - 1 ? ending : undefined,
      pauseAt: (mark) => pauseAt(index, mark),
      isWhole: words[index - 1]?.source !== word.source && words[index + 1]?.source !== word.source,
    }
    const one = planWord(word, place, planning)
    const melody = melodies[index]
    return melody === undefined ? one : { ...one, melody }
  })
  return {
    voice: { name: voice.engineVoice, tempo: voice.tempo, expression: voice.expression, size: voice.size },
    words: planned,
    levelDb: voice.levelDb + speechLoudness - CATALOGUE_LOUDNESS,
    brightnessDb: voice.brightnessDb,
    isPressed: planned.some(({ prosody, shape }) => isPressed(prosody.gainDb + shape.gainDb, speechLoudness)),
    endsSentence: ending.kind !== 'cut',
  }
}

function isPressed(gainDb: number, speechLoudness: number): boolean {
  return gainDb > 0 && speechLoudness + gainDb > LOUDEST_UNPRESSED
}

/** Where a word stands. */
type Place = {
  /** Given only for the last word of a segment. */
  readonly ending: Ending | undefined
  readonly pauseAt: (mark: BoundaryMark) => number
  /** Whether it is all that is said for the caller's word. */
  readonly isWhole: boolean
}

function planWord(word: PhrasedWord, place: Place, planning: Planning): SegmentWord {
  const { text, phonemes, source } = word
  const lengthening = place.isWhole ? lengthenSounds(word, planning.sources[source]!) : undefined
  const isRendered = planning.renders.has('lengthening')
  const { prosody, shape } = prosodyOf(word, planning, isRendered ? undefined : lengthening)
  const boundary = planBoundary(word, place, planning)
  return {
    text,
    phonemes,
    source,
    prosody,
    shape,
    ...(isRendered && lengthening !== undefined && { lengthening }),
    ...(boundary !== undefined && { boundary }),
  }
}

/** The prosody of a word. `lengthening` is that of its sounds, if the engine can only speak the whole word slower. */
function prosodyOf(word: PhrasedWord, planning: Planning, lengthening?: readonly number[]): DividedProsody {
  const { delivery, emphasis, boundary, source } = word
  const { voice, renders, warnings, asides, plainProsody } = planning
  const stretch = stretchOf(boundary?.mark) * meanStretch(lengthening)
  const moved = renders.has('melody') ? 0 : moveWithoutMelody(emphasis, asides[source])
  const isPlain = emphasis === undefined && stretch === 1 && moved === 0
  const known = isPlain ? plainProsody.get(delivery) : undefined
  if (known !== undefined) return known
  const asked = combineProsody(voice, clampDelivery(delivery, warnings), emphasis)
  const pitchSemitones = asked.pitchSemitones + moved
  const divided = divideProsody({ ...asked, tempo: asked.tempo / stretch, pitchSemitones }, renders)
  if (isPlain) plainProsody.set(delivery, divided)
  return divided
}

function planBoundary(
  word: PhrasedWord,
  place: Place,
  { voice, warnings }: Planning,
): SegmentWord['boundary'] | undefined {
  const { boundary, delivery, gap } = word
  const tempoOf = (around: Delivery) => (clampDelivery(around, new Set()).tempo * voice.tempo) / voice.pauses
  if (boundary === undefined) {
    const natural = gap.pauseSeconds || (place.ending === undefined ? 0 : CUT_PAUSE_SECONDS)
    return natural === 0 ? undefined : { mark: ',', pauseSeconds: natural / tempoOf(delivery) }
  }
  const { mark, seconds } = boundary
  // A tag around punctuation shapes only the pause. A value below its range is the caller's way to request no breath.
  const isSilent = isBelowRange('loudness', boundary.delivery.loudness)
  const isShaped = boundary.delivery.tempo !== delivery.tempo
  const natural = naturalPause({ ...word, boundary }, place, isShaped)
  const pauseSeconds = natural / tempoOf(boundary.delivery) + clampBreak(seconds ?? 0, warnings)
  return { mark, pauseSeconds, ...(isSilent && { isSilent }) }
}

type MarkedWord = PhrasedWord & { readonly boundary: Boundary }

/** Seconds of the pause at a mark, without its tempo and without what the caller adds. */
function naturalPause({ boundary, gap }: MarkedWord, { ending, pauseAt }: Place, isShaped: boolean): number {
  const { mark, seconds } = boundary
  // The caller of a pause in seconds knows the sum of both.
  const isKnown = seconds !== undefined
  if (ending === undefined || ending.kind === 'cut')
    return gap.pauseSeconds ?? (isKnown ? meanPause(mark) : pauseAt(mark))
  const isMean = ending.kind === 'text' ? isShaped : isKnown
  return isMean ? ending.meanSeconds : ending.seconds
}

function clampBreak(seconds: number, warnings: Warnings): number {
  if (seconds <= MAX_BREAK_SECONDS) return seconds
  warnings.add(`break of ${seconds} s is longer than ${MAX_BREAK_SECONDS} s: ${MAX_BREAK_SECONDS} is used`)
  return MAX_BREAK_SECONDS
}
