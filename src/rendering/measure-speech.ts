import type { SynthesisPlan } from '../synthesis/synthesis-plan.ts'
import { engineNamed } from './plan-speech.ts'
import type { RenderingResources } from './resources.ts'

/** Longer speech begins before its length could be found. */
const MAX_MEASURED_SEGMENTS = 12

/** How many samples the speech of a plan has, where its engine can tell before it speaks; undefined otherwise. */
export async function measureSpeech(
  plan: SynthesisPlan,
  { engines }: Pick<RenderingResources, 'engines'>,
): Promise<number | undefined> {
  const engine = engineNamed(plan.engine, engines)
  if (plan.segments.length > MAX_MEASURED_SEGMENTS) return undefined
  const lengths = await Promise.all(plan.segments.map(async (segment) => await engine.measure?.(segment)))
  return lengths.reduce<number | undefined>(
    (sum, length) => (sum === undefined || length === undefined ? undefined : sum + length),
    0,
  )
}
