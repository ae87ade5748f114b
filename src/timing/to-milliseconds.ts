/** A place in speech as every format shows it: whole milliseconds. All times are rounded here, once. */
export function toMilliseconds(samples: number, sampleRate: number): number {
  return Math.round((samples * 1000) / sampleRate)
}
