import { ServiceError } from '../../errors.ts'
import type { Utterance } from '../../text/utterance.ts'

/**
 * Throws INVALID_TEXT_LENGTH_EXCEEDED if a text is too long as it is read out. Numbers, signs and replacements are much longer
 * spoken than written: a "¼" is eleven letters.
 */
export function refuseLongSpeech({ sentences }: Pick<Utterance, 'sentences'>, maxSpokenLength: number): void {
  let length = 0
  for (const { words } of sentences) for (const { text } of words) length += text.length + 1
  if (length <= maxSpokenLength) return
  throw new ServiceError(
    'INVALID_TEXT_LENGTH_EXCEEDED',
    `Cannot speak the text: as it is read out it has ${length} characters, and the plan allows ${maxSpokenLength}`,
  )
}
