import { planSpeech } from '../../src/delivery/planning/plan-speech.ts'
import type { Resources } from '../../src/delivery/resources.ts'
import { timeSpeech } from '../../src/delivery/timing/time-speech.ts'
import { renderSpeech } from '../../src/speaking/render-speech.ts'
import type { SpeechTiming } from '../../src/timing/speech-timing.ts'
import type { WordTime } from '../../src/timing/word-time.ts'
import { findVoice } from '../../src/voices/catalogue.ts'

type TimeTextOptions = {
  readonly resources: Resources
  readonly speakerId: number
  /** Of the voice; its own if absent. */
  readonly tempo?: number
  readonly ssml?: boolean
}

/** The timing of a text as an avatar says it. */
export async function timeText(
  text: string,
  { resources, speakerId, tempo, ssml = false }: TimeTextOptions,
): Promise<SpeechTiming> {
  const found = findVoice(resources.catalogue, speakerId)
  const voice = { ...found, tempo: tempo ?? found.tempo }
  const plan = planSpeech({ voice, text, libraries: [], ssml }, resources)
  const words: WordTime[] = []
  const speech = { sampleRate: 1, chunks: [], length: 0 }
  const options = { signal: new AbortController().signal, urgency: 'background' } as const
  for await (const chunk of renderSpeech(plan, resources, options)) {
    speech.sampleRate = chunk.audio.sampleRate
    speech.length += chunk.audio.samples.length
    words.push(...chunk.words)
  }
  return timeSpeech(plan, { speech, words }, resources)
}
