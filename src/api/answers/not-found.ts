import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'

/**
 * Creates the handler that refuses unknown paths with NOT_FOUND, and known paths with the wrong method with
 * METHOD_NOT_ALLOWED. It knows the routes that `app` gets afterwards. Set it in each scope whose hooks must run before it.
 */
export function createNotFoundHandler(app: FastifyInstance): (request: FastifyRequest, reply: FastifyReply) => void {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ path, method }) => {
    const known = methods.get(path) ?? new Set()
    for (const one of [method].flat()) known.add(one)
    methods.set(path, known)
  })
  return (request) => {
    const path = pathOf(request)
    const plain = plainPath(path)
    const allowed = methods.get(plain) ?? [...methods].find(([pattern]) => matches(pattern, plain))?.[1]
    if (allowed === undefined)
      throw new ServiceError('NOT_FOUND', `Cannot find ${path}: no such endpoint; /openapi.json lists them`)
    throw methodNotAllowed(request, [...allowed])
  }
}

/** The error for a path that is asked with another method than those `allowed`. */
export function methodNotAllowed(
  request: Pick<FastifyRequest, 'method' | 'url'>,
  allowed: readonly string[],
): ServiceError {
  const list = allowed.join(', ')
  return new ServiceError('METHOD_NOT_ALLOWED', `Cannot ${request.method} ${pathOf(request)}: use ${list}`, {
    headers: { allow: list },
  })
}

function pathOf(request: Pick<FastifyRequest, 'url'>): string {
  return request.url.split('?', 1)[0] ?? ''
}

/** A path as routes are compared with it: single slashes, none at the end. */
function plainPath(path: string): string {
  return path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
}

/** Whether a path matches a route's pattern, in which `:name` matches one part. */
function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index])
}
