import { setImmediate } from 'node:timers/promises'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import { findLibraryRevisions } from '../../storage/records/libraries.ts'
import { countReplacements, enabledReplacements } from '../../storage/records/replacements.ts'
import { type CompiledLibrary, compileLibraryInSteps } from '../../text/replacements/replacement-set.ts'
import { runInSlices } from './run-in-slices.ts'

/** Replacement libraries ready for use. A library is compiled at its first use after a change, and then kept. */
export type LibraryCache = {
  /**
   * Returns the libraries of these ids as they are now, in the order in which they are first named. NOT_FOUND names the first
   * that the account lacks. MISSING_ARGUMENT if they hold more replacements than one request may use.
   */
  load(named: {
    readonly accountId: string
    readonly libraryIds: readonly string[]
  }): Promise<readonly CompiledLibrary[]>
}

type CacheOptions = {
  /** Replacements that one request may use, and that stay compiled. They take about 1.5 kB of memory each. */
  readonly maxReplacements: number
}

type Kept = {
  readonly revision: number
  readonly compiled: Promise<CompiledLibrary>
  /** Number of its replacements, disabled ones included. */
  readonly size: number
}

/**
 * Creates a cache of compiled libraries. It evicts the least recently used ones. It is never stale, because each use asks
 * the storage for the revisions of the libraries. One library is compiled at a time, in slices, so that other requests go on.
 */
export function createLibraryCache(db: Database, { maxReplacements }: CacheOptions): LibraryCache {
  /** By library id, the most recently used at the end. */
  const kept = new Map<string, Kept>()
  let compiling: Promise<unknown> = Promise.resolve()

  function find(libraryId: string, revision: number): Kept | undefined {
    const known = kept.get(libraryId)
    // Another request may have seen a later revision since; what it loads is as it is now.
    return known !== undefined && known.revision >= revision ? known : undefined
  }

  async function sizeOf(libraryId: string, revision: number): Promise<number> {
    const known = find(libraryId, revision)
    if (known !== undefined) return known.size
    await setImmediate()
    return await countReplacements(db, libraryId)
  }

  function compile(libraryId: string): Promise<CompiledLibrary> {
    const compiled = compiling.then(async () =>
      runInSlices(compileLibraryInSteps({ libraryId, replacements: await enabledReplacements(db, libraryId) })),
    )
    compiling = compiled.catch(() => {})
    return compiled
  }

  function keep(libraryId: string, library: Kept): void {
    kept.delete(libraryId)
    kept.set(libraryId, library)
    library.compiled.catch(() => {
      if (kept.get(libraryId) === library) kept.delete(libraryId)
    })
    let size = kept.values().reduce((sum, one) => sum + one.size, 0)
    for (const [id, one] of kept) {
      if (size <= maxReplacements || kept.size === 1) return
      kept.delete(id)
      size -= one.size
    }
  }

  return {
    async load({ accountId, libraryIds }) {
      const ids = [...new Set(libraryIds)]
      const revisions = await findLibraryRevisions(db, { accountId, libraryIds: ids })
      let total = 0
      const sizes: number[] = []
      for (const [i, id] of ids.entries()) {
        const size = await sizeOf(id, revisions[i]!)
        sizes.push(size)
        total += size
        if (total > maxReplacements) throw tooMany(maxReplacements)
      }
      const libraries: Promise<CompiledLibrary>[] = []
      for (const [i, id] of ids.entries()) {
        const [revision, size] = [revisions[i]!, sizes[i]!]
        const library = find(id, revision) ?? { revision, size, compiled: compile(id) }
        keep(id, library)
        libraries.push(library.compiled)
      }
      return await Promise.all(libraries)
    },
  }
}

function tooMany(maxReplacements: number): ServiceError {
  return new ServiceError(
    'MISSING_ARGUMENT',
    `Cannot use library_ids: the libraries hold more than ${maxReplacements} replacements, which is the limit of one request`,
  )
}
