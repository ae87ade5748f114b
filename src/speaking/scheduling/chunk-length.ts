import type { SpeechCost } from './speech-costs.ts'

export type ChunkLengthOptions = {
  readonly cost: SpeechCost
  readonly threads: number
  /** When the listener runs out of sound, from now; undefined if nobody listens. */
  readonly dueInMs: number | undefined
  /** Whether the listener has heard nothing yet. */
  readonly isOpening: boolean
  /** When each other listener runs out of sound, from now. The thread that renders this chunk cannot serve them meanwhile. */
  readonly othersDueInMs: readonly number[]
  /** Whether somebody listens, or did a short while ago. */
  readonly isHeardLately: boolean
}

/** Seconds of speech in one chunk. Each chunk costs the context of the networks again, so short ones are dear. */
export const CHUNK_SECONDS = {
  /** The first of a stream, which should be heard soon. */
  opening: 0.46,
  /** The shortest chunk if other listeners wait. Shorter ones cost so much that everybody would be late. */
  shortest: 1.2,
  /** The longest chunk for a listener. During a longer one, a newcomer would wait too long. */
  longest: 2.8,
  /** Background work, if a listener may come. */
  background: 1.86,
  /** Background work, if no listener is expected. It only bounds memory and the wait for an abort. */
  unheard: 7.43,
} as const

/** A chunk takes at most this share of the time that its listener has left. */
const OWN_SHARE = 0.5

/** With more other listeners than this, a late listener gets no shorter chunk than they do. */
const CROWD_PER_THREAD = 4

/** However slow the engine is, streams that begin wait for no listener that has more sound than this. */
export const MAX_MARGIN_MS = 150

/** A listener that has less sound than this goes before streams that begin: a thread that opens one is not free sooner. */
export function marginMs({ openingMs, msPerSecond }: SpeechCost): number {
  return Math.min(openingMs + 2 * CHUNK_SECONDS.shortest * msPerSecond, MAX_MARGIN_MS)
}

/** Seconds of speech in the next chunk: as many as still let all other listeners be served in time. */
export function chunkLength({
  dueInMs,
  isOpening,
  isHeardLately,
  othersDueInMs,
  ...other
}: ChunkLengthOptions): number {
  if (isOpening) return CHUNK_SECONDS.opening
  if (dueInMs === undefined) return isHeardLately ? CHUNK_SECONDS.background : CHUNK_SECONDS.unheard
  const { cost, threads } = other
  const { opening } = CHUNK_SECONDS
  const shortest = shortestChunk(othersDueInMs.length + 1, { cost, threads })
  const least = othersDueInMs.length > CROWD_PER_THREAD * threads ? shortest : opening
  const own = Math.max(least, (dueInMs * OWN_SHARE) / cost.msPerSecond)
  const others = Math.max(shortest, othersAllow(othersDueInMs, { cost, threads }) / cost.msPerSecond)
  return Math.min(own, others, CHUNK_SECONDS.longest)
}

/** The shortest chunks, in seconds, with which the threads can keep up with so many listeners. */
function shortestChunk(listeners: number, { cost, threads }: Pick<ChunkLengthOptions, 'cost' | 'threads'>): number {
  const { shortest, longest } = CHUNK_SECONDS
  const speechMs = cost.msPerSecond - cost.chunkMs / cost.chunkSeconds
  const spareMs = (1000 * threads) / listeners - speechMs
  return spareMs <= 0 ? longest : Math.min(Math.max(shortest, cost.chunkMs / spareMs), longest)
}

/** Milliseconds until a thread has to turn to the others, if each of them needs a short chunk when it is due. */
function othersAllow(
  dueInMs: readonly number[],
  { cost, threads }: Pick<ChunkLengthOptions, 'cost' | 'threads'>,
): number {
  const eachMs = cost.openingMs / threads
  let free = Number.POSITIVE_INFINITY
  for (const [i, due] of dueInMs.toSorted((one, other) => one - other).entries())
    free = Math.min(free, due - (i + 1) * eachMs)
  return Math.max(0, free)
}
