import type { ClipJob } from '../../../storage/records/clip-jobs.ts'
import { isCombination } from '../../../storage/records/combination-plan.ts'
import { upgradePlan } from '../../../synthesis/stored-plan.ts'
import type { SpeechTiming } from '../../../timing/speech-timing.ts'
import { formatSounds, type SoundsForm } from './format-sounds.ts'

/** The times of a clip's sounds. Speech marks of a combination count bytes of its transcript. Undefined if the clip was rendered before sounds were timed. */
export function formatClipSounds(
  { plan }: Pick<ClipJob, 'plan'>,
  timing: SpeechTiming,
  form: SoundsForm,
): string | undefined {
  return formatSounds(timing, form, isCombination(plan) ? undefined : upgradePlan(plan))
}
