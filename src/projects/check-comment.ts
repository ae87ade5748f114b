import { ServiceError } from '../errors.ts'

/** UTF-16 units of a comment, and of the name of somebody who has no account. */
export const COMMENT_LIMITS = { text: 4000, name: 80 } as const

const CONTROL = /(?![\n\t])\p{Cc}/u

/** The text of a comment as it is kept. Throws INVALID_TEXT or INVALID_TEXT_LENGTH_EXCEEDED. */
export function parseComment(text: string): string {
  return check(text.replaceAll(/\r\n?/g, '\n').trim(), { what: 'the comment', most: COMMENT_LIMITS.text })
}

/** A name as it is kept, in one line. Throws INVALID_TEXT or INVALID_TEXT_LENGTH_EXCEEDED. */
export function parseReviewerName(name: string): string {
  return check(name.replaceAll(/\s+/g, ' ').trim(), { what: 'the name', most: COMMENT_LIMITS.name })
}

function check(text: string, { what, most }: { readonly what: string; readonly most: number }): string {
  if (text === '') throw new ServiceError('INVALID_TEXT', `Cannot keep ${what}: it is empty`)
  if (text.length > most)
    throw new ServiceError(
      'INVALID_TEXT_LENGTH_EXCEEDED',
      `Cannot keep ${what}: it has ${text.length} characters; expected at most ${most}`,
    )
  const place = text.search(CONTROL)
  if (place === -1) return text
  const code = text.charCodeAt(place).toString(16).toUpperCase().padStart(4, '0')
  throw new ServiceError('INVALID_TEXT', `Cannot keep ${what}: it has the control character U+${code}; remove it`)
}
