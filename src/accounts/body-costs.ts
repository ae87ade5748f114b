import type { Limits } from './limits.ts'
import type { PlanLimits } from './plan-fields.ts'

/**
 * What the body of a route holds, which bounds what reading it may cost: a `credential`, the answer of a `passkey`, a `record` of an account, a spoken `text` or
 * several `texts`, a `script` to export, the `update` of a script, the rows of a library (`replacements`), or the `terms` of an account.
 */
export type BodyKind =
  | 'credential'
  | 'passkey'
  | 'record'
  | 'text'
  | 'texts'
  | 'script'
  | 'update'
  | 'replacements'
  | 'terms'

/** What a body may cost at most. */
export type BodyBounds = {
  /** As sent, and after decompression. */
  readonly bytes: number
  /** Values and field names of JSON, or cells of CSV. */
  readonly values: number
  /** Levels of arrays and objects. */
  readonly levels: number
}

/** A UTF-16 unit is at most six bytes of JSON: `\u0041`. */
const BYTES_PER_UNIT = 6
const ROOM_BYTES = 64 * 1024
/** Metadata, a label, a title and the libraries of one of several texts. */
const DETAIL_BYTES = 16 * 1024
const CREDENTIAL_BYTES = 1024
/** Ids have up to 1,023 bytes; signatures and keys of RSA and of what follows it have a few kB. */
const PASSKEY_BYTES = 16 * 1024
/** Of an update of a script of 256 KiB, in base64. */
const UPDATE_BYTES = 384 * 1024
/** Of any body, whatever a plan allows. */
const MOST_BYTES = 8 * 1024 * 1024

const ROOM_VALUES = 4000
const VALUES_PER_TEXT = 500
const CELLS_PER_ROW = 10
/** Far more than any body of this API has, and far fewer than what exhausts the stack of code that follows a value. */
const MOST_LEVELS = 32

/** Texts of one request. */
export const MAX_TEXTS = 100
/** Paragraphs of one export. An audiobook of 150,000 words has about 2,100. */
export const MAX_PARAGRAPHS = 10_000
/** Six fields, each a name and a value, and the braces. */
const VALUES_PER_PARAGRAPH = 16
/** Of each list of an account's terms, and UTF-16 units of one. */
export const MAX_TERMS = 1000
export const MAX_TERM_LENGTH = 200

/** Returns what a body of a kind may cost. Checked before the body is inflated, and before it is parsed. */
export function boundBody(
  kind: BodyKind,
  { charactersPerText }: Pick<PlanLimits, 'charactersPerText'>,
  { maxReplacements }: Pick<Limits, 'maxReplacements'>,
): BodyBounds {
  const text = charactersPerText * BYTES_PER_UNIT
  switch (kind) {
    case 'credential':
      return bounds(CREDENTIAL_BYTES, 16)
    case 'passkey':
      return bounds(PASSKEY_BYTES, 128)
    case 'record':
      return bounds(ROOM_BYTES, ROOM_VALUES)
    case 'text':
      return bounds(text + ROOM_BYTES, ROOM_VALUES)
    case 'texts':
      return bounds(MAX_TEXTS * (text + DETAIL_BYTES) + ROOM_BYTES, MAX_TEXTS * VALUES_PER_TEXT + ROOM_VALUES)
    case 'script':
      return bounds(MOST_BYTES, MAX_PARAGRAPHS * VALUES_PER_PARAGRAPH + ROOM_VALUES)
    case 'update':
      return bounds(UPDATE_BYTES, 16)
    case 'replacements':
      return bounds(MOST_BYTES, maxReplacements * CELLS_PER_ROW + ROOM_VALUES)
    case 'terms':
      return bounds(2 * MAX_TERMS * MAX_TERM_LENGTH * BYTES_PER_UNIT + ROOM_BYTES, 2 * MAX_TERMS + ROOM_VALUES)
  }
}

function bounds(bytes: number, values: number): BodyBounds {
  return { bytes: Math.min(bytes, MOST_BYTES), values, levels: MOST_LEVELS }
}
