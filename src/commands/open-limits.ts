import type { Logger } from 'pino'
import { type CharacterQuota, createCharacterQuota, type QuotaOptions } from '../accounts/character-quota.ts'
import { createKeyFinder, createVersionedKeyFinder, type KeyFinder } from '../accounts/find-key.ts'
import { createProcessLife } from '../accounts/process-life.ts'
import { createSignalledRuleChanges, createVersionedRuleChanges, type RuleChanges } from '../accounts/rule-changes.ts'
import { createSharedCharacterQuota } from '../accounts/shared-character-quota.ts'
import { createSharedTokenBuckets } from '../accounts/shared-token-buckets.ts'
import { createTokenBuckets, type TokenBuckets } from '../accounts/token-buckets.ts'
import { type Pressure, watchPressure } from '../api/requests/admit-requests.ts'
import type { Config } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { countUnfinishedClips } from '../storage/records/clips.ts'
import type { Signals } from '../storage/signals.ts'

/** What decides how much a caller may do: in this process, or shared by all that have the same database. */
export type OpenLimits = {
  readonly findKey: KeyFinder
  readonly ruleChanges: RuleChanges
  readonly buckets: TokenBuckets
  readonly quota: CharacterQuota
  readonly pressure: Pressure
  close(): Promise<void>
}

export type OpenLimitsOptions = Pick<QuotaOptions, 'clock' | 'onSpend'> & {
  readonly db: Database
  readonly signals: Signals
  readonly log: Pick<Logger, 'error'>
}

/** A revoked key is refused after this time at most, even if the signal of its end is lost. On SQLite it is refused at once. */
const KEY_AGE_MS = 2000

export function openLimits({ databaseUrl, workerTimeoutSeconds }: Config, options: OpenLimitsOptions): OpenLimits {
  const { db, signals, clock, onSpend, log } = options
  const isShared = databaseUrl !== undefined
  const quotaOptions: QuotaOptions = {
    db,
    clock,
    onSpend,
    onError: (error) => log.error({ err: error }, 'Cannot record the characters of the month'),
  }
  const quota = isShared
    ? createSharedCharacterQuota({
        ...quotaOptions,
        life: createProcessLife({ ...quotaOptions, timeoutMs: 1000 * workerTimeoutSeconds }),
      })
    : createCharacterQuota(quotaOptions)
  const findKey = isShared ? createKeyFinder({ db, signals, maxAgeMs: KEY_AGE_MS }) : createVersionedKeyFinder(db)
  const ruleChanges = isShared ? createSignalledRuleChanges(signals) : createVersionedRuleChanges(db)
  const pressure = watchPressure(() => countUnfinishedClips(db))
  const onError = (error: unknown): void => log.error({ err: error }, 'Cannot remove idle request rates')
  const shared = isShared ? createSharedTokenBuckets({ db, clock, onError }) : undefined
  return {
    quota,
    findKey,
    ruleChanges,
    buckets: shared ?? createTokenBuckets(clock),
    pressure,
    async close() {
      pressure.close()
      shared?.close()
      await quota.close()
    },
  }
}
