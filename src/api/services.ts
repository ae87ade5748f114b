import type { LibraryCache } from '../rendering/library-cache.ts'
import type { PreviewRenderer } from '../rendering/render-preview.ts'
import type { Resources } from '../rendering/resources.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import type { Database } from '../storage/database.ts'
import type { AudioLinks } from './audio-links.ts'
import type { CharacterQuota } from './character-quota.ts'
import type { ServiceMetrics } from './metrics/service-metrics.ts'

/** What the routes work with; built once at start. */
export type Services = {
  readonly db: Database
  readonly blobs: BlobStore
  readonly resources: Resources
  readonly links: AudioLinks
  readonly previews: PreviewRenderer
  readonly libraryCache: LibraryCache
  readonly quota: CharacterQuota
  readonly metrics: ServiceMetrics
  readonly limits: Limits
  /** Epoch milliseconds. */
  readonly clock: () => number
  /** Tells the workers that clips wait. */
  readonly wakeWorkers: () => void
}

/** What a caller may ask for. */
export type Limits = {
  /** UTF-16 units of one text, markup included. */
  readonly maxTextLength: number
  readonly requestsPerSecond: number
  /** Requests that may come at once before the rate is enforced. */
  readonly requestBurst: number
  readonly clipLifetimeMs: number
  /** Replacement libraries of an account. */
  readonly maxLibraries: number
  /** Replacements of a library. */
  readonly maxReplacements: number
}
