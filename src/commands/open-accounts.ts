import type { Logger } from 'pino'
import { createGuessLimit } from '../accounts/guess-limit.ts'
import { createKeyUses } from '../accounts/key-uses.ts'
import { createRefusalLog } from '../accounts/management/refusal-log.ts'
import { createModeration } from '../accounts/moderation.ts'
import { createPlanBook, DEFAULT_PLAN } from '../accounts/plans.ts'
import { createUsageLedger } from '../accounts/usage-ledger.ts'
import type { ServiceMetrics } from '../api/metrics/service-metrics.ts'
import type { Services } from '../api/services.ts'
import type { Config } from '../config.ts'
import type { Database } from '../storage/database.ts'
import type { Signals } from '../storage/signals.ts'
import { openLimits } from './open-limits.ts'
import type { OnClose } from './open-speaking.ts'

export type OpenAccountsOptions = {
  readonly db: Database
  readonly signals: Signals
  readonly metrics: ServiceMetrics
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly log: Logger
  readonly onClose: OnClose
}

/** What decides how much a caller may do, and records how much was done. */
export type Accounts = Pick<
  Services,
  | 'findKey'
  | 'ruleChanges'
  | 'guesses'
  | 'refusals'
  | 'buckets'
  | 'quota'
  | 'pressure'
  | 'plans'
  | 'defaultPlan'
  | 'usage'
  | 'moderation'
  | 'onKeyUsed'
>

/** Opens the plans, limits, quotas, usage and moderation of accounts. */
export async function openAccounts(
  config: Config,
  { db, signals, metrics, clock, log, onClose }: OpenAccountsOptions,
): Promise<Accounts> {
  const { close, ...limits } = openLimits(config, {
    db,
    signals,
    clock,
    log,
    onSpend(characters, over, accountId) {
      metrics.charactersAccepted(characters, over)
      if (over > 0) log.info({ accountId, characters: over }, 'An account exceeds its characters of the month')
    },
  })
  onClose(close)
  const logError = (message: string) => (error: unknown) => log.error({ err: error }, message)
  const plans = createPlanBook(db, config)
  onClose(signals.on('rules', plans.forget))
  const defaultPlan = await plans.limitsOf(DEFAULT_PLAN)
  const keyUses = createKeyUses({ db, clock, onError: logError('Cannot record when keys were last used') })
  onClose(() => keyUses.close())
  const usage = createUsageLedger({ db, clock, onError: logError('Cannot record the usage of accounts') })
  onClose(() => usage.close())
  const refusals = createRefusalLog({ db, clock, onError: logError('Cannot record refusals in the audit log') })
  onClose(() => refusals.close())
  const guesses = createGuessLimit({
    clock,
    onWrong: ({ address, kind }) => refusals.note({ action: WRONG[kind], actor: { kind: 'unknown', address } }),
  })
  const moderation = createModeration({
    db,
    settings: config.moderation,
    onError: (error) => log.warn({ err: error }, 'Cannot moderate texts: the moderation service fails'),
  })
  return { ...limits, guesses, refusals, plans, defaultPlan, usage, moderation, onKeyUsed: keyUses.note }
}

/** What the audit log calls wrong secrets. */
const WRONG = { key: 'refuseKey', signIn: 'refuseSignIn', review: 'refuseReview' } as const
