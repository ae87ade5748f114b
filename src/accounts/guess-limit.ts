import { ServiceError } from '../errors.ts'
import { createBoundedBuckets } from './bounded-buckets.ts'
import { networkOf } from './network-of.ts'
import { RecentMap } from './recent-map.ts'

/** A try to use a key or a sign-in code. */
export type Attempt = {
  readonly address: string
  /** The key or code. */
  readonly secret: string
  /** What it is for. */
  readonly kind: AttemptKind
}

export type AttemptKind = 'key' | 'signIn'

/**
 * Makes the guessing of keys and codes pointless. A network that has sent many wrong ones may try no further ones for a while, right or
 * wrong. Keys that it has used before go on working, and so do those of other networks.
 */
export type GuessLimit = {
  /**
   * Looks a secret up, and returns what `find` finds: undefined for a wrong one. Rejects with RATE_LIMITED, without looking, if the network may not try.
   */
  try<Found>(attempt: Attempt, find: () => Promise<Found | undefined>): Promise<Found | undefined>
}

export type GuessLimitOptions = {
  /** Milliseconds. */
  readonly clock: () => number
  /** Called for each wrong secret, and each one that may not be tried. */
  readonly onWrong?: (attempt: Pick<Attempt, 'address' | 'kind'>) => void
}

const WRONG_TRIES = { perSecond: 1, burst: 50 }
/** Networks and their keys that are remembered. About 200 bytes each. */
const MAX_KNOWN = 20_000

/** Creates a limit for this process. */
export function createGuessLimit({ clock, onWrong = () => {} }: GuessLimitOptions): GuessLimit {
  const buckets = createBoundedBuckets(WRONG_TRIES, clock)
  const known = new RecentMap<string, true>(MAX_KNOWN)
  /** Tries under way of each network, by secret: each has taken a token, which it gets back if the secret is right. */
  const underWay = new Map<string, Map<string, Promise<unknown>>>()

  function refusal(attempt: Attempt): ServiceError {
    onWrong(attempt)
    const seconds = Math.max(1, buckets.waitSeconds(networkOf(attempt.address)))
    return new ServiceError(
      'RATE_LIMITED',
      `Too many requests with wrong API keys or sign-in codes come from this address: try again in ${seconds} s`,
      { reason: 'guesses', headers: { 'retry-after': String(seconds) } },
    )
  }

  async function lookUp<Found>(attempt: Attempt, find: () => Promise<Found | undefined>): Promise<Found | undefined> {
    const pair = pairOf(attempt)
    const found = await find()
    if (found === undefined) {
      known.delete(pair)
      onWrong(attempt)
    } else known.set(pair, true)
    return found
  }

  async function lookUpUnknown<Found>(
    attempt: Attempt,
    tries: Map<string, Promise<unknown>>,
    find: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const { secret } = attempt
    const network = networkOf(attempt.address)
    const trying = lookUp(attempt, find)
    tries.set(secret, trying)
    let isWrong = false
    try {
      const found = await trying
      isWrong = found === undefined
      return found
    } finally {
      tries.delete(secret)
      if (tries.size === 0) underWay.delete(network)
      // A secret that could not be looked up was no guess.
      if (!isWrong) buckets.giveBack(network)
    }
  }

  return {
    async try(attempt, find) {
      const { secret } = attempt
      const network = networkOf(attempt.address)
      for (;;) {
        if (known.get(pairOf(attempt))) return await lookUp(attempt, find)
        const tries = underWay.get(network) ?? new Map<string, Promise<unknown>>()
        // Many requests of a client that starts have one key, and a gateway has the keys of many clients: they wait for the tries under way.
        const others = tries.get(secret) ?? (buckets.take(network) ? undefined : Promise.race(tries.values()))
        if (others === undefined) {
          underWay.set(network, tries)
          return await lookUpUnknown(attempt, tries, find)
        }
        if (tries.size === 0) throw refusal(attempt)
        await others.catch(() => {})
      }
    },
  }
}

function pairOf({ address, secret }: Attempt): string {
  return `${networkOf(address)} ${secret}`
}
