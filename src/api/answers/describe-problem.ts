import type { FastifySchemaValidationError } from 'fastify'
import { showValue } from '../schemas/refuse-value.ts'

/** A validation error with the fields that Ajv adds under its option `verbose`. */
type Problem = FastifySchemaValidationError & {
  readonly data?: unknown
  readonly parentSchema?: { readonly description?: string }
}

/** What is wrong with a body or a query that does not fit its schema, in words: the field, what it is, what was expected. */
export function describeProblem(problem: Problem): string {
  const { instancePath, keyword, params, data } = problem
  const field = instancePath.slice(1).replaceAll('/', '.')
  if (keyword === 'required') return `${field === '' ? '' : `${field}.`}${String(params.missingProperty)} is missing`
  const subject = field === '' ? 'it' : field
  if (isBlank(data)) return `${subject} is empty`
  if (keyword === 'maxLength') {
    return `${subject} has ${countCharacters(String(data))} characters; expected at most ${String(params.limit)}`
  }
  if (Array.isArray(data) && (keyword === 'minItems' || keyword === 'maxItems')) {
    return `${subject} has ${data.length} entries; expected at ${keyword === 'minItems' ? 'least' : 'most'} ${String(params.limit)}`
  }
  if (keyword === 'uniqueItems') return `${subject} has an entry twice; expected each once`
  return `${subject} is ${showValue(data)}; expected ${describeExpected(problem)}`
}

/** Code points, which the limits of a schema count. */
function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

function isBlank(data: unknown): boolean {
  return typeof data === 'string' && data.trim() === ''
}

function describeExpected({ keyword, params, parentSchema, message = 'something else' }: Problem): string {
  if (keyword === 'enum') return (params.allowedValues as readonly string[]).join(', ')
  if (keyword !== 'type') return parentSchema?.description ?? message
  if (params.type === 'boolean') return 'true or false'
  return params.type === 'object' ? 'a JSON object' : `one ${String(params.type)}`
}
