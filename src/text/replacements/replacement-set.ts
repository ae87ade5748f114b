import type { ReplacementSource } from '../markup/tree/markup-run.ts'
import type { ReplacedNode } from '../markup/tree/markup-tree.ts'
import { parsePhoneticText } from './parse-phonetic-text.ts'
import { createPhraseMatcher, type PhraseMatcher } from './phrase-matcher.ts'

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
  readonly matcher: PhraseMatcher
  /** By the number of the phrase that the matcher finds. */
  readonly entries: readonly CompiledReplacement[]
}

type CompiledReplacement = { readonly replacement: ReplacementSource; readonly spoken: ReplacedNode['spoken'] }

/** Compiles libraries, which are applied in this order. Disabled replacements are left out. */
export function createReplacementSet(libraries: readonly ReplacementLibrary[]): ReplacementSet {
  return { libraries: libraries.map(compileLibrary) }
}

/** Compiles one library. Disabled replacements are left out. */
export function compileLibrary({ libraryId, replacements }: ReplacementLibrary): CompiledLibrary {
  const enabled = replacements.filter((replacement) => replacement.enabled)
  return {
    matcher: createPhraseMatcher(enabled.map(({ original }) => original)),
    entries: enabled.map(({ replacementId, original, replacementText, isPhoneticRespelling }) => ({
      replacement: { libraryId, replacementId, original },
      spoken: isPhoneticRespelling ? { pronunciations: parsePhoneticText(replacementText) } : { text: replacementText },
    })),
  }
}
