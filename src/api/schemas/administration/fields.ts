import { type Static, type TSchema, Type } from 'typebox'

export const EPOCH = { description: 'Epoch milliseconds' }

/** As the limit of a plan. */
const MAX_MONTH = 1e15

/** A field that may be left out, or be null. */
export function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Type.Unsafe<Static<Schema> | null>({ ...schema, nullable: true }))
}

/** The monthly limit of a key or a member. */
export function monthlyCharacters(owner: 'key' | 'member') {
  const description = `Characters that the ${owner} may use in a month`
  return orNull(Type.Integer({ minimum: 1, maximum: MAX_MONTH, description }))
}
