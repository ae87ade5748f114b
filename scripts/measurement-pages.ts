/** A page of docs/measurements: what it is called, and the benchmarks on it with their arguments, in order. */
export type MeasurementPage = {
  readonly title: string
  readonly benchmarks: readonly (readonly [name: string, ...args: string[]])[]
}

/** The pages by their names. Benchmarks that need recordings are not here: docs/voices.md describes them. */
export const MEASUREMENT_PAGES: Readonly<Record<string, MeasurementPage>> = {
  delivery: { title: 'Delivery and levels', benchmarks: [['delivery'], ['noise']] },
  formats: {
    title: 'Formats and joins',
    benchmarks: [['formats'], ['resampling'], ['mp3'], ['opus'], ['encode-share'], ['combine']],
  },
  timing: {
    title: 'Timing and captions',
    benchmarks: [['intelligibility', '3', '7', '52', '63', '17'], ['captions'], ['timed-stream']],
  },
  voices: { title: 'Voices', benchmarks: [['avatars'], ['speech'], ['voices'], ['neural']] },
  intonation: { title: 'Intonation and phrasing', benchmarks: [['intonation'], ['rises'], ['melody'], ['phrasing']] },
  reading: {
    title: 'Words and sounds',
    benchmarks: [['everyday'], ['homographs'], ['names'], ['fuzz']],
  },
  speed: {
    title: 'Speed',
    benchmarks: [
      ['first-audio'],
      ['streams'],
      ['listeners'],
      ['requests'],
      ['real-time-factor'],
      ['bulk'],
      ['stream-input'],
      ['leaving'],
      ['cache'],
      ['memory'],
      ['planning'],
      ['start-up'],
    ],
  },
  jobs: { title: 'Clips as jobs', benchmarks: [['jobs'], ['limits'], ['library-load']] },
}
