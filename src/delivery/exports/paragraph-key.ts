import { createHash } from 'node:crypto'
import { SHAPING_REVISION } from '../../speaking/segments/shaping-revision.ts'
import { engineNamed } from '../../synthesis/engine-named.ts'
import type { SpeechPlan } from '../planning/plan-speech.ts'
import type { PlanningResources } from '../resources.ts'

/** Changes with what a key is made of. */
const FORM = 1

/**
 * A hash, in hexadecimal, of all that decides how a paragraph sounds and which words its captions show: the plan, the version of the
 * engine with its voices, and the revision of the signal processing. Plans have their fields in one order, so JSON is the same for
 * the same plan. What the plan says to the caller does not count.
 */
export function paragraphKey(plan: SpeechPlan, { engines }: Pick<PlanningResources, 'engines'>): string {
  const { name, version, sampleRate } = engineNamed(plan.engine, engines)
  const { text: _text, warnings: _warnings, ...spoken } = plan
  const content = JSON.stringify([FORM, name, version, sampleRate, SHAPING_REVISION, spoken])
  return createHash('sha256').update(content).digest('hex')
}
