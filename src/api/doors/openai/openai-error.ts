import { type ErrorCode, QuotaExceededError, ServiceError } from '../../../errors.ts'

type OpenAiErrorOptions = {
  /** The field that is wrong. */
  readonly param: string
  /** OpenAI's code for the mistake. */
  readonly code?: string
  readonly status?: number
}

/** MISSING_ARGUMENT for a field of a request in OpenAI's shape. */
export class ParameterError extends ServiceError {
  override readonly name = 'ParameterError'
  readonly param: string
  readonly openAiCode: string | null

  constructor(message: string, { param, code, status = 400 }: OpenAiErrorOptions) {
    super('MISSING_ARGUMENT', message, { status })
    this.param = param
    this.openAiCode = code ?? null
  }
}

type Names = { readonly type?: string; readonly code: string | null; readonly param?: string }

const INVALID_REQUEST = 'invalid_request_error'

/** OpenAI's names for our codes. */
const NAMES: Readonly<Record<ErrorCode, Names>> = {
  MISSING_ARGUMENT: { code: null },
  INVALID_TEXT: { code: 'invalid_value', param: 'input' },
  INVALID_TEXT_LENGTH_EXCEEDED: { code: 'string_above_max_length', param: 'input' },
  INVALID_SPEAKER_ID: { code: 'invalid_value', param: 'voice' },
  CONTENT_NOT_ALLOWED: { code: 'content_policy_violation', param: 'input' },
  UNAUTHORIZED: { code: 'invalid_api_key' },
  FORBIDDEN: { type: 'permission_error', code: 'missing_scope' },
  RATE_LIMITED: { type: 'requests', code: 'rate_limit_exceeded' },
  NOT_FOUND: { code: 'not_found' },
  METHOD_NOT_ALLOWED: { code: 'method_not_supported' },
  CONFLICT: { code: 'conflict' },
  INTERNAL_ERROR: { type: 'server_error', code: null },
}

const OUT_OF_QUOTA: Names = { type: 'insufficient_quota', code: 'insufficient_quota' }

/** The body with which OpenAI reports an error. */
export function toOpenAiError(error: ServiceError): object {
  const {
    type = INVALID_REQUEST,
    code,
    param = null,
  } = error instanceof QuotaExceededError ? OUT_OF_QUOTA : NAMES[error.code]
  const own = error instanceof ParameterError ? { param: error.param, code: error.openAiCode } : { param, code }
  return { error: { message: error.message, type, ...own } }
}
