import type { CharacterQuota } from '../accounts/character-quota.ts'
import type { KeyFinder } from '../accounts/find-key.ts'
import type { GuessLimit } from '../accounts/guess-limit.ts'
import type { Limits } from '../accounts/limits.ts'
import type { RefusalLog } from '../accounts/management/refusal-log.ts'
import type { Moderation } from '../accounts/moderation.ts'
import type { OidcProvider } from '../accounts/oidc-provider.ts'
import type { PlanLimits } from '../accounts/plan-fields.ts'
import type { PlanBook } from '../accounts/plans.ts'
import type { RuleChanges } from '../accounts/rule-changes.ts'
import type { TokenBuckets } from '../accounts/token-buckets.ts'
import type { UsageLedger } from '../accounts/usage-ledger.ts'
import type { PreviewRenderer } from '../delivery/clips/render-preview.ts'
import type { LibraryCache } from '../delivery/planning/library-cache.ts'
import type { ProjectScripts } from '../delivery/projects/project-scripts.ts'
import type { Resources } from '../delivery/resources.ts'
import type { ClipQueue } from '../jobs/clip-queue.ts'
import type { EventFeed, ProjectFeed } from '../jobs/events/event-feed.ts'
import type { AddressRules } from '../jobs/webhooks/public-address.ts'
import type { Gate } from '../speaking/scheduling/gate.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import type { Database } from '../storage/database.ts'
import type { AudioLinks } from './answers/audio-links.ts'
import type { DoorSettings } from './doors/door-settings.ts'
import type { ServiceMetrics } from './metrics/service-metrics.ts'
import type { Pressure } from './requests/admit-requests.ts'
import type { StreamShedder } from './requests/shed-streams.ts'

/** Whether the service can do its work now; `checks` has `ok` or the problem by part. */
export type Readiness = { readonly ready: boolean; readonly checks: Readonly<Record<string, string>> }

/** What operators ask for. */
export type Operations = {
  readonly metrics: ServiceMetrics
  readonly checkReadiness: () => Promise<Readiness>
}

/** What the routes work with; built once at start. */
export type Services = Operations & {
  readonly db: Database
  readonly blobs: BlobStore
  readonly resources: Resources
  readonly links: AudioLinks
  readonly previews: PreviewRenderer
  readonly libraryCache: LibraryCache
  readonly quota: CharacterQuota
  readonly usage: UsageLedger
  readonly moderation: Moderation
  readonly limits: Limits
  readonly doors: DoorSettings
  /** The identity provider; undefined for none. */
  readonly oidc: OidcProvider | undefined
  readonly plans: PlanBook
  readonly findKey: KeyFinder
  readonly guesses: GuessLimit
  readonly refusals: RefusalLog
  readonly ruleChanges: RuleChanges
  /** Forgets what is remembered of keys, accounts and plans: some have changed. */
  readonly forgetRules: () => void
  readonly buckets: TokenBuckets
  readonly pressure: Pressure
  readonly shedder: StreamShedder
  /** Where combinations wait for their turn. */
  readonly combinations: Gate
  readonly defaultPlan: PlanLimits
  readonly onKeyUsed: (keyId: string) => void
  /** Epoch milliseconds. */
  readonly clock: () => number
  /** Holds accepted clips until a worker claims them. */
  readonly queue: ClipQueue
  readonly events: EventFeed
  readonly scripts: ProjectScripts
  readonly projects: ProjectFeed
  readonly webhooks: AddressRules & { wake(): void }
}
