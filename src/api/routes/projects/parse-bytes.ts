import { ServiceError } from '../../../errors.ts'

/** Reads bytes in base64 or base64url. Throws MISSING_ARGUMENT, which names the field. */
export function parseBytes(text: string, field: string): Uint8Array {
  if (!/^[\w+/-]*={0,2}$/.test(text))
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot read ${field}: it is no base64; expected letters, digits, + and /`,
    )
  return Buffer.from(text, 'base64')
}

export function formatBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}
