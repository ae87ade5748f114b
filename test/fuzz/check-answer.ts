import Schema from 'typebox/schema'
import { type ApiDocument, type ApiOperation, inlineSchema, type JsonSchema } from './api-document.ts'

export type Answer = { readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array }

const LIMIT_HEADERS = ['x-rate-limit', 'x-quota'].flatMap((name) =>
  ['limit', 'remaining', 'reset'].map((one) => `${name}-${one}`),
)

/** The value of a body, or the values if each is on a line of its own. */
export function readJson(bytes: Uint8Array): readonly unknown[] {
  const text = textOf(bytes)
  const isLines = /^\{.*\}\n/.test(text)
  return (isLines ? text.trimEnd().split('\n') : [text]).map((line) => JSON.parse(line) as unknown)
}

/** Returns a function that lists what is wrong with an answer: its status, its content type, its body, its headers. */
export function createAnswerCheck(
  document: ApiDocument,
): (operation: ApiOperation, answer: Answer) => readonly string[] {
  const compiled = new Map<JsonSchema, ReturnType<typeof Schema.Compile>>()
  const validatorOf = (schema: JsonSchema): ReturnType<typeof Schema.Compile> => {
    const known = compiled.get(schema) ?? Schema.Compile(inlineSchema(document, schema))
    compiled.set(schema, known)
    return known
  }

  return ({ answers }, { status, headers, bytes }) => {
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    const documented = answers[status]
    const missing = LIMIT_HEADERS.filter((name) => !/^\d+$/.test(headers.get(name) ?? ''))
    const problems = missing.map((name) => `the header ${name} is ${headers.get(name)}`)
    if (status >= 500) return [...problems, `status ${status}: ${textOf(bytes)}`]
    if (documented === undefined) return [...problems, `status ${status} is not documented: ${textOf(bytes)}`]
    const schema = documented.content?.[type]?.schema
    if (schema === undefined) return [...problems, `content type "${type}" is not documented for status ${status}`]
    if (type !== 'application/json') return bytes.length > 0 ? problems : [...problems, 'the body is empty']
    const errors = readJson(bytes).flatMap((value) => validatorOf(schema).Errors(value)[1] as readonly object[])
    return [...problems, ...errors.map((error) => `the body does not fit: ${JSON.stringify(error)}`)]
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString()
}
