import Schema from 'typebox/schema'
import { parseMessage } from '../../src/api/doors/stream-input/messages.ts'
import { parseVoiceManifest } from '../../src/synthesis/voice-packages/voice-manifest.ts'
import { type ApiDocument, inlineSchema, type JsonSchema } from '../fuzz/api-document.ts'
import { parseCommandLine } from './parse-command-line.ts'

/** What the examples of the documents are compared with. */
export type JsonSamples = {
  readonly document: ApiDocument
  /** Values that a real service answered, of kinds that the API document does not describe. */
  readonly answers: readonly unknown[]
}

type Fields = Readonly<Record<string, unknown>>

/**
 * What is wrong with an example; undefined if it is something that the service takes or answers: a body of the API document, an
 * answer like a real one, a message of /stream-input, a voice package's manifest, or the settings of an assistant.
 */
export function findJsonFault(code: string, { document, answers }: JsonSamples): string | undefined {
  const value = JSON.parse(code) as unknown
  const checks: readonly (() => boolean)[] = [
    () => Object.values(document.components.schemas).some((schema) => fits(value, schema, document)),
    () => answers.some((answer) => isLike(value, answer)),
    () => (value as Fields).type === 'start' && parseMessage(code).type === 'start',
    () => (value as Fields).engine !== undefined && isManifest(code),
    () => (value as Fields).mcpServers !== undefined && startsServers((value as Fields).mcpServers as Fields),
  ]
  if (checks.some((check) => check())) return undefined
  return `nothing that the service takes or answers looks like ${code.slice(0, 60)}`
}

/** Whether a value has only known fields of a schema, each as the schema says. An example may leave out what is required. */
function fits(value: unknown, schema: JsonSchema, document: ApiDocument): boolean {
  const known = inlineSchema(document, schema) as JsonSchema
  if (known.type === 'array') {
    return Array.isArray(value) && value.length > 0 && value.every((item) => fits(item, known.items!, document))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const fields = Object.entries(value as Fields)
  if (fields.length === 0 || known.properties === undefined) return false
  return fields.every(([name, field]) => {
    const property = known.properties?.[name]
    if (property === undefined) return false
    if (typeof field === 'object' && field !== null && property.type !== undefined && property.properties !== undefined)
      return fits(field, property, document)
    if (Array.isArray(field) && property.items?.properties !== undefined)
      return field.every((item) => fits(item, property.items!, document))
    return (Schema.Compile(property).Errors(field)[1] as readonly unknown[]).length === 0
  })
}

/** Whether an example has the form of an answer: the same kinds of values under names that the answer has too. */
function isLike(example: unknown, answer: unknown): boolean {
  if (Array.isArray(example)) {
    return Array.isArray(answer) && example.every((item) => answer.some((one) => isLike(item, one)))
  }
  if (typeof example !== 'object' || example === null) return typeof example === typeof answer
  if (typeof answer !== 'object' || answer === null) return false
  return Object.entries(example).every(([name, value]) => isLike(value, (answer as Fields)[name]))
}

/** Checksums and addresses are shortened in examples. */
function isManifest(code: string): boolean {
  const whole = code
    .replaceAll('"sha256": "..."', `"sha256": "${'0'.repeat(64)}"`)
    .replaceAll('"https://..."', '"https://example.com/a"')
  const { name } = JSON.parse(whole) as { name: string }
  return parseVoiceManifest(Buffer.from(whole), name).name === name
}

/** Whether each server is a command line of ours that can be parsed. */
function startsServers(servers: Fields): boolean {
  return Object.values(servers).every((server) => {
    const { command, args = [], url } = server as { command?: string; args?: readonly string[]; url?: string }
    if (url !== undefined) return new URL(url).pathname === '/mcp'
    const [program, ...rest] = args
    if (command !== 'node' || program?.endsWith('/bin/declaim.mjs') !== true) return false
    parseCommandLine(rest)
    return true
  })
}
