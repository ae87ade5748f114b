import { ServiceError } from '../../errors.ts'
import { parsePhoneticText } from './parse-phonetic-text.ts'
import type { Replacement } from './replacement-set.ts'

type ReplacementFields = Pick<Replacement, 'original' | 'replacementText' | 'isPhoneticRespelling'>

/** Throws a ServiceError for a replacement that cannot be stored: without words, or with a respelling that cannot be read. */
export function checkReplacement({ original, replacementText, isPhoneticRespelling }: ReplacementFields): void {
  if (original.trim() === '') throw emptyField('original')
  if (replacementText.trim() === '') throw emptyField('replacement_text')
  if (isPhoneticRespelling) parsePhoneticText(replacementText)
}

function emptyField(field: string): ServiceError {
  return new ServiceError('MISSING_ARGUMENT', `Cannot store replacement: ${field} is empty`)
}
