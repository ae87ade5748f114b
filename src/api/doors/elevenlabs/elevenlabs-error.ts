import { type ErrorCode, QuotaExceededError, type ServiceError } from '../../../errors.ts'

/** ElevenLabs' names for our codes. */
const STATUSES: Readonly<Record<ErrorCode, string>> = {
  MISSING_ARGUMENT: 'invalid_parameters',
  INVALID_TEXT: 'invalid_text',
  INVALID_TEXT_LENGTH_EXCEEDED: 'max_character_limit_exceeded',
  INVALID_SPEAKER_ID: 'voice_not_found',
  CONTENT_NOT_ALLOWED: 'content_not_allowed',
  UNAUTHORIZED: 'invalid_api_key',
  FORBIDDEN: 'missing_permissions',
  RATE_LIMITED: 'too_many_concurrent_requests',
  NOT_FOUND: 'not_found',
  METHOD_NOT_ALLOWED: 'method_not_allowed',
  CONFLICT: 'conflict',
  INTERNAL_ERROR: 'internal_error',
}

/** The body with which ElevenLabs reports an error. */
export function toElevenLabsError(error: ServiceError): object {
  const status = error instanceof QuotaExceededError ? 'quota_exceeded' : STATUSES[error.code]
  return { detail: { status, message: error.message } }
}
