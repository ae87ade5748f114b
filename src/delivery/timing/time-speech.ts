import { engineNamed } from '../../synthesis/engine-named.ts'
import type { SpeechEngine, TimingQuality } from '../../synthesis/speech-engine.ts'
import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import type { PhoneTime, TimedPhone } from '../../timing/phones/phone-time.ts'
import type { SpeechTiming } from '../../timing/speech-timing.ts'
import { toMilliseconds } from '../../timing/to-milliseconds.ts'
import type { RenderedFile } from '../files/render-file.ts'
import type { RenderingResources } from '../resources.ts'
import { sentenceOfWords, timeSourceWords } from './time-words.ts'

/** The `confidence` that callers get. That of estimated times is a flag, not a measured probability. */
const CONFIDENCE: Readonly<Record<TimingQuality, number>> = { exact: 1, estimated: 0.5 }

/** When the words of a plan are heard, from its rendering. */
export function timeSpeech(
  plan: SynthesisPlan,
  { speech, words }: Pick<RenderedFile, 'speech' | 'words'>,
  { engines }: Pick<RenderingResources, 'engines'>,
): SpeechTiming {
  const times = timeSourceWords(plan, words)
  const sentences = sentenceOfWords(plan)
  return {
    languageCode: plan.languageCode,
    confidence: confidenceIn(engineNamed(plan.engine, engines)),
    durationMs: toMilliseconds(speech.length, speech.sampleRate),
    words: plan.words.map(({ text, shown, before, after }, index) => ({
      text,
      ...(shown !== undefined && { shown }),
      before,
      after,
      startMs: toMilliseconds(times[index]!.startSample, speech.sampleRate),
      endMs: toMilliseconds(times[index]!.endSample, speech.sampleRate),
      sentence: sentences[index]!,
      phones: toTimedPhones(times[index]!.phones, speech.sampleRate),
    })),
  }
}

/** Phone times as they are kept and answered. */
export function toTimedPhones(phones: readonly PhoneTime[], sampleRate: number): readonly TimedPhone[] {
  return phones.map(({ phone, startSample, endSample }) => [
    phone,
    toMilliseconds(startSample, sampleRate),
    toMilliseconds(endSample, sampleRate),
  ])
}

/** How sure the word times of an engine are, from 0 to 1. */
export function confidenceIn({ timing }: SpeechEngine): number {
  return CONFIDENCE[timing]
}
