import { MAX_TEXTS } from '../../accounts/body-costs.ts'
import type { OutputFormat } from '../../delivery/files/output-format.ts'
import { ServiceError } from '../../errors.ts'
import { parseAudioConfigs } from './audio-configs.ts'
import { isAbsent, refuseValue, showValue } from './refuse-value.ts'
import { parseTitle } from './title.ts'

/** Clips of one combination, and of one bulk request. */
export const MAX_CLIPS = MAX_TEXTS

/** Seconds; longer is taken for a slip, such as milliseconds. */
const MAX_PAUSE_SECONDS = 600
/** Of all pauses together. */
const MAX_SILENCE_SECONDS = 3600

export type CombinationBody = {
  readonly clipIds: readonly string[]
  /** Seconds between each pair of neighbours: one fewer than clips. */
  readonly pausesSeconds: readonly number[]
  readonly output: OutputFormat
  /** Title in the audio's tags; undefined to derive it from the clips. */
  readonly title: string | undefined
  /** Whether each clip is a chapter. */
  readonly hasChapters: boolean
}

/** Checks a combination request; throws MISSING_ARGUMENT. */
export function parseCombinationBody(body: unknown): CombinationBody {
  const fields = (body ?? {}) as Record<string, unknown>
  const { clip_ids: clipIds, pause_durations: pauses } = fields
  if (isAbsent(clipIds)) throw refusal('clip_ids is missing')
  if (!Array.isArray(clipIds) || !clipIds.every((id) => typeof id === 'string')) {
    throw refusal('clip_ids must be a list of clip ids')
  }
  if (clipIds.length < 1 || clipIds.length > MAX_CLIPS) {
    throw refusal(`expected 1 to ${MAX_CLIPS} clip_ids, not ${clipIds.length}`)
  }
  return {
    clipIds,
    pausesSeconds: refuseLongSilence(parsePauses(pauses, clipIds.length)),
    output: parseAudioConfigs(fields.audio_configs, 'mp3'),
    title: parseTitle(fields.title),
    hasChapters: parseChapters(fields.chapters),
  }
}

function parseChapters(value: unknown): boolean {
  if (isAbsent(value)) return true
  if (typeof value !== 'boolean') throw refuseValue('chapters', value, 'true or false')
  return value
}

function parsePauses(value: unknown, clipCount: number): readonly number[] {
  const gaps = clipCount - 1
  const pauses = isAbsent(value) ? [0] : [value].flat()
  for (const [index, pause] of pauses.entries()) {
    if (typeof pause === 'number' && pause >= 0 && pause <= MAX_PAUSE_SECONDS) continue
    throw refusal(`pause ${index + 1} is ${showValue(pause)}; expected 0 to ${MAX_PAUSE_SECONDS} seconds`)
  }
  if (pauses.length === 1) return Array.from({ length: gaps }, () => pauses[0] as number)
  if (pauses.length === gaps) return pauses as number[]
  throw refusal(
    `${clipCount} clips have ${gaps} gaps, but pause_durations has ${pauses.length} entries; expected 1 or ${gaps}`,
  )
}

function refuseLongSilence(pauses: readonly number[]): readonly number[] {
  const seconds = pauses.reduce((sum, pause) => sum + pause, 0)
  if (seconds <= MAX_SILENCE_SECONDS) return pauses
  throw refusal(`the pauses are ${seconds} seconds in all; expected at most ${MAX_SILENCE_SECONDS}`)
}

function refusal(problem: string): ServiceError {
  return new ServiceError('MISSING_ARGUMENT', `Cannot combine clips: ${problem}`)
}
