import { ServiceError } from '../../errors.ts'
import { readReplacement } from './read-replacement.ts'
import type { Replacement } from './replacement-set.ts'

type ReplacementFields = Pick<Replacement, 'original' | 'replacementText' | 'isPhoneticRespelling'>

/** Throws a ServiceError for a replacement that must not be stored: a field is empty, or no voice can read it. */
export function checkReplacement({ original, ...text }: ReplacementFields): void {
  if (original.trim() === '') throw emptyField('original')
  if (text.replacementText.trim() === '') throw emptyField('replacement_text')
  readReplacement(text)
}

function emptyField(field: string): ServiceError {
  return new ServiceError('MISSING_ARGUMENT', `Cannot store replacement: ${field} is empty; give it a value`)
}
