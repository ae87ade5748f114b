import type { Database } from '../../storage/database.ts'
import { findLibraryRevision, type LibraryKey } from '../../storage/records/libraries.ts'
import { enabledReplacements } from '../../storage/records/replacements.ts'
import { type CompiledLibrary, compileLibrary } from '../../text/replacements/replacement-set.ts'

/** Replacement libraries ready for use, compiled when they are first named after a change and then kept. */
export type LibraryCache = {
  /**
   * The libraries of these ids as they are now, in the order in which they are first named. NOT_FOUND names the first that
   * the account lacks.
   */
  load(named: {
    readonly accountId: string
    readonly libraryIds: readonly string[]
  }): Promise<readonly CompiledLibrary[]>
}

/** About 1.5 kB of memory each. */
const MAX_REPLACEMENTS_KEPT = 50_000

type Kept = {
  readonly revision: number
  readonly compiled: Promise<CompiledLibrary>
  /** Its replacements; 0 until they are loaded. */
  size: number
}

/**
 * Keeps the compiled libraries that were used last, `maxReplacements` replacements in all or one larger library. It is never stale: each use asks
 * the storage for the library's revision, which is one row, where the library itself may be 10,000.
 */
export function createLibraryCache(db: Database, { maxReplacements = MAX_REPLACEMENTS_KEPT } = {}): LibraryCache {
  /** By library id, the one used last at the end. */
  const kept = new Map<string, Kept>()

  async function load(key: LibraryKey): Promise<CompiledLibrary> {
    const revision = await findLibraryRevision(db, key)
    const { libraryId } = key
    const known = kept.get(libraryId)
    // Another request may have seen a later revision since; what it loads is as it is now.
    const library = known !== undefined && known.revision >= revision ? known : compile(libraryId, revision)
    kept.delete(libraryId)
    kept.set(libraryId, library)
    try {
      return await library.compiled
    } catch (error) {
      if (kept.get(libraryId) === library) kept.delete(libraryId)
      throw error
    }
  }

  function compile(libraryId: string, revision: number): Kept {
    // The revision is read before the replacements, so these are of that revision or a later one.
    const compiled = enabledReplacements(db, libraryId).then((replacements) => {
      library.size = replacements.length
      dropLeastUsed()
      return compileLibrary({ libraryId, replacements })
    })
    const library: Kept = { revision, compiled, size: 0 }
    return library
  }

  function dropLeastUsed(): void {
    let size = kept.values().reduce((sum, library) => sum + library.size, 0)
    for (const [libraryId, library] of kept) {
      if (size <= maxReplacements || kept.size === 1) return
      kept.delete(libraryId)
      size -= library.size
    }
  }

  return {
    async load({ accountId, libraryIds }) {
      const libraries: CompiledLibrary[] = []
      for (const libraryId of new Set(libraryIds)) libraries.push(await load({ accountId, libraryId }))
      return libraries
    },
  }
}
