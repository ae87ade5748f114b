import { speakSegment } from '../../src/speaking/segments/speak-segment.ts'
import { SPEAKERS } from './bench-text.ts'
import { measureComputing } from './measure-computing.ts'
import type { BarePlanner } from './plan-bench-speech.ts'
import { SPEECH_SENTENCES } from './speech-sentences.ts'

/** Speech of a voice at its own rate, levelled and limited, and the computing that it took. */
export type BenchSpeech = {
  readonly samples: Float32Array
  readonly sampleRate: number
  readonly speechSeconds: number
}

/** Speaks `SPEECH_SENTENCES` several times, and keeps the round that cost least. */
export async function speakBenchSpeech(
  planner: BarePlanner,
  { speaker, rounds }: { readonly speaker: keyof typeof SPEAKERS; readonly rounds: number },
): Promise<BenchSpeech> {
  const plans = SPEECH_SENTENCES.map((text) => planner.plan(SPEAKERS[speaker], text))
  const engine = planner.engines.get(plans[0]!.engine)!
  let chunks: Float32Array[] = []
  const { signal } = new AbortController()
  const speechSeconds = await measureComputing(async () => {
    chunks = []
    for (const segment of plans.flatMap(({ segments }) => segments))
      for await (const { audio } of speakSegment(engine, segment, { signal })) chunks.push(audio.samples)
  }, rounds)
  const samples = Float32Array.from(chunks.flatMap((chunk) => [...chunk]))
  return { samples, sampleRate: engine.sampleRate, speechSeconds }
}
