import type { Database } from '../storage/database.ts'
import { readRulesVersion } from '../storage/records/rules-version.ts'
import type { Signals } from '../storage/signals.ts'

/** Notices that a key, an account or a session has changed, whichever process changed it. */
export type RuleChanges = {
  /** Calls a listener after each change, and now and then without one, until the returned function is called. */
  follow(listener: () => void): () => void
}

/** A signal can be lost. */
const LOST_AFTER_MS = 5000
const POLL_MS = 250

/** Notices changes by signals of the database that processes share. */
export function createSignalledRuleChanges(signals: Pick<Signals, 'on'>): RuleChanges {
  return {
    follow(listener) {
      const forget = signals.on('rules', listener)
      const timer = setInterval(listener, LOST_AFTER_MS)
      timer.unref()
      return () => {
        forget()
        clearInterval(timer)
      }
    },
  }
}

/** Notices changes by the version of the rules. For SQLite, which other processes change too, such as commands. */
export function createVersionedRuleChanges(db: Database): RuleChanges {
  return {
    follow(listener) {
      let known: number | undefined
      const look = async (): Promise<void> => {
        const version = await readRulesVersion(db)
        if (version === known) return
        known = version
        listener()
      }
      // A database that cannot be read now is read again soon.
      const timer = setInterval(() => void look().catch(() => {}), POLL_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
