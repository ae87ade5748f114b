import type { FastifySchema } from 'fastify'
import { ANSWER_HEADERS, SECURITY_SCHEMES } from './components.ts'
import { type Door, type JsonSchema, type Operation, TEXT } from './operation.ts'
import { referToComponents } from './refer-to-components.ts'

/** A route as Fastify has it. */
export type Route = {
  readonly method: string
  readonly path: string
  readonly schema: FastifySchema
  /** The API that it belongs to; undefined for our own. */
  readonly door?: Door
}

type ObjectSchema = { readonly properties?: Readonly<Record<string, JsonSchema>>; readonly required?: string[] }

/** The operation object of a route (OpenAPI 3.1, section 4.8.10). */
export function describeRoute(route: Route, operation: Operation): object {
  const { id, tag, summary, description } = operation
  const body = describeBody(route.schema, operation)
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    parameters: [
      ...pathParameters(route, operation),
      ...queryParameters(route, operation),
      ...headerParameters(operation),
    ],
    ...(body && { requestBody: body }),
    responses: describeResponses(route, operation),
    ...(route.door && { security: [{ [SECURITY_SCHEMES[route.door]]: [] }] }),
  }
}

function pathParameters({ path }: Route, { pathExample }: Operation): object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: TEXT,
    ...(pathExample?.[name!] !== undefined && { example: pathExample[name!] }),
  }))
}

function queryParameters({ schema }: Route, { query, queryExample }: Operation): object[] {
  const { properties = {}, required = [] } = (query ?? schema.querystring ?? {}) as ObjectSchema
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: referToComponents(property),
    ...(queryExample?.[name] !== undefined && { example: queryExample[name] }),
  }))
}

function headerParameters({ requestHeaders = {} }: Operation): object[] {
  return Object.entries(requestHeaders).map(([name, header]) => ({ name, in: 'header', ...header }))
}

function describeBody(schema: FastifySchema, { body, examples = {} }: Operation): object | undefined {
  const types = body ?? (schema.body === undefined ? undefined : { 'application/json': schema.body as JsonSchema })
  if (types === undefined) return undefined
  const named = Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))
  const content = Object.entries(types).map(([type, one]) => [
    type,
    { schema: referToComponents(one), ...(type === 'application/json' && { examples: named }) },
  ])
  return { required: true, content: Object.fromEntries(content) }
}

function describeResponses({ schema, door }: Route, operation: Operation): object {
  const own = (schema.response as Readonly<Record<string, JsonSchema>> | undefined)?.['200']
  const answers = operation.answers ?? { 'application/json': own ?? {} }
  const headers = { ...describeAnswerHeaders(), ...describeOwnHeaders(operation) }
  const content = Object.fromEntries(
    Object.entries(answers).map(([type, one]) => [type, { schema: referToComponents(one) }]),
  )
  const problem = (name: string) => ({ $ref: `#/components/responses/${door ?? ''}${name}` })
  return {
    200: { description: operation.summary, headers, content },
    400: problem('BadRequest'),
    401: problem('Unauthorized'),
    403: problem('Forbidden'),
    ...(operation.problems?.includes('NotFound') && { 404: problem('NotFound') }),
    ...(operation.problems?.includes('Conflict') && { 409: problem('Conflict') }),
    429: problem('TooManyRequests'),
  }
}

function describeAnswerHeaders(): object {
  return Object.fromEntries(Object.keys(ANSWER_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function describeOwnHeaders({ headers = {} }: Operation): object {
  return Object.fromEntries(Object.entries(headers).map(([name, description]) => [name, { description, schema: TEXT }]))
}
