import { CHUNK_SECONDS } from './chunk-length.ts'

/** Recently measured time that one thread takes to make speech. */
export type SpeechCost = {
  /** The first chunk of a stream, and what is measured before it, in milliseconds. */
  readonly openingMs: number
  /** Milliseconds for each second of speech after that, in chunks as they were lately. */
  readonly msPerSecond: number
  /** What each of those chunks takes, whatever its length. It is a part of `msPerSecond`. */
  readonly chunkMs: number
  /** Their mean length in seconds. */
  readonly chunkSeconds: number
}

/** Milliseconds of a thread for each second of speech that is made in chunks of so many seconds. */
export function msPerSecondIn({ msPerSecond, chunkMs, ...cost }: SpeechCost, chunkSeconds: number): number {
  return msPerSecond + chunkMs * (1 / chunkSeconds - 1 / cost.chunkSeconds)
}

/** `opening`: the first chunk of a stream. `measuring`: the length of a segment that a stream has to know before it begins. */
export type MadeSpeech = {
  readonly kind: 'opening' | 'measuring' | 'rest'
  readonly ms: number
  readonly seconds: number
}

/** Assumed cost of an engine before anything was measured: a neural voice on a fast core. It weighs as much as `seconds` of speech. */
const ASSUMED = { openingMs: 10, msPerSecond: 15, seconds: 3, chunks: 1 } as const
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
  chunks: number
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
      known.chunks = MEMORY * known.chunks + 1
    }
  }

  /** Engines that were measured. */
  get engines(): readonly string[] {
    return [...this.#engines.keys()]
  }

  of(engine: string): SpeechCost {
    const { openingMs, measuringMs, measuredOpenings, ms, seconds, chunks } = this.#known(engine)
    const msPerSecond = ms / seconds
    const chunkSeconds = seconds / chunks
    return {
      openingMs: openingMs + measuringMs / Math.max(1, measuredOpenings),
      msPerSecond,
      chunkMs: chunkMs({ openingMs, msPerSecond, chunkSeconds }),
      chunkSeconds,
    }
  }

  #known(engine: string): Known {
    const { openingMs, msPerSecond, seconds, chunks } = ASSUMED
    const measured = { measuringMs: 0, measuredOpenings: 0 }
    const assumed = { openingMs, openings: 0, ...measured, ms: msPerSecond * seconds, seconds, chunks }
    return this.#engines.get(engine) ?? assumed
  }
}

/** What a chunk takes whatever its length: an opening is shorter than the others, and takes more for each of its seconds. */
function chunkMs({ openingMs, msPerSecond, chunkSeconds }: Omit<SpeechCost, 'chunkMs'>): number {
  const { opening } = CHUNK_SECONDS
  if (chunkSeconds <= 2 * opening) return 0
  const ms = (openingMs - msPerSecond * opening) / (1 - opening / chunkSeconds)
  return Math.min(Math.max(0, ms), msPerSecond * chunkSeconds)
}
