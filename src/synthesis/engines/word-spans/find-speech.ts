import type { PcmAudio } from '../../../audio/pcm-audio.ts'

/** A part of a recording, in seconds from its start. */
export type SecondsRange = { readonly from: number; readonly to: number }

const FRAME_SECONDS = 0.005
/** Level relative to the loudest frame. Most of a plosive's closure is below it, hence the shortest silence. */
const SILENCE_DB = -36
/** Closures of plosives last up to about 0.1 s; a longer silence is a pause. */
const SHORTEST_SILENCE_SECONDS = 0.1

/** The stretches of a recording that are not silent, in order. The whole recording if it is silent or has no samples. */
export function findSpeech({ samples, sampleRate }: PcmAudio): readonly SecondsRange[] {
  const frame = Math.max(1, Math.round(FRAME_SECONDS * sampleRate))
  const levels = Array.from({ length: Math.ceil(samples.length / frame) }, (_, i) =>
    samples.subarray(i * frame, (i + 1) * frame).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
  )
  const threshold = levels.reduce((most, level) => Math.max(most, level), 0) * 10 ** (SILENCE_DB / 20)
  const shortest = SHORTEST_SILENCE_SECONDS * sampleRate
  const stretches: { from: number; to: number }[] = []
  for (const [i, level] of levels.entries()) {
    if (level <= threshold) continue
    const [from, to] = [i * frame, Math.min((i + 1) * frame, samples.length)]
    const last = stretches.at(-1)
    if (last !== undefined && from - last.to < shortest) last.to = to
    else stretches.push({ from, to })
  }
  if (stretches.length === 0) return [{ from: 0, to: samples.length / sampleRate }]
  return stretches.map(({ from, to }) => ({ from: from / sampleRate, to: to / sampleRate }))
}
