import type { CreateResampler } from '../audio/resampling/resampler.ts'
import type { EncoderThreads } from '../speaking/threads/encoder-threads.ts'
import type { PhrasingModel } from '../synthesis/planning/phrasing/phrasing-model.ts'
import type { SpeechEngine } from '../synthesis/speech-engine.ts'
import type { AnalyzeTextResources } from '../text/analyze-text.ts'
import type { Catalogue } from '../voices/catalogue.ts'
import type { ContentPolicy } from './moderation/content-policy.ts'

/** What planning needs: data, no I/O. */
export type PlanningResources = AnalyzeTextResources & {
  readonly catalogue: Catalogue
  readonly engines: ReadonlyMap<string, SpeechEngine>
  readonly phrasing: PhrasingModel
  /** Default level of every voice, in LUFS. */
  readonly speechLoudness: number
  /** Characters that a text may have as it is read out, for each that the caller's plan allows as written. */
  readonly spokenLengthFactor: number
  /** What to do with a character that no voice reads. */
  readonly unreadableCharacters: 'skip' | 'refuse'
  /** What no text may contain. */
  readonly contentPolicy: ContentPolicy
}

/** What rendering needs besides the plan. */
export type RenderingResources = {
  readonly engines: ReadonlyMap<string, SpeechEngine>
  readonly encoders: EncoderThreads
  readonly createResampler: CreateResampler
}

/** Everything that is loaded once at start and used by every request. */
export type Resources = PlanningResources & RenderingResources
