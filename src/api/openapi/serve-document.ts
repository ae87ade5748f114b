import { readFileSync } from 'node:fs'
import { type AllowedOrigins, allowBrowsers } from '../allow-browsers.ts'
import type { App } from '../app.ts'
import { describeApi } from './describe-api.ts'
import type { Route } from './describe-route.ts'

/** Collects the routes that `api` gets afterwards, for `serveDocument`. */
export function collectRoutes(api: App): readonly Route[] {
  const routes: Route[] = []
  api.addHook('onRoute', ({ method, routePath, schema = {} }) => {
    for (const one of [method].flat()) {
      if (one !== 'HEAD' && one !== 'OPTIONS') routes.push({ method: one, path: routePath, schema })
    }
  })
  return routes
}

type ServeDocumentOptions = {
  readonly routes: () => readonly Route[]
  readonly prefix: string
  readonly allowedOrigins: AllowedOrigins
}

/** GET /openapi.json, without a key: the API as an OpenAPI document. It is made on the first request. */
export function serveDocument(app: App, { routes, prefix, allowedOrigins }: ServeDocumentOptions): void {
  let json: string | undefined
  void app.register(async (scope: App) => {
    allowBrowsers(scope, allowedOrigins)
    scope.get('/openapi.json', async (_, reply) => {
      json ??= JSON.stringify(describeApi(routes(), { prefix, version: readVersion() }))
      return reply.type('application/json; charset=utf-8').send(json)
    })
  })
}

function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version
}
