import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../storage/database.ts'
import { findLastEvents } from '../../storage/records/events.ts'
import { findProjectRevisions } from '../../storage/records/projects.ts'

/** Notices news of the things that somebody follows, such as events of accounts. */
export interface Feed<Key> {
  /** Follows a thing until `close` is called. */
  follow(key: Key): Followed
  /** Looks for news now: this process has just made some. */
  wake(): void
  close(): void
}

/** By account. */
export type EventFeed = Feed<string>
/** By the positions of projects. */
export type ProjectFeed = Feed<number>

export type Followed = {
  /** Resolves when there is something after `position`, or when `signal` aborts. */
  after(position: number, signal: AbortSignal): Promise<void>
  close(): void
}

type FeedOptions = {
  /** Delay after which events of other processes are noticed, at most. */
  readonly pollMs?: number
  readonly onError: (error: unknown) => void
}

type Thing = { followers: number; last: number; changed: PromiseWithResolvers<void> }

const POLL_MS = 500

/** Notices new events of accounts. */
export function createEventFeed(db: Database, options: FeedOptions): EventFeed {
  return createFeed<string>((accountIds) => findLastEvents(db, accountIds), options)
}

/** Notices new revisions of projects. */
export function createProjectFeed(db: Database, options: FeedOptions): ProjectFeed {
  return createFeed<number>((positions) => findProjectRevisions(db, positions), options)
}

/** Where things are now, of those that are followed. */
type FindLast<Key> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, number>>

/** One query serves all followers of this process. Without followers the database is not asked. */
function createFeed<Key>(findLast: FindLast<Key>, { pollMs = POLL_MS, onError }: FeedOptions): Feed<Key> {
  const things = new Map<Key, Thing>()
  const closing = new AbortController()
  let nudge = new AbortController()
  let isLooking = false

  async function look(): Promise<void> {
    const last = await findLast([...things.keys()])
    for (const [key, position] of last) {
      const thing = things.get(key)
      if (thing === undefined || thing.last === position) continue
      thing.last = position
      thing.changed.resolve()
      thing.changed = Promise.withResolvers()
    }
  }

  async function lookAgainAndAgain(): Promise<void> {
    if (isLooking) return
    isLooking = true
    while (things.size > 0 && !closing.signal.aborted) {
      nudge = new AbortController()
      const { signal } = nudge
      await look().catch(onError)
      await sleep(pollMs, undefined, { signal, ref: false }).catch(() => {})
    }
    isLooking = false
  }

  return {
    follow(key) {
      const thing = things.get(key) ?? { followers: 0, last: 0, changed: Promise.withResolvers<void>() }
      thing.followers += 1
      things.set(key, thing)
      nudge.abort()
      void lookAgainAndAgain()
      return {
        async after(position, signal) {
          if (thing.last > position || signal.aborted) return
          const left = Promise.withResolvers<void>()
          const leave = () => left.resolve()
          signal.addEventListener('abort', leave, { once: true })
          await Promise.race([thing.changed.promise, left.promise])
          signal.removeEventListener('abort', leave)
        },
        close() {
          thing.followers -= 1
          if (thing.followers === 0) things.delete(key)
        },
      }
    },
    wake: () => nudge.abort(),
    close() {
      closing.abort()
      nudge.abort()
    },
  }
}
