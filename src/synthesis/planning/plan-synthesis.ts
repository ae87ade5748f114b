import type { Delivery } from '../../text/markup/tree/markup-run.ts'
import { hideNoCharacters } from '../../text/normalization/characters/no-character.ts'
import type { Boundary } from '../../text/normalization/normalized-text.ts'
import { mapInSteps, type Steps, takeSteps } from '../../text/steps.ts'
import type { Sentence, Utterance } from '../../text/utterance.ts'
import { CATALOGUE_LOUDNESS, type Voice } from '../../voices/voice.ts'
import type { SpeechEngine } from '../speech-engine.ts'
import type { ProsodyDimension, Segment, SegmentWord, SynthesisPlan, WordMelody } from '../synthesis-plan.ts'
import { cutBreaths, cutSentence } from './cut-sentence.ts'
import { emphasizeCapitals } from './intonation/choose-accents.ts'
import { type Aside, findAsides } from './intonation/find-asides.ts'
import { planIntonation, planRises } from './intonation/plan-intonation.ts'
import { CUT_PAUSE_SECONDS, FINAL_PAUSE_SECONDS, MAX_BREAK_SECONDS, PAUSE_SECONDS } from './pause-table.ts'
import { type PhrasedWord, phraseSentence } from './phrasing/phrase-sentence.ts'
import type { PhrasingModel } from './phrasing/phrasing-model.ts'
import {
  clampDelivery,
  combineProsody,
  type DividedProsody,
  divideProsody,
  isBelowRange,
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
}

type Planning = {
  readonly voice: Voice
  readonly speechLoudness: number
  readonly phrasing: PhrasingModel
  readonly renders: ReadonlySet<ProsodyDimension>
  readonly warnings: Warnings
  readonly asides: readonly Aside[]
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
  const { text, voice, engine, speechLoudness, phrasing } = options
  const renders = engine.renders(voice.engineVoice)
  const asides = findAsides(utterance.words, text)
  const warnings: Warnings = new Set()
  const planning: Planning = { voice, speechLoudness, phrasing, renders, warnings, asides, plainProsody: new Map() }
  const { sentences } = utterance
  const segments = yield* mapInSteps(sentences, (_, index) => planSentence(sentences, index, planning))
  return {
    version: 2,
    engine: engine.name,
    languageCode: voice.avatar.locale.replace('_', '-').toLowerCase(),
    text: hideNoCharacters(text),
    words: utterance.words,
    segments: segments.flat(),
    warnings: [...(utterance.warnings ?? []), ...warnings],
  }
}

/** What ends at the end of a segment. */
type Ending = 'cut' | 'sentence' | 'paragraph' | 'text'

/** The words of one engine call, and the melody of each word. A melody is undefined if the engine draws none for the word. */
type Piece = { readonly words: readonly PhrasedWord[]; readonly melodies: readonly (WordMelody | undefined)[] }

function planSentence(sentences: readonly Sentence[], index: number, planning: Planning): readonly Segment[] {
  const { words, endsParagraph } = sentences[index]!
  const isLastSentence = index === sentences.length - 1
  const pieces = cutSentence(phraseSentence(emphasizeCapitals(words), planning.phrasing))
  const melodies = planMelodies(sentences, index, { pieces, planning })
  let spoken = 0
  return pieces.map((piece, i) => {
    spoken += piece.length
    const endsSentence = i === pieces.length - 1
    const ending: Ending = !endsSentence ? 'cut' : isLastSentence ? 'text' : endsParagraph ? 'paragraph' : 'sentence'
    return planSegment({ words: piece, melodies: melodies.slice(spoken - piece.length, spoken) }, ending, planning)
  })
}

type MelodyOptions = { readonly pieces: readonly (readonly PhrasedWord[])[]; readonly planning: Planning }

/** The melody of each word of a sentence, if the engine renders it. */
function planMelodies(
  sentences: readonly Sentence[],
  index: number,
  { pieces, planning }: MelodyOptions,
): readonly (WordMelody | undefined)[] {
  const { renders, voice, asides } = planning
  if (!renders.has('melody') && !renders.has('rises')) return []
  const before = sentences[index - 1]
  const width = melodyWidth(voice)
  const sentence = {
    pieces: pieces.flatMap(cutBreaths),
    startsParagraph: before?.endsParagraph ?? true,
    heard: new Set(before?.words.map(({ text }) => text)),
    asides,
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

function planSegment({ words, melodies }: Piece, ending: Ending, planning: Planning): Segment {
  const { voice, speechLoudness } = planning
  const planned = words.map((word, index) => {
    const one = planWord(word, index === words.length - 1 ? ending : undefined, planning)
    const melody = melodies[index]
    return melody === undefined ? one : { ...one, melody }
  })
  return {
    voice: { name: voice.engineVoice, tempo: voice.tempo, expression: voice.expression, size: voice.size },
    words: planned,
    levelDb: voice.levelDb + speechLoudness - CATALOGUE_LOUDNESS,
    brightnessDb: voice.brightnessDb,
    isPressed: planned.some(({ prosody, shape }) => isPressed(prosody.gainDb + shape.gainDb, speechLoudness)),
    endsSentence: ending !== 'cut',
  }
}

function isPressed(gainDb: number, speechLoudness: number): boolean {
  return gainDb > 0 && speechLoudness + gainDb > LOUDEST_UNPRESSED
}

/** Plans one word. `ending` is given only for the last word of a segment. */
function planWord(word: PhrasedWord, ending: Ending | undefined, planning: Planning): SegmentWord {
  const { text, phonemes, source } = word
  const { prosody, shape } = prosodyOf(word, planning)
  const boundary = planBoundary(word, ending, planning)
  return boundary === undefined
    ? { text, phonemes, source, prosody, shape }
    : { text, phonemes, source, prosody, shape, boundary }
}

function prosodyOf({ delivery, emphasis }: PhrasedWord, planning: Planning): DividedProsody {
  const { voice, renders, warnings, plainProsody } = planning
  const known = emphasis === undefined ? plainProsody.get(delivery) : undefined
  if (known !== undefined) return known
  const divided = divideProsody(combineProsody(voice, clampDelivery(delivery, warnings), emphasis), renders)
  if (emphasis === undefined) plainProsody.set(delivery, divided)
  return divided
}

function planBoundary(
  { boundary, delivery, gap }: PhrasedWord,
  ending: Ending | undefined,
  { voice, warnings }: Planning,
): SegmentWord['boundary'] | undefined {
  const tempoOf = (around: Delivery) => (clampDelivery(around, new Set()).tempo * voice.tempo) / voice.pauses
  if (boundary === undefined) {
    const natural = gap.pauseSeconds || (ending === undefined ? 0 : CUT_PAUSE_SECONDS)
    return natural === 0 ? undefined : { mark: ',', pauseSeconds: natural / tempoOf(delivery) }
  }
  // A tag around punctuation shapes only the pause. A value below its range is the caller's way to request no breath.
  const isSilent = isBelowRange('loudness', boundary.delivery.loudness)
  const isShaped = boundary.delivery.tempo !== delivery.tempo
  const natural =
    ending === 'text' && !isShaped ? FINAL_PAUSE_SECONDS : (gap.pauseSeconds ?? tableSeconds(boundary, ending))
  const pauseSeconds = natural / tempoOf(boundary.delivery) + clampBreak(boundary.seconds ?? 0, warnings)
  return { mark: boundary.mark, pauseSeconds, ...(isSilent && { isSilent }) }
}

function tableSeconds({ mark }: Boundary, ending: Ending | undefined): number {
  return ending === 'paragraph' ? Math.max(PAUSE_SECONDS[mark], PAUSE_SECONDS.paragraph) : PAUSE_SECONDS[mark]
}

function clampBreak(seconds: number, warnings: Warnings): number {
  if (seconds <= MAX_BREAK_SECONDS) return seconds
  warnings.add(`break of ${seconds} s is longer than ${MAX_BREAK_SECONDS} s: ${MAX_BREAK_SECONDS} is used`)
  return MAX_BREAK_SECONDS
}
