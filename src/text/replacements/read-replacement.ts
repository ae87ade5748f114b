import { MarkupSyntaxError, ServiceError } from '../../errors.ts'
import { findUnreadable } from '../characters/find-unreadable.ts'
import type { ReplacedNode } from '../markup/tree/markup-tree.ts'
import { parsePhoneticText } from './parse-phonetic-text.ts'
import type { Replacement } from './replacement-set.ts'

type ReplacementText = Pick<Replacement, 'replacementText' | 'isPhoneticRespelling'>

/** Returns what is spoken for a replacement. Throws MarkupSyntaxError, with the offset in its text, if no voice can read it. */
export function readReplacement({ replacementText, isPhoneticRespelling }: ReplacementText): ReplacedNode['spoken'] {
  if (isPhoneticRespelling) return { pronunciations: parsePhoneticText(replacementText) }
  const unreadable = findUnreadable(replacementText)
  if (unreadable === undefined) return { text: replacementText }
  throw new MarkupSyntaxError(
    `Cannot speak replacement_text: no voice reads the character ${unreadable.name}`,
    unreadable.offset,
  )
}

/** Reads a stored replacement for use in a text. An error names the replacement and its library. */
export function readStoredReplacement(libraryId: string, replacement: Replacement): ReplacedNode['spoken'] {
  try {
    return readReplacement(replacement)
  } catch (error) {
    if (!(error instanceof MarkupSyntaxError)) throw error
    const { replacementId, original } = replacement
    throw new ServiceError(
      'INVALID_TEXT',
      `Cannot use replacement ${replacementId} for "${original}" of library ${libraryId}: ${error.message}`,
      { cause: error },
    )
  }
}
