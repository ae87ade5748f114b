import type { ProsodyShape, ShapedSegment, WordSpan } from './shape-prosody.ts'

/** A stretch of the audio that is changed in one way: `input` samples become `output` samples. */
export type WarpZone = {
  readonly input: { readonly start: number; readonly end: number }
  readonly output: { readonly start: number; readonly end: number }
  /** Factor on the fundamental; 1 leaves it. */
  readonly pitchRatio: number
}

export type Warp = {
  /** In order and without gaps, from the first sample to the last. */
  readonly zones: readonly WarpZone[]
  /** When the words are heard after the warp. */
  readonly words: readonly WordSpan[]
  /** Samples after the warp. */
  readonly length: number
}

/** Lays out which stretch of the audio is spoken how fast and how high. Gaps between words keep their length. */
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
  for (const { word, startSample, endSample } of words) {
    extend(Math.min(startSample, length))
    const start = target
    extend(Math.min(endSample, length), segment.words[word]?.shape)
    warped.push({ word, startSample: start, endSample: Math.max(target, start + 1) })
  }
  extend(length)
  return { zones, words: warped, length: target }
}

/** The zone keeps its samples as they are. */
export function isUntouched({ input, output, pitchRatio }: WarpZone): boolean {
  return pitchRatio === 1 && input.end - input.start === output.end - output.start
}
