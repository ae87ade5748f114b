import { type Static, Type } from 'typebox'
import type { Replacement } from '../../storage/records/libraries.ts'
import type { ReplacementValues } from '../../storage/records/replacements.ts'

export const MAX_ORIGINAL_LENGTH = 500
export const MAX_REPLACEMENT_TEXT_LENGTH = 2000

const fields = {
  original: Type.String({ minLength: 1, maxLength: MAX_ORIGINAL_LENGTH }),
  replacement_text: Type.String({ minLength: 1, maxLength: MAX_REPLACEMENT_TEXT_LENGTH }),
}

/** Left out or null, which means the same. */
const optionalSwitch = Type.Optional(Type.Unsafe<boolean | null>({ type: 'boolean', nullable: true }))
const switches = { is_phonetic_respelling: optionalSwitch, enabled: optionalSwitch }

export const replacementInputSchema = Type.Object({ ...fields, ...switches })

export const replacementPatchSchema = Type.Object({ ...Type.Partial(Type.Object(fields)).properties, ...switches })

export const replacementSchema = Type.Object({
  replacement_id: Type.String(),
  library_id: Type.String(),
  original: Type.String(),
  replacement_text: Type.String(),
  is_phonetic_respelling: Type.Boolean(),
  enabled: Type.Boolean(),
})
export const replacementCreatedSchema = Type.Object({ replacement_id: Type.String() })
export const replacementsCreatedSchema = Type.Object({
  count: Type.Integer(),
  replacement_ids: Type.Array(Type.String()),
})
export const replacementListSchema = Type.Object({
  count: Type.Integer(),
  library_id: Type.String(),
  replacements: Type.Array(replacementSchema),
})

export const replacementParametersSchema = Type.Object({ library_id: Type.String(), replacement_id: Type.String() })

export type ReplacementBody = Static<typeof replacementSchema>

/** Returns an original as it is stored and compared: without white space around it, and with composed characters. */
export function tidyOriginal(original: string): string {
  return original.trim().normalize('NFC')
}

/** A replacement is free text and enabled unless its creator says otherwise. */
export function toReplacementValues(input: Static<typeof replacementInputSchema>): ReplacementValues {
  return {
    original: tidyOriginal(input.original),
    replacementText: input.replacement_text,
    isPhoneticRespelling: input.is_phonetic_respelling ?? false,
    enabled: input.enabled ?? true,
  }
}

export function applyReplacementPatch(
  replacement: Replacement,
  patch: Static<typeof replacementPatchSchema>,
): Replacement {
  return {
    ...replacement,
    original: patch.original === undefined ? replacement.original : tidyOriginal(patch.original),
    replacementText: patch.replacement_text ?? replacement.replacementText,
    isPhoneticRespelling: patch.is_phonetic_respelling ?? replacement.isPhoneticRespelling,
    enabled: patch.enabled ?? replacement.enabled,
  }
}

export function toReplacementBody(replacement: Replacement): ReplacementBody {
  return {
    replacement_id: replacement.replacementId,
    library_id: replacement.libraryId,
    original: replacement.original,
    replacement_text: replacement.replacementText,
    is_phonetic_respelling: replacement.isPhoneticRespelling,
    enabled: replacement.enabled,
  }
}
