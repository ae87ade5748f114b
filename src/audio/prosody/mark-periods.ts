import type { PcmAudio } from '../pcm-audio.ts'
import type { PitchTrack } from './track-pitch.ts'

/** Analysis marks: one per pitch period in voiced speech, one per 5 ms in unvoiced speech. */
export type PeriodMarks = {
  /** In samples, ascending; the first is 0 and the last is the end of the audio. */
  readonly positions: Float64Array
  /** 1 if the mark belongs to a voiced period. */
  readonly voiced: Uint8Array
}

const UNVOICED_SECONDS = 0.005

/**
 * Marks the pitch periods of a voice. In each voiced stretch it starts at the highest peak and goes both ways. The next mark is
 * 0.8 to 1.25 periods away, at the point whose waveform is most similar to that around the last mark.
 */
export function markPeriods(audio: PcmAudio, track: PitchTrack): PeriodMarks {
  const marks: { readonly position: number; readonly voiced: boolean }[] = [{ position: 0, voiced: false }]
  const step = UNVOICED_SECONDS * audio.sampleRate
  const fillTo = (end: number): void => {
    const start = marks.at(-1)!.position
    const count = Math.max(1, Math.round((end - start) / step))
    for (let i = 1; i < count; i++) marks.push({ position: start + ((end - start) * i) / count, voiced: false })
  }
  for (const stretch of voicedRanges(track, audio.samples.length)) {
    const positions = markRange(audio, track, stretch).filter((position) => position > marks.at(-1)!.position + 8)
    const first = positions[0]
    if (first === undefined) continue
    fillTo(first)
    for (const position of positions) marks.push({ position, voiced: true })
  }
  fillTo(audio.samples.length)
  marks.push({ position: audio.samples.length, voiced: false })
  return {
    positions: Float64Array.from(marks, ({ position }) => position),
    voiced: Uint8Array.from(marks, ({ voiced }) => Number(voiced)),
  }
}

type SampleRange = { readonly start: number; readonly end: number }

function voicedRanges({ hop, hertz }: PitchTrack, length: number): readonly SampleRange[] {
  const stretches: SampleRange[] = []
  let first: number | undefined
  for (let i = 0; i <= hertz.length; i++) {
    const isVoiced = (hertz[i] ?? 0) > 0
    if (isVoiced) first ??= i
    if (isVoiced || first === undefined) continue
    stretches.push({ start: Math.max(0, (first - 0.5) * hop), end: Math.min(length, (i - 0.5) * hop) })
    first = undefined
  }
  return stretches
}

function markRange(
  { samples, sampleRate }: PcmAudio,
  track: PitchTrack,
  { start, end }: SampleRange,
): readonly number[] {
  const periodAt = (position: number): number => {
    const { hop, hertz } = track
    const frame = position / hop
    const [left, right] = [hertz[Math.floor(frame)] ?? 0, hertz[Math.ceil(frame)] ?? 0]
    if (left === 0 || right === 0) return sampleRate / (left || right || 100)
    return sampleRate / (left + (right - left) * (frame - Math.floor(frame)))
  }
  let peak = Math.ceil(start)
  for (let i = peak; i < end; i++) if (Math.abs(samples[i]!) > Math.abs(samples[peak]!)) peak = i

  const after: number[] = []
  const before: number[] = []
  for (let mark = peak; ; ) {
    mark = mostAlike(samples, mark, periodAt(mark))
    if (mark > end) break
    after.push(mark)
  }
  for (let mark = peak; ; ) {
    mark = mostAlike(samples, mark, -periodAt(mark))
    if (mark < start) break
    before.push(mark)
  }
  return [...before.reverse(), peak, ...after]
}

/** The position about `step` from `mark` whose surrounding samples are most similar to those around `mark`. */
function mostAlike(samples: Float32Array, mark: number, step: number): number {
  const half = Math.round(Math.abs(step) / 2)
  const center = Math.round(mark)
  const [low, high] = [center + Math.round(0.8 * step), center + Math.round(1.25 * step)].sort((a, b) => a - b)
  let best = { position: mark + step, likeness: Number.NEGATIVE_INFINITY }
  for (let position = low!; position <= high!; position++) {
    const likeness = compare(samples, { center, position, half })
    if (likeness > best.likeness) best = { position, likeness }
  }
  const [left, right] = [-1, 1].map((k) => compare(samples, { center, position: best.position + k, half }))
  const bend = 2 * best.likeness - left! - right!
  const between = bend > 0 ? (right! - left!) / (2 * bend) : 0
  return best.position + Math.max(-0.5, Math.min(0.5, between)) + (mark - center)
}

type Comparison = { readonly center: number; readonly position: number; readonly half: number }

function compare(samples: Float32Array, { center, position, half }: Comparison): number {
  let product = 0
  let energy = 1e-9
  for (let i = -half; i <= half; i++) {
    const other = samples[position + i] ?? 0
    product += (samples[center + i] ?? 0) * other
    energy += other * other
  }
  return product / Math.sqrt(energy)
}
