import { ServiceError } from '../../errors.ts'

/** The text of an uploaded file, without a byte order mark. `what` names it in the error. Throws MISSING_ARGUMENT if it is not UTF-8. */
export function decodeUtf8(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ServiceError('MISSING_ARGUMENT', `Cannot read the ${what}: it is not UTF-8`)
  }
}
