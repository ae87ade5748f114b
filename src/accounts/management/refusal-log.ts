import type { Database } from '../../storage/database.ts'
import { type Actor, insertAuditEntry } from '../../storage/records/audit-log.ts'
import { networkOf } from '../network-of.ts'

/** What the audit log calls a refusal. */
export const REFUSALS = ['refuseAdministration', 'refuseKey', 'refuseSignIn'] as const

export type Refusal = {
  readonly action: (typeof REFUSALS)[number]
  readonly actor: Exclude<Actor, { readonly kind: 'operator' }>
}

/** Notes refused callers in the audit log: one entry for each caller and minute, with a count. */
export type RefusalLog = {
  note(refusal: Refusal): void
  /** Writes the remaining entries and stops. */
  close(): Promise<void>
}

export type RefusalLogOptions = {
  readonly db: Database
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly onError: (error: unknown) => void
  readonly windowMs?: number
}

type Count = Refusal & { count: number; readonly first: number; last: number }

const WINDOW_MS = 60_000
/** Entries of a window. All further callers share one entry for each action, so that nobody can fill the disk with them. */
const MAX_CALLERS = 20

/** Creates a log that writes once a minute. A process that is killed loses the entries of its last minute. */
export function createRefusalLog({ db, clock, onError, windowMs = WINDOW_MS }: RefusalLogOptions): RefusalLog {
  let counts = new Map<string, Count>()

  async function write(): Promise<void> {
    const written = [...counts.values()]
    counts = new Map()
    for (const { action, actor, count, first, last } of written) {
      const accountId = actor.kind === 'unknown' ? undefined : actor.accountId
      const entry = { actor, time: first, action, accountId, target: undefined, details: { count, until: last } }
      await insertAuditEntry(db, entry).catch(onError)
    }
  }

  const writer = setInterval(() => void write(), windowMs)
  writer.unref()
  return {
    note({ action, actor }) {
      const now = clock()
      const name = `${action} ${nameOf(actor)}`
      const known = counts.get(name)
      const isFull = known === undefined && counts.size >= MAX_CALLERS
      const count = isFull ? counts.get(action) : known
      if (count !== undefined) {
        count.count += 1
        count.last = now
      } else {
        const shown = isFull ? ({ kind: 'unknown', address: undefined } as const) : actor
        counts.set(isFull ? action : name, { action, actor: shown, count: 1, first: now, last: now })
      }
    },
    async close() {
      clearInterval(writer)
      await write()
    },
  }
}

function nameOf(actor: Refusal['actor']): string {
  const network = networkOf(actor.address ?? '')
  return actor.kind === 'unknown'
    ? network
    : `${network} ${actor.accountId} ${actor.keyId ?? (actor.kind === 'session' ? actor.memberId : undefined) ?? ''}`
}
