/** What speech takes of one thread, as measured lately. */
export type SpeechCost = {
  /** The first chunk of a stream, in milliseconds. */
  readonly openingMs: number
  /** Milliseconds for each second of speech after that. */
  readonly msPerSecond: number
}

export type MadeSpeech = { readonly ms: number; readonly seconds: number; readonly isOpening: boolean }

/** What an engine is taken to cost before anything was measured: a neural voice on a fast core. It counts as this much speech. */
const ASSUMED = { openingMs: 10, msPerSecond: 15, seconds: 3 } as const
/** How much of what was known stays with each new chunk: half of it is forgotten after 34 chunks. */
const MEMORY = 0.98

/** Of one opening, once there were several. */
const LEAST_WEIGHT = 0.1

type Known = { openingMs: number; openings: number; ms: number; seconds: number }

/** Learns from every chunk what the speech of each engine takes. It includes what other programs take of the processor. */
export class SpeechCosts {
  readonly #engines = new Map<string, Known>()

  note(engine: string, { ms, seconds, isOpening }: MadeSpeech): void {
    const known = this.#known(engine)
    this.#engines.set(engine, known)
    if (isOpening) {
      // The first replaces what was assumed.
      const weight = Math.max(1 / ++known.openings, LEAST_WEIGHT)
      known.openingMs += weight * (ms - known.openingMs)
    } else if (seconds > 0) {
      known.ms = MEMORY * known.ms + ms
      known.seconds = MEMORY * known.seconds + seconds
    }
  }

  /** Of every engine that was measured; what is assumed if none was. */
  all(): readonly SpeechCost[] {
    return this.#engines.size === 0 ? [this.of('')] : [...this.#engines.keys()].map((engine) => this.of(engine))
  }

  of(engine: string): SpeechCost {
    const { openingMs, ms, seconds } = this.#known(engine)
    return { openingMs, msPerSecond: ms / seconds }
  }

  #known(engine: string): Known {
    const { openingMs, msPerSecond, seconds } = ASSUMED
    return this.#engines.get(engine) ?? { openingMs, openings: 0, ms: msPerSecond * seconds, seconds }
  }
}
