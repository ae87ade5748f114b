import { ServiceError } from '../../errors.ts'
import { findUnstorable } from '../../storage/storable.ts'
import type { App } from '../app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The field of a body, or of each of its entries, that is spoken: what no voice reads is left out there with a warning. */
    spokenField?: string
    /** Whether the body is only passed on to other routes, which check it. */
    passesBodyOn?: boolean
  }
}

/**
 * Refuses a request with MISSING_ARGUMENT if anything in its path, query or body could not be stored and read again by every storage,
 * whatever its route and schema. Only the text that is spoken may have such characters.
 */
export function refuseUnstorable(app: App): void {
  app.addHook('preValidation', async (request) => {
    if (request.is404) return
    const { spokenField, passesBodyOn } = request.routeOptions.config
    checkStorable(request.params, 'the path')
    checkStorable(request.query, 'the query')
    if (passesBodyOn !== true) checkStorable(request.body, 'the body', spokenField)
  })
}

/** Throws MISSING_ARGUMENT with the first value inside that cannot be stored. A `spokenField` may have any characters. */
export function checkStorable(value: unknown, where: string, spokenField?: string): void {
  const problem = findInside(value, { path: '', spokenField, depth: 0 })
  if (problem !== undefined) throw refusal(where, problem)
}

function refusal(where: string, problem: string): ServiceError {
  return new ServiceError('MISSING_ARGUMENT', `Cannot read ${where}: ${problem}`)
}

type Place = { readonly path: string; readonly spokenField: string | undefined; readonly depth: number }

function findInside(value: unknown, { path, spokenField, depth }: Place): string | undefined {
  if (typeof value !== 'object' || value === null) {
    const problem = findUnstorable(value)
    return problem && `${path || 'it'} ${problem}`
  }
  const isList = Array.isArray(value)
  for (const [name, inner] of Object.entries(value)) {
    const unnameable = isList ? undefined : findUnstorable(name)
    if (unnameable !== undefined) return `a field name${path && ` in ${path}`} ${unnameable}`
    if (name === spokenField && typeof inner === 'string') continue
    // The spoken text is in the body itself, or in one of a list of bodies.
    const further = isList && depth === 0 ? spokenField : undefined
    const problem = findInside(inner, {
      path: path === '' ? name : `${path}.${name}`,
      spokenField: further,
      depth: depth + 1,
    })
    if (problem !== undefined) return problem
  }
  return undefined
}
