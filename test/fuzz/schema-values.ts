import fc from 'fast-check'
import { type ApiDocument, findSchema, type JsonSchema } from './api-document.ts'

/** Values of fields by name, where a schema says too little: a string is also a text with markup, or the id of a clip. */
export type KnownFields = Readonly<Record<string, fc.Arbitrary<unknown>>>

type Context = { readonly document: ApiDocument; readonly known: KnownFields }

/** Small, so that a request costs little: limits are tested elsewhere. */
const MAX_ITEMS = 3
const MAX_FIELDS = 2

/** Values that fit a schema. */
export function valuesOf(schema: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  const { $ref, anyOf, oneOf, enum: choices } = schema
  if ($ref !== undefined) return valuesOf(findSchema(context.document, $ref), context)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (choices !== undefined) return fc.constantFrom(...choices)
  const variants = anyOf ?? oneOf
  if (variants !== undefined) return fc.oneof(...variants.map((one) => valuesOf(one, context)))
  const types = [schema.type ?? (schema.properties === undefined ? 'any' : 'object')].flat()
  return fc.oneof(...types.map((type) => valuesOfType(type, schema, context)))
}

function valuesOfType(type: string, schema: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  const { minimum = -1000, maximum = 1_000_000, items, minItems = 0, maxItems = MAX_ITEMS } = schema
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) })
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true })
    case 'string':
      return stringsOf(schema)
    case 'array': {
      const maxLength = Math.max(minItems, Math.min(maxItems, MAX_ITEMS))
      return fc.array(items === undefined ? fc.jsonValue() : valuesOf(items, context), {
        minLength: minItems,
        maxLength,
      })
    }
    case 'object':
      return objectsOf(schema, context)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function stringsOf({ pattern, minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)), unit: 'grapheme' })
}

function objectsOf(schema: JsonSchema, context: Context): fc.Arbitrary<object> {
  const { properties = {}, required = [], patternProperties = {}, additionalProperties } = schema
  const fields = Object.entries(properties).map(([name, one]) => [name, valuesOfField(name, one, context)] as const)
  const isRequired = ([name]: (typeof fields)[number]): boolean => required.includes(name)
  const listed = someOf(
    fields.filter((field) => !isRequired(field)),
    fields.filter(isRequired),
  )
  const further = Object.values(patternProperties)[0] ?? additionalProperties
  if (typeof further !== 'object') return listed
  const entries = fc.dictionary(fc.string({ maxLength: 8 }), valuesOf(further, context), { maxKeys: MAX_ITEMS })
  return fc.tuple(entries, listed).map(([one, other]) => ({ ...one, ...other }))
}

/** Mostly what the schema says; also what the name of the field promises. */
function valuesOfField(name: string, schema: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  const known = context.known[name]
  const values = valuesOf(schema, context)
  return known === undefined ? values : fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: values })
}

type Field = readonly [name: string, values: fc.Arbitrary<unknown>]

/** Objects with a few of the optional fields: with many at once, one of them is nearly always refused. */
export function someOf(optional: readonly Field[], required: readonly Field[] = []): fc.Arbitrary<object> {
  return fc
    .shuffledSubarray([...optional], { maxLength: Math.min(MAX_FIELDS, optional.length) })
    .chain((chosen) => fc.record(Object.fromEntries([...required, ...chosen])))
}
