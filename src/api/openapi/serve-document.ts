import { readFileSync } from 'node:fs'
import { type AllowedOrigins, allowBrowsers } from '../allow-browsers.ts'
import type { App } from '../app.ts'
import { describeApi } from './describe-api.ts'
import type { Route } from './describe-route.ts'
import type { Door } from './operation.ts'

type CollectOptions = { readonly prefix: string; readonly door?: Door }

/** Collects in `routes` those that `api` gets afterwards, for `serveDocument`. WebSockets are no part of an OpenAPI document. */
export function collectRoutes(api: App, routes: Route[], { prefix, door }: CollectOptions): void {
  api.addHook('onRoute', (route) => {
    if ('wsHandler' in route && route.wsHandler !== undefined) return
    const { method, url, schema = {} } = route
    const path = url.slice(prefix.length).replace(/(?<=.)\/$/, '')
    for (const one of [method].flat()) {
      if (one !== 'HEAD' && one !== 'OPTIONS') routes.push({ method: one, path, schema, ...(door && { door }) })
    }
  })
}

type ServeDocumentOptions = {
  /** Read on the first request. */
  readonly routes: readonly Route[]
  readonly prefix: string
  readonly allowedOrigins: AllowedOrigins
}

/** GET /openapi.json, without a key: the API as an OpenAPI document. It is made on the first request. */
export function serveDocument(app: App, { routes, prefix, allowedOrigins }: ServeDocumentOptions): void {
  let json: string | undefined
  void app.register(async (scope: App) => {
    allowBrowsers(scope, allowedOrigins)
    scope.get('/openapi.json', async (_, reply) => {
      json ??= JSON.stringify(describeApi(routes, { prefix, version: readVersion() }))
      return reply.type('application/json; charset=utf-8').send(json)
    })
  })
}

function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version
}
