import type { ProsodyShape, ShapedSegment, WordSpan } from './shape-prosody.ts'

/** A stretch of audio with one tempo and pitch change: `input` samples become `output` samples. */
export type WarpZone = {
  readonly input: { readonly start: number; readonly end: number }
  readonly output: { readonly start: number; readonly end: number }
  /** Factor of the fundamental frequency; 1 keeps it. */
  readonly pitchRatio: number
}

export type Warp = {
  /** In order and without gaps, from the first sample to the last. */
  readonly zones: readonly WarpZone[]
  /** Positions of the words after the warp. */
  readonly words: readonly WordSpan[]
  /** Number of samples after the warp. */
  readonly length: number
}

/** Plans the tempo and pitch change of each stretch of the audio, which has `length` samples. Gaps between words keep their length. */
export function planWarp(words: readonly WordSpan[], segment: ShapedSegment, length: number): Warp {
  const zones: WarpZone[] = []
  const warped: WordSpan[] = []
  let position = 0
  let target = 0
  const extend = (end: number, shape?: ProsodyShape): void => {
    if (end <= position) return
    const size = Math.max(1, Math.round((end - position) / (shape?.tempo ?? 1)))
    zones.push({
      input: { start: position, end },
      output: { start: target, end: target + size },
      pitchRatio: 2 ** ((shape?.pitchSemitones ?? 0) / 12),
    })
    position = end
    target += size
  }
  for (const { word, startSample, endSample, phoneEnds } of words) {
    extend(Math.min(startSample, length))
    const start = target
    extend(Math.min(endSample, length), segment.words[word]?.shape)
    const span = { word, startSample: start, endSample: Math.max(target, start + 1) }
    const stretch = (span.endSample - start) / (endSample - startSample)
    warped.push({
      ...span,
      ...(phoneEnds !== undefined && {
        phoneEnds: phoneEnds.map((end) => start + Math.round((end - startSample) * stretch)),
      }),
    })
  }
  extend(length)
  return { zones, words: warped, length: target }
}

/** True if the zone keeps its samples unchanged. */
export function isUntouched({ input, output, pitchRatio }: WarpZone): boolean {
  return pitchRatio === 1 && input.end - input.start === output.end - output.start
}
