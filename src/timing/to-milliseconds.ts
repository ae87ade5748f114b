/** Converts a position in speech to whole milliseconds. All formats use this one rounding. */
export function toMilliseconds(samples: number, sampleRate: number): number {
  return Math.round((samples * 1000) / sampleRate)
}
