import { type Melody, planIntonation } from '../text/prosody/plan-intonation.ts'
import type { SpokenWord, Utterance } from '../text/utterance.ts'
import type { Voice } from '../voices/voice.ts'
import { cutSentence } from './cut-sentence.ts'
import { CUT_PAUSE_SECONDS, FINAL_PAUSE_SECONDS, PAUSE_SECONDS } from './pause-table.ts'
import { clampDelivery, combineProsody, divideProsody, type Warnings } from './plan-prosody.ts'
import type { SpeechEngine } from './speech-engine.ts'
import type { ProsodyDimension, Segment, SegmentWord, SynthesisPlan } from './synthesis-plan.ts'

/** What the planner needs to know of an engine. */
export type PlannedEngine = Pick<SpeechEngine, 'name' | 'renders'>

export type PlanSynthesisOptions = {
  /** What the caller wrote: the utterance was read from it. */
  readonly text: string
  readonly voice: Voice
  readonly engine: PlannedEngine
}

type Planning = {
  readonly voice: Voice
  readonly renders: ReadonlySet<ProsodyDimension>
  readonly warnings: Warnings
  readonly melodies: ReadonlyMap<SpokenWord, Melody>
}

/**
 * Decides everything about how an utterance is spoken by a voice: engine calls, prosody, pauses.
 * What the engine declares to render is asked of it; the rest is left to signal processing.
 */
export function planSynthesis(utterance: Utterance, { text, voice, engine }: PlanSynthesisOptions): SynthesisPlan {
  const renders = engine.renders(voice.engineVoice)
  const warnings: Warnings = new Set()
  const segments: Segment[] = []
  utterance.sentences.forEach(({ words, endsParagraph }, sentence) => {
    const isLastSentence = sentence === utterance.sentences.length - 1
    const pieces = cutSentence(words)
    const planning: Planning = { voice, renders, warnings, melodies: planIntonation(words) }
    pieces.forEach((piece, index) => {
      const endsSentence = index === pieces.length - 1
      const ending: Ending = !endsSentence ? 'cut' : isLastSentence ? 'text' : endsParagraph ? 'paragraph' : 'sentence'
      segments.push(planSegment(piece, ending, planning))
    })
  })
  return {
    version: 1,
    engine: engine.name,
    languageCode: voice.avatar.locale.replace('_', '-').toLowerCase(),
    text,
    words: utterance.words,
    segments,
    warnings: [...warnings],
  }
}

/** What ends together with a segment. */
type Ending = 'cut' | 'sentence' | 'paragraph' | 'text'

function planSegment(words: readonly SpokenWord[], ending: Ending, planning: Planning): Segment {
  const { voice } = planning
  return {
    voice: { name: voice.engineVoice, expression: voice.expression, size: voice.size },
    words: words.map((word, index) => planWord(word, index === words.length - 1 ? ending : undefined, planning)),
    brightnessDb: voice.brightnessDb,
    endsSentence: ending !== 'cut',
  }
}

/** `ending` is given for the last word of a segment. */
function planWord(word: SpokenWord, ending: Ending | undefined, planning: Planning): SegmentWord {
  const asked = combineProsody(planning.voice, clampDelivery(word.delivery, planning.warnings), word.emphasis)
  const boundary = planBoundary(word, ending, planning)
  const melody = planning.renders.has('pitchSemitones') ? planning.melodies.get(word) : undefined
  return {
    text: word.text,
    phonemes: word.phonemes,
    source: word.source,
    ...divideProsody(asked, planning.renders),
    ...(melody && { melody }),
    ...(boundary && { boundary }),
  }
}

function planBoundary(
  { boundary }: SpokenWord,
  ending: Ending | undefined,
  { voice }: Planning,
): SegmentWord['boundary'] | undefined {
  if (boundary === undefined) {
    return ending === undefined ? undefined : { mark: ',', pauseSeconds: CUT_PAUSE_SECONDS / voice.tempo }
  }
  // A tag around punctuation shapes the pause alone, so a value outside its range is the caller's way to ask for no breath.
  const tempo = clampDelivery(boundary.delivery, new Set()).tempo * voice.tempo
  const byMark =
    ending === 'paragraph'
      ? Math.max(PAUSE_SECONDS[boundary.mark], PAUSE_SECONDS.paragraph)
      : PAUSE_SECONDS[boundary.mark]
  const natural = ending === 'text' && boundary.delivery.tempo === 1 ? FINAL_PAUSE_SECONDS : byMark
  return { mark: boundary.mark, pauseSeconds: natural / tempo + (boundary.seconds ?? 0) }
}
