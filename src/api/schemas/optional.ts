import { Type } from 'typebox'

/** A value that may also be null. */
export const orNull = <Schema extends object>(schema: Schema) =>
  Type.Unsafe<unknown>({ anyOf: [schema, { type: 'null' }] })

/** A field that may be left out, or be null, which means the same. */
export const optional = <Schema extends object>(schema: Schema) => Type.Optional(orNull(schema))
