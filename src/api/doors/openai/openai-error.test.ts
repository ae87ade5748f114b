import { describe, expect, test } from 'vitest'
import { type ErrorCode, ServiceError } from '../../../errors.ts'
import { ParameterError, toOpenAiError } from './openai-error.ts'

type Shape = {
  readonly message: string
  readonly type: string
  readonly param: string | null
  readonly code: string | null
}
const errorOf = (error: ServiceError) => (toOpenAiError(error) as { error: Shape }).error

describe('our errors have the names that OpenAI’s clients look for', () => {
  test.each<[ErrorCode, Omit<Shape, 'message'>]>([
    ['MISSING_ARGUMENT', { type: 'invalid_request_error', code: null, param: null }],
    ['INVALID_TEXT', { type: 'invalid_request_error', code: 'invalid_value', param: 'input' }],
    [
      'INVALID_TEXT_LENGTH_EXCEEDED',
      { type: 'invalid_request_error', code: 'string_above_max_length', param: 'input' },
    ],
    ['INVALID_SPEAKER_ID', { type: 'invalid_request_error', code: 'invalid_value', param: 'voice' }],
    ['CONTENT_NOT_ALLOWED', { type: 'invalid_request_error', code: 'content_policy_violation', param: 'input' }],
    ['UNAUTHORIZED', { type: 'invalid_request_error', code: 'invalid_api_key', param: null }],
    ['FORBIDDEN', { type: 'permission_error', code: 'missing_scope', param: null }],
    ['RATE_LIMITED', { type: 'requests', code: 'rate_limit_exceeded', param: null }],
    ['NOT_FOUND', { type: 'invalid_request_error', code: 'not_found', param: null }],
    ['METHOD_NOT_ALLOWED', { type: 'invalid_request_error', code: 'method_not_supported', param: null }],
    ['CONFLICT', { type: 'invalid_request_error', code: 'conflict', param: null }],
    ['INTERNAL_ERROR', { type: 'server_error', code: null, param: null }],
  ])('%s', (code, names) => {
    expect(errorOf(new ServiceError(code, 'Cannot speak: it is late'))).toEqual({
      message: 'Cannot speak: it is late',
      ...names,
    })
  })
})

describe('a field that is wrong', () => {
  test('is named, with the code of the mistake', () => {
    const error = new ParameterError('Cannot use speed 9', { param: 'speed', code: 'decimal_above_max_value' })
    expect(error).toMatchObject({ code: 'MISSING_ARGUMENT', status: 400 })
    expect(errorOf(error)).toEqual({
      message: 'Cannot use speed 9',
      type: 'invalid_request_error',
      param: 'speed',
      code: 'decimal_above_max_value',
    })
  })

  test('may have no code, and a status of its own', () => {
    const error = new ParameterError('Cannot find the model', { param: 'model', status: 404 })
    expect(error.status).toBe(404)
    expect(errorOf(error)).toMatchObject({ param: 'model', code: null })
  })
})
