import { ANSWER_HEADERS, describeProblems, ERROR_SCHEMA, SECURITY_SCHEMES } from './components.ts'
import { describeRoute, type Route } from './describe-route.ts'
import { type Operation, TAGS } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { describeSchemas } from './refer-to-components.ts'

/** What the paths of other APIs begin with. */
export const DOOR_PREFIX = '/v1'

type ApiOptions = { readonly prefix: string; readonly version: string }

/**
 * The OpenAPI 3.1 document of some routes. The schemas come from the routes themselves, and the descriptions from
 * the table of operations.
 */
export function describeApi(routes: readonly Route[], { prefix, version }: ApiOptions): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of inDocumentOrder(routes)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] ??= route.door === undefined ? {} : { servers: [{ url: DOOR_PREFIX, description: route.door }] }
    paths[path][route.method.toLowerCase()] = describeRoute(route, OPERATIONS[keyOf(route)] ?? plainOperation(route))
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Declaim',
      version,
      description: 'Text-to-speech on your own machine: streams, durable clips, exact word timing.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: prefix, description: 'This service' }],
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        [SECURITY_SCHEMES.OpenAI]: { type: 'http', scheme: 'bearer' },
        [SECURITY_SCHEMES.ElevenLabs]: { type: 'apiKey', in: 'header', name: 'xi-api-key' },
      },
      schemas: { ...describeSchemas(), Error: ERROR_SCHEMA },
      headers: ANSWER_HEADERS,
      responses: describeProblems(),
    },
  }
}

function keyOf({ method, path }: Route): string {
  return `${method} ${path}`
}

function inDocumentOrder(routes: readonly Route[]): readonly Route[] {
  const order = Object.keys(OPERATIONS)
  const place = (route: Route) => (order.indexOf(keyOf(route)) + order.length + 1) % (order.length + 1)
  return routes.toSorted((a, b) => place(a) - place(b))
}

/** A route that the table does not name yet. */
function plainOperation(route: Route): Operation {
  const id = `${route.method.toLowerCase()}${route.path.replaceAll(/\W+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`
  return { id, tag: 'Account', summary: keyOf(route) }
}
