import { ServiceError } from '../../errors.ts'
import { parsePls } from '../../text/replacements/pls-lexicon.ts'
import { decodeUtf8 } from './decode-utf8.ts'
import { toReplacementRow } from './replacement-rows.ts'

/** Number of bad lexemes that an error names. */
const PROBLEMS_NAMED = 50

/**
 * Reads a lexicon of the W3C (PLS 1.0, UTF-8) as rows for `parseReplacementRows`. Throws MISSING_ARGUMENT if it is none, or if a lexeme cannot be
 * used, and names each of those: an upload stores all or nothing.
 */
export function parseReplacementPls(bytes: Uint8Array): readonly unknown[] {
  const { rows, problems } = parsePls(decodeUtf8(bytes, 'lexicon'))
  if (problems.length === 0) return rows.map(toReplacementRow)
  const named = problems.slice(0, PROBLEMS_NAMED)
  const others = problems.length - named.length
  const list = [...named, ...(others > 0 ? [`and ${others} more`] : [])].join('; ')
  throw new ServiceError(
    'MISSING_ARGUMENT',
    `Cannot store the lexicon: ${problems.length} of its lexemes cannot be used, so none is stored: ${list}`,
  )
}
