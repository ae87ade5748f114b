import { NoWordsError } from '../../errors.ts'
import { engineNamed } from '../../synthesis/engine-named.ts'
import type { SaidBefore } from '../../synthesis/planning/draws.ts'
import { planInSteps } from '../../synthesis/planning/plan-synthesis.ts'
import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import { analyzeInSteps } from '../../text/analyze-text.ts'
import { DEFAULT_LOCALE, findLocale } from '../../text/english/dialects.ts'
import type { DoorMarkup } from '../../text/markup/tokens/tokenize-markup.ts'
import type { TextMemory } from '../../text/reading/memory.ts'
import type { CompiledLibrary } from '../../text/replacements/replacement-set.ts'
import { type Steps, takeSteps } from '../../text/steps.ts'
import type { Utterance } from '../../text/utterance.ts'
import type { Voice } from '../../voices/voice.ts'
import type { AccountTerms } from '../moderation/content-policy.ts'
import type { PlanningResources } from '../resources.ts'
import { refuseContent } from './refuse-content.ts'
import { runInSlices } from './run-in-slices.ts'

/** A plan, for callers that pass it on without reading it. */
export type SpeechPlan = SynthesisPlan

/** What a caller wants to be said. */
export type SpeechRequest = {
  readonly voice: Voice
  readonly text: string
  /** Applied in this order. */
  readonly libraries: readonly CompiledLibrary[]
  readonly ssml: boolean
  /** If given, the text came through the API of another service, whose markup is read too. */
  readonly door?: DoorMarkup | undefined
  /** Whether a text without words is a short silence, with a warning, instead of a mistake. */
  readonly mayBeSilent?: boolean
  /** What was settled before the text, if it continues another. */
  readonly memory?: TextMemory | undefined
  /** Chooses another reading of the same words, 0 to 2^32 - 1; the default one if absent. */
  readonly seed?: number | undefined
  /** How often the text before has said each sentence, if it continues another. */
  readonly said?: SaidBefore | undefined
  /** UTF-16 units that the caller's plan allows in a text. If given, it bounds the text as it is read out too. */
  readonly maxTextLength?: number
  /** What the caller's account may or may not say, besides the rules for all. */
  readonly accountTerms?: AccountTerms | undefined
}

/** A plan beside what it was made of, which says more about each word than an engine needs to know. */
export type PreparedSpeech = { readonly utterance: Utterance; readonly plan: SynthesisPlan }

/** Settles everything about a request. Every error the caller can cause in the text is thrown here, before any audio is made. */
export function prepareSpeech(request: SpeechRequest, resources: PlanningResources): PreparedSpeech {
  return takeSteps(prepareInSteps(request, resources))
}

/** The same in slices: a long text takes tenths of a second. Rejects with the reason of the signal if it aborts meanwhile. */
export async function prepareInSlices(
  request: SpeechRequest,
  resources: PlanningResources,
  signal?: AbortSignal,
): Promise<PreparedSpeech> {
  return await runInSlices(prepareInSteps(request, resources), signal)
}

/** The same in steps of a sentence. */
export function* prepareInSteps(request: SpeechRequest, resources: PlanningResources): Steps<PreparedSpeech> {
  const { voice, text } = request
  const utterance = yield* readInSteps(request, resources)
  refuseContent(resources.contentPolicy, { text, utterance, accountTerms: request.accountTerms })
  const engine = engineNamed(voice.engine, resources.engines)
  const { speechLoudness, phrasing } = resources
  const reading = { seed: request.seed, said: request.said }
  const plan = yield* planInSteps(utterance, { text, voice, engine, speechLoudness, phrasing, reading })
  return { utterance, plan }
}

function* readInSteps(request: SpeechRequest, resources: PlanningResources): Steps<Utterance> {
  const { voice, text, libraries, ssml, door, mayBeSilent, maxTextLength } = request
  try {
    return yield* analyzeInSteps(text, {
      replacements: { libraries },
      ssml,
      door,
      locale: findLocale(voice.avatar.locale) ?? DEFAULT_LOCALE,
      lexicon: resources.lexicon,
      letterToSound: resources.letterToSound,
      unreadable: resources.unreadableCharacters,
      homographs: resources.homographs,
      readings: resources.readings,
      memory: request.memory,
      maxLength: maxTextLength === undefined ? undefined : resources.spokenLengthFactor * maxTextLength,
    })
  } catch (error) {
    if (mayBeSilent === true && error instanceof NoWordsError) return WITHOUT_WORDS
    throw error
  }
}

const WITHOUT_WORDS: Utterance = {
  words: [],
  sentences: [],
  warnings: ['The text has no words: it is a short silence'],
}

/** Returns only the plan of a request. Throws the same errors as `prepareSpeech`. */
export function planSpeech(request: SpeechRequest, resources: PlanningResources): SynthesisPlan {
  return prepareSpeech(request, resources).plan
}

/** Hz of a voice's own speech. */
export function voiceSampleRate({ engine }: Voice, { engines }: Pick<PlanningResources, 'engines'>): number {
  return engineNamed(engine, engines).sampleRate
}
