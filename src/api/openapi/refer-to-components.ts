import { NAMED_SCHEMAS } from './components.ts'
import type { JsonSchema } from './operation.ts'

/** A schema with references in place of those that have a name, in the JSON Schema of OpenAPI 3.1. */
export function referToComponents(schema: JsonSchema): JsonSchema {
  const name = NAMED_SCHEMAS.get(schema)
  return name === undefined ? copySchema(schema) : { $ref: `#/components/schemas/${name}` }
}

/** Every named schema, with references to the others inside. */
export function describeSchemas(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries([...NAMED_SCHEMAS].map(([schema, name]) => [name, copySchema(schema)]))
}

function copySchema(schema: JsonSchema): JsonSchema {
  const { nullable, ...copy } = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, copyValue(value)]),
  )
  // Fastify's own validator knows `nullable`; OpenAPI 3.1 does not.
  return nullable === true ? { ...copy, type: [copy.type, 'null'] } : copy
}

function copyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyValue)
  return typeof value === 'object' && value !== null ? referToComponents(value) : value
}
