import { MarkupSyntaxError } from '../../../errors.ts'
import { matchAt } from '../../match-at.ts'
import { isRespelling } from '../../respelling/parse-respelling.ts'
import { quoteExcerpt } from '../quote-excerpt.ts'
import type { RespellingToken } from './markup-token.ts'

/** What a caller can have meant as a respelling: letters, digits, dashes, apostrophes, and spaces between them. */
const ATTEMPT = /::(?! )([\p{L}\p{M}\p{N}'’‐-― -]+)(?<! )::/uy
/** Colons around nothing, beside no word. */
const EMPTY = /(?<![:\p{L}\p{M}\p{N}])::::(?![:\p{L}\p{M}\p{N}])/uy
/** What begins like a respelling of several syllables, or of one in capitals, and is followed by other than colons. */
const UNCLOSED = /(?<![:\p{L}\p{M}\p{N}])::([A-Za-z]+(?:-[A-Za-z]+)+|[A-Z]{2,})(?![\p{L}\p{M}\p{N}_(-]|::)/uy
const WORD_BEFORE = /[\p{L}\p{M}\p{N}]$/u
const WORD_AFTER = /^[\p{L}\p{M}\p{N}]/u

/**
 * Reads the respelling between two colons on each side that begins at `start`. Gives undefined if the colons are
 * plain text: without a partner, around something else than letters, or, unless a proper respelling is between
 * them, joined to words as in `std::vector::iterator`, `use std::map and std::set` and `10::30::00`. Throws
 * MarkupSyntaxError for a respelling without its closing colons, which would be read out.
 */
export function readColons(source: string, start: number): RespellingToken | undefined {
  const match = matchAt(ATTEMPT, source, start)
  const letters = match?.[1]
  if (match === null || letters === undefined) return readIncomplete(source, start)
  const end = start + match[0].length
  if (!isRespelling(letters)) {
    const joinedBefore = WORD_BEFORE.test(source.slice(Math.max(0, start - 2), start))
    const joinedAfter = WORD_AFTER.test(source.slice(end, end + 2))
    const joined = letters.includes(' ') ? joinedBefore || joinedAfter : joinedBefore && joinedAfter
    if (joined) return undefined
  }
  return { kind: 'respelling', letters, span: { start, end } }
}

function readIncomplete(source: string, start: number): RespellingToken | undefined {
  if (matchAt(EMPTY, source, start) !== null)
    return { kind: 'respelling', letters: '', span: { start, end: start + 4 } }
  const letters = matchAt(UNCLOSED, source, start)?.[1]
  if (letters === undefined || !isRespelling(letters)) return undefined
  throw new MarkupSyntaxError(`Cannot read respelling ${quoteExcerpt(letters)}: its closing "::" is missing`, start)
}
