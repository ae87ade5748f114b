import type { FastifyInstance } from 'fastify'
import type { Scope } from '../../accounts/scopes.ts'
import { ServiceError } from '../../errors.ts'
import type { CheckedCall } from './authenticate.ts'

type Needed = {
  readonly path: RegExp
  readonly read: Scope
  readonly write: Scope
  /** Needed besides, if a call works with two kinds of things. */
  readonly also?: Scope
}

/** What a path needs, by its beginning: one scope to read, another to write. The first match counts. */
const NEEDED: readonly Needed[] = [
  { path: /^\/admin(\/|$)/, read: 'admin', write: 'admin' },
  { path: /^\/(keys|sessions)(\/|$)/, read: 'keys', write: 'keys' },
  { path: /^\/members(\/|$)/, read: 'members', write: 'members' },
  { path: /^\/audit$/, read: 'audit', write: 'audit' },
  { path: /^\/(?:usage|account)(\/|$)/, read: 'usage', write: 'usage' },
  { path: /^\/clips\/combine$/, read: 'clips:read', write: 'clips:read' },
  { path: /^\/clips(\/|$)/, read: 'clips:read', write: 'clips:write' },
  { path: /^\/exports\/estimate$/, read: 'clips:read', write: 'clips:read' },
  { path: /^\/exports(\/|$)/, read: 'clips:read', write: 'clips:write' },
  { path: /^\/projects\/:project_id\/exports$/, read: 'clips:read', write: 'clips:write', also: 'projects:read' },
  { path: /^\/projects(\/|$)/, read: 'projects:read', write: 'projects:write' },
  { path: /^\/webhooks(\/|$)/, read: 'webhooks', write: 'webhooks' },
  { path: /^\/events$/, read: 'clips:read', write: 'clips:read' },
  {
    path: /^\/(?:replacement_libraries|pronunciation-dictionaries)(\/|$)/,
    read: 'libraries:read',
    write: 'libraries:write',
  },
  { path: /^\/(speech|:voice_id(?:\/.*)?)$/, read: 'synthesize', write: 'synthesize' },
  {
    path: /^\/(stream|stream-input|wyoming|word-timing|explain|input_validated)$/,
    read: 'synthesize',
    write: 'synthesize',
  },
]

/** Throws FORBIDDEN if the key of a request lacks the scope of its route. Needs `request.scopes`. */
export function requireScope(app: FastifyInstance, prefix: string): void {
  app.addHook('onRequest', async (request) => {
    if (!request.awaitsKey) checkScope(request, prefix)
  })
}

/** Throws FORBIDDEN if the key of a request lacks the scope of its route. */
export function checkScope({ method, routeOptions, scopes }: CheckedCall, prefix: string): void {
  const path = routeOptions.url?.slice(prefix.length) ?? ''
  const needed = NEEDED.find((one) => one.path.test(path))
  if (needed === undefined) return
  const { read, write, also } = needed
  const all = [method === 'GET' || method === 'HEAD' ? read : write, ...(also === undefined ? [] : [also])]
  const scope = all.find((one) => !scopes.includes(one))
  if (scope === undefined) return
  throw new ServiceError(
    'FORBIDDEN',
    `Cannot ${method} ${path}: the API key lacks the scope ${scope}; use a key that has it`,
  )
}
