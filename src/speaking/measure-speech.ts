import { engineNamed } from '../synthesis/engine-named.ts'
import type { Listener } from '../synthesis/speech-engine.ts'
import type { SynthesisPlan } from '../synthesis/synthesis-plan.ts'
import type { SpeakingResources, SpokenPlan } from './render-speech.ts'

/** Longer speech begins before its length could be found. */
const MAX_MEASURED_SEGMENTS = 12

/**
 * Number of samples of a plan's speech after its first segment; undefined if the engine cannot know before speaking, or if the
 * segments are not all known. The first segment reports its length with its first chunk.
 */
export async function measureAfterFirst(
  { segments, ...plan }: SpokenPlan,
  { engines }: SpeakingResources,
  listener?: Listener,
): Promise<number | undefined> {
  const engine = engineNamed(plan.engine, engines)
  if (!('length' in segments) || segments.length > MAX_MEASURED_SEGMENTS) return undefined
  const lengths = await Promise.all(
    segments.slice(1).map(async (segment) => await engine.measure?.(segment, { listener })),
  )
  return lengths.reduce(addKnown, 0)
}

/**
 * How many samples the speech of a plan has, found without speaking it; undefined if the engine cannot know it. Measures one segment at a time,
 * in the background: streams go first.
 */
export async function measureSpeech(
  plan: SynthesisPlan,
  { engines }: SpeakingResources,
  signal: AbortSignal,
): Promise<number | undefined> {
  const engine = engineNamed(plan.engine, engines)
  let samples = 0
  for (const segment of plan.segments) {
    signal.throwIfAborted()
    const length = await engine.measure?.(segment, { urgency: 'background' })
    if (length === undefined) return undefined
    samples += length
  }
  return samples
}

/** The sum of two lengths; undefined if either is unknown. */
export function addKnown(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other
}
