import type { PcmAudio } from '../../src/audio/pcm-audio.ts'
import { joinSamples } from '../../src/audio/samples/join-samples.ts'
import { speakSegment } from '../../src/speaking/segments/speak-segment.ts'
import type { SpeechEngine } from '../../src/synthesis/speech-engine.ts'
import type { Segment } from '../../src/synthesis/synthesis-plan.ts'
import type { WordTime } from '../../src/timing/word-time.ts'
import type { BarePlanner } from './plan-bench-speech.ts'
import { createPhoneTimer, type TimedPhone } from './time-phones.ts'

/** Speech with the times of its words and phones, in samples from its start. */
export type PhonedSpeech = {
  readonly audio: PcmAudio
  readonly times: readonly { readonly startSample: number; readonly endSample: number }[]
  readonly phones: readonly TimedPhone[]
}

/** Speaks a text as the service does, on this thread, and times each phone. */
export type Recite = (speakerId: number, text: string) => Promise<PhonedSpeech>

/** Gives a function that recites with the engines of `planner`; it opens them once more, to ask for their phones. */
export async function createReciter(planner: BarePlanner): Promise<Recite> {
  const timePhones = await createPhoneTimer()
  return async (speakerId, text) => {
    const plan = planner.plan(speakerId, text)
    const engine = planner.engines.get(plan.engine)!
    const parts: Float32Array[] = []
    const times: WordTime[] = []
    const phones: TimedPhone[] = []
    let offset = 0
    for (const segment of plan.segments) {
      const { samples, words } = await speakWhole(engine, segment)
      const spoken = (await timePhones(segment, words)).flat()
      phones.push(...spoken.map(({ name, start, end }) => ({ name, start: start + offset, end: end + offset })))
      times.push(
        ...words.map((time) => ({
          ...time,
          startSample: time.startSample + offset,
          endSample: time.endSample + offset,
        })),
      )
      parts.push(samples)
      offset += samples.length
    }
    return { audio: { sampleRate: engine.sampleRate, samples: joinSamples(parts) }, times, phones }
  }
}

async function speakWhole(engine: SpeechEngine, segment: Segment) {
  const parts: Float32Array[] = []
  const words: WordTime[] = []
  for await (const chunk of speakSegment(engine, segment, { signal: new AbortController().signal })) {
    parts.push(chunk.audio.samples)
    words.push(...chunk.words)
  }
  return { samples: joinSamples(parts), words }
}
