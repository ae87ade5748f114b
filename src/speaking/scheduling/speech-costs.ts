/** Recently measured time that one thread takes to make speech. */
export type SpeechCost = {
  /** The first chunk of a stream, and what is measured before it, in milliseconds. */
  readonly openingMs: number
  /** Milliseconds for each second of speech after that. */
  readonly msPerSecond: number
}

/** `opening`: the first chunk of a stream. `measuring`: the length of a segment that a stream has to know before it begins. */
export type MadeSpeech = {
  readonly kind: 'opening' | 'measuring' | 'rest'
  readonly ms: number
  readonly seconds: number
}

/** Assumed cost of an engine before anything was measured: a neural voice on a fast core. It weighs as much as `seconds` of speech. */
const ASSUMED = { openingMs: 10, msPerSecond: 15, seconds: 3 } as const
/** How much of what was known stays with each new chunk: half of it is forgotten after 34 chunks. */
const MEMORY = 0.98

/** Least weight of a new opening in the mean of all. */
const LEAST_WEIGHT = 0.1

type Known = {
  openingMs: number
  openings: number
  /** Milliseconds of measuring, for so many openings; of both, what was long ago counts little. */
  measuringMs: number
  measuredOpenings: number
  ms: number
  seconds: number
}

/** Learns from every chunk what the speech of each engine takes. It includes what other programs take of the processor. */
export class SpeechCosts {
  readonly #engines = new Map<string, Known>()

  note(engine: string, { kind, ms, seconds }: MadeSpeech): void {
    const known = this.#known(engine)
    this.#engines.set(engine, known)
    if (kind === 'measuring') known.measuringMs += ms
    else if (kind === 'opening') {
      // The first replaces what was assumed.
      const weight = Math.max(1 / ++known.openings, LEAST_WEIGHT)
      known.openingMs += weight * (ms - known.openingMs)
      known.measuringMs *= MEMORY
      known.measuredOpenings = MEMORY * known.measuredOpenings + 1
    } else if (seconds > 0) {
      known.ms = MEMORY * known.ms + ms
      known.seconds = MEMORY * known.seconds + seconds
    }
  }

  /** The cost of every engine that was measured; the assumed cost if none was. */
  all(): readonly SpeechCost[] {
    return this.#engines.size === 0 ? [this.of('')] : [...this.#engines.keys()].map((engine) => this.of(engine))
  }

  of(engine: string): SpeechCost {
    const { openingMs, measuringMs, measuredOpenings, ms, seconds } = this.#known(engine)
    return { openingMs: openingMs + measuringMs / Math.max(1, measuredOpenings), msPerSecond: ms / seconds }
  }

  #known(engine: string): Known {
    const { openingMs, msPerSecond, seconds } = ASSUMED
    const assumed = { openingMs, openings: 0, measuringMs: 0, measuredOpenings: 0, ms: msPerSecond * seconds, seconds }
    return this.#engines.get(engine) ?? assumed
  }
}
