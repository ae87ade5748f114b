import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../storage/database.ts'
import { findLastEvents } from '../../storage/records/events.ts'

/** Notices new events of the accounts that somebody follows. */
export interface EventFeed {
  /** Follows an account until `close` is called. */
  follow(accountId: string): FollowedEvents
  /** Looks for events now: this process has just ended a clip. */
  wake(): void
  close(): void
}

export type FollowedEvents = {
  /** Resolves when the account has an event after `position`, or when `signal` aborts. */
  after(position: number, signal: AbortSignal): Promise<void>
  close(): void
}

type FeedOptions = {
  /** Delay after which events of other processes are noticed, at most. */
  readonly pollMs?: number
  readonly onError: (error: unknown) => void
}

type Account = { followers: number; last: number; changed: PromiseWithResolvers<void> }

const POLL_MS = 500

/** One query serves all followers of this process. Without followers the database is not asked. */
export function createEventFeed(db: Database, { pollMs = POLL_MS, onError }: FeedOptions): EventFeed {
  const accounts = new Map<string, Account>()
  const closing = new AbortController()
  let nudge = new AbortController()
  let isLooking = false

  async function look(): Promise<void> {
    const last = await findLastEvents(db, [...accounts.keys()])
    for (const [id, position] of last) {
      const account = accounts.get(id)
      if (account === undefined || account.last === position) continue
      account.last = position
      account.changed.resolve()
      account.changed = Promise.withResolvers()
    }
  }

  async function lookAgainAndAgain(): Promise<void> {
    if (isLooking) return
    isLooking = true
    while (accounts.size > 0 && !closing.signal.aborted) {
      nudge = new AbortController()
      const { signal } = nudge
      await look().catch(onError)
      await sleep(pollMs, undefined, { signal, ref: false }).catch(() => {})
    }
    isLooking = false
  }

  return {
    follow(accountId) {
      const account = accounts.get(accountId) ?? { followers: 0, last: 0, changed: Promise.withResolvers<void>() }
      account.followers += 1
      accounts.set(accountId, account)
      nudge.abort()
      void lookAgainAndAgain()
      return {
        async after(position, signal) {
          if (account.last > position || signal.aborted) return
          const left = Promise.withResolvers<void>()
          const leave = () => left.resolve()
          signal.addEventListener('abort', leave, { once: true })
          await Promise.race([account.changed.promise, left.promise])
          signal.removeEventListener('abort', leave)
        },
        close() {
          account.followers -= 1
          if (account.followers === 0) accounts.delete(accountId)
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
