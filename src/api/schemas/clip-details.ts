import type { ClipDetails } from '../../storage/records/accept-clips.ts'
import { isAbsent, refuseValue } from './refuse-value.ts'

/** UTF-16 units. */
export const MAX_LABEL_LENGTH = 200
/** Of the metadata as JSON in UTF-8. */
export const MAX_METADATA_BYTES = 2048

/** The `label` and `metadata` of a request that creates a clip. Throws MISSING_ARGUMENT. */
export function parseClipDetails(body: unknown): ClipDetails {
  const { label, metadata } = body as Readonly<Record<string, unknown>>
  return { label: parseLabel(label), metadata: parseMetadata(metadata) }
}

function parseLabel(value: unknown): string | undefined {
  if (isAbsent(value)) return undefined
  const isLabel =
    typeof value === 'string' && value !== '' && value.length <= MAX_LABEL_LENGTH && !/\p{Cc}/u.test(value)
  if (!isLabel || !value.isWellFormed())
    throw refuseValue('label', value, `a string of 1 to ${MAX_LABEL_LENGTH} characters on one line`)
  return value
}

function parseMetadata(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (isAbsent(value)) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw refuseValue('metadata', value, 'a JSON object')
  const json = JSON.stringify(value)
  const bytes = Buffer.byteLength(json)
  if (bytes > MAX_METADATA_BYTES)
    throw refuseValue('metadata', value, `at most ${MAX_METADATA_BYTES} bytes of JSON; it has ${bytes}`)
  return value as Readonly<Record<string, unknown>>
}
