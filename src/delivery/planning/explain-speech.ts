import { measureSpeech } from '../../speaking/measure-speech.ts'
import { renderSpeech } from '../../speaking/render-speech.ts'
import { engineNamed } from '../../synthesis/engine-named.ts'
import { clampDelivery } from '../../synthesis/planning/plan-prosody.ts'
import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import type { Delivery } from '../../text/markup/tree/markup-run.ts'
import type { BoundaryMark, SourceWord } from '../../text/normalization/normalized-text.ts'
import type { Decision } from '../../text/reading/compare-readings.ts'
import { formatRespelling } from '../../text/respelling/format-respelling.ts'
import type { SpokenWord, Utterance } from '../../text/utterance.ts'
import type { Avatar } from '../../voices/voice.ts'
import { type ModeratedText, toModeratedText } from '../moderation/moderated-text.ts'
import type { Resources } from '../resources.ts'
import { prepareInSlices, type SpeechRequest } from './plan-speech.ts'

/** One of the caller's words and all that is said for it. */
export type ExplainedWord = {
  readonly source: SourceWord
  /** At least one, in order. */
  readonly spoken: readonly (Pick<SpokenWord, 'text' | 'phonemes' | 'origin'> & { readonly respelling: string })[]
  /** Which of its readings a form with several was given; of the first word of a form of several. */
  readonly reading?: Decision
  /** Values as they are applied, within the ranges of the tags. */
  readonly delivery: Delivery
}

/** A pause of the plan. `afterWord` indexes the words; a long one, such as a telephone number, has pauses inside too. */
export type ExplainedPause = { readonly afterWord: number; readonly mark: BoundaryMark; readonly seconds: number }

/** What will be said for a request, and why. */
export type Explanation = {
  /** The avatar that speaks. */
  readonly avatar: Avatar
  readonly words: readonly ExplainedWord[]
  readonly pauses: readonly ExplainedPause[]
  readonly warnings: readonly string[]
  /** Length of the speech before it is encoded; some formats add a little silence of their own. */
  readonly durationSeconds: number
}

type ExplainOptions = {
  readonly signal: AbortSignal
  /** Rejects if the text may not be spoken. */
  readonly checkText?: (text: ModeratedText) => Promise<void>
}

/**
 * Explains a request from the plan that would be spoken. Its length is measured if the engine can, else the plan is spoken in the
 * background. Throws what planning and rendering throw.
 */
export async function explainSpeech(
  request: SpeechRequest,
  resources: Resources,
  { signal, checkText = async () => {} }: ExplainOptions,
): Promise<Explanation> {
  const { utterance, plan } = await prepareInSlices(request, resources, signal)
  await checkText(toModeratedText(utterance, request.text))
  return {
    avatar: request.voice.avatar,
    words: explainWords(utterance),
    pauses: listPauses(plan),
    warnings: plan.warnings,
    durationSeconds: await secondsOf(plan, resources, signal),
  }
}

function explainWords({ words, sentences, scored = [] }: Utterance): readonly ExplainedWord[] {
  const spoken: SpokenWord[][] = words.map(() => [])
  for (const sentence of sentences) {
    for (const word of sentence.words) spoken[word.source]!.push(word)
  }
  const readings = new Map(scored.map(({ source, decision }) => [source, decision]))
  return words.map((source, index) => {
    const reading = readings.get(index)
    return {
      source,
      spoken: spoken[index]!.map(({ text, phonemes, origin }) => {
        return { text, phonemes, origin, respelling: formatRespelling(phonemes) }
      }),
      delivery: clampDelivery(spoken[index]![0]!.delivery, new Set()),
      ...(reading === undefined ? {} : { reading }),
    }
  })
}

function listPauses({ segments }: SynthesisPlan): readonly ExplainedPause[] {
  return segments.flatMap(({ words }) =>
    words.flatMap(({ source, boundary }) =>
      boundary === undefined ? [] : [{ afterWord: source, mark: boundary.mark, seconds: boundary.pauseSeconds }],
    ),
  )
}

async function secondsOf(plan: SynthesisPlan, resources: Resources, signal: AbortSignal): Promise<number> {
  const { sampleRate } = engineNamed(plan.engine, resources.engines)
  const samples = (await measureSpeech(plan, resources, signal)) ?? (await speakToMeasure(plan, resources, signal))
  return samples / sampleRate
}

async function speakToMeasure(plan: SynthesisPlan, resources: Resources, signal: AbortSignal): Promise<number> {
  let samples = 0
  for await (const { audio } of renderSpeech(plan, resources, { signal, urgency: 'background' })) {
    samples += audio.samples.length
  }
  return samples
}
