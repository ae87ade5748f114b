import { type Steps, takeSteps } from '../steps.ts'
import { compileSequences, type SequenceMatcher } from './sequence-matcher.ts'

/** A stored replacement: what to speak instead of `original`. */
export type Replacement = {
  readonly replacementId: string
  readonly original: string
  readonly replacementText: string
  /** `replacementText` holds respellings, not plain words. */
  readonly isPhoneticRespelling: boolean
  readonly enabled: boolean
}

export type ReplacementLibrary = { readonly libraryId: string; readonly replacements: readonly Replacement[] }

/** Libraries made ready for use on any number of texts. */
export type ReplacementSet = { readonly libraries: readonly CompiledLibrary[] }

/** One library: its matcher and what each of its matches becomes. */
export type CompiledLibrary = {
  readonly libraryId: string
  readonly matcher: SequenceMatcher
  /** By the number of the sequence that the matcher finds. */
  readonly entries: readonly Replacement[]
}

/** Compiles libraries, which are applied in this order. Disabled replacements are left out. */
export function createReplacementSet(libraries: readonly ReplacementLibrary[]): ReplacementSet {
  return { libraries: libraries.map(compileLibrary) }
}

/** Compiles one library at once. Disabled replacements are left out. */
function compileLibrary(library: ReplacementLibrary): CompiledLibrary {
  return takeSteps(compileLibraryInSteps(library))
}

/** Compiles one library in steps of well under a millisecond, so that a caller can do other work between them. */
export function* compileLibraryInSteps({ libraryId, replacements }: ReplacementLibrary): Steps<CompiledLibrary> {
  const entries = replacements.filter((replacement) => replacement.enabled)
  const matcher = yield* compileSequences(entries.map(({ original }) => original))
  return { libraryId, matcher, entries }
}
