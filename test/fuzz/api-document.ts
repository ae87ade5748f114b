/** A JSON Schema as the API document holds it. */
export type JsonSchema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: JsonSchema
}

/** By media type. */
type Content = Readonly<
  Record<
    string,
    { readonly schema: JsonSchema; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
  >
>

/** An answer that the document promises. */
export type DocumentedAnswer = { readonly content?: Content }

/** One method of one path, with all references to answers resolved. */
export type ApiOperation = {
  /** Such as `POST /clips`. */
  readonly name: string
  readonly method: string
  /** What goes before the path, such as `/v1/tts`. */
  readonly base: string
  /** Such as `/clips/{clip_id}`. */
  readonly path: string
  /** The headers that carry a key. */
  readonly headersOf: (key: string) => Readonly<Record<string, string>>
  readonly parameters: readonly Parameter[]
  readonly body: Content | undefined
  readonly answers: Readonly<Record<string, DocumentedAnswer>>
}

type Servers = readonly { readonly url: string }[]

/** Operations by their methods, and where they are if that is not the address of the document. */
type PathItem = Readonly<Record<string, RawOperation | Servers>> & { readonly servers?: Servers }

type RawOperation = {
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, DocumentedAnswer & { readonly $ref?: string }>>
}

/** The part of an OpenAPI 3.1 document that a fuzzer needs. */
export type ApiDocument = {
  readonly servers: Servers
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, DocumentedAnswer>>
  }
}

/** How a key is sent, by the security scheme of the document. */
const KEY_HEADERS: Readonly<Record<string, ApiOperation['headersOf']>> = {
  apiKey: (key) => ({ 'x-api-key': key }),
  bearer: (key) => ({ authorization: `Bearer ${key}` }),
  xiApiKey: (key) => ({ 'xi-api-key': key }),
}

/** Every operation of the document. */
export function listOperations({ servers: ownServers, paths, components }: ApiDocument): readonly ApiOperation[] {
  return Object.entries(paths).flatMap(([path, { servers = ownServers, ...methods }]) =>
    Object.entries(methods as Readonly<Record<string, RawOperation>>).map(([method, operation]) => {
      const { parameters = [], requestBody, responses, security = [{ apiKey: [] }] } = operation
      const answers = Object.entries(responses).map(([status, { $ref, ...answer }]) => [
        status,
        $ref === undefined ? answer : components.responses[nameOf($ref)]!,
      ])
      const name = `${method.toUpperCase()} ${path}`
      const body = requestBody?.content
      const base = servers[0]!.url
      const headersOf = KEY_HEADERS[Object.keys(security[0]!)[0]!]!
      return {
        name,
        method: method.toUpperCase(),
        base,
        path,
        headersOf,
        parameters,
        body,
        answers: Object.fromEntries(answers),
      }
    }),
  )
}

/** The schema that a reference names. */
export function findSchema({ components }: ApiDocument, reference: string): JsonSchema {
  const schema = components.schemas[nameOf(reference)]
  if (schema === undefined) throw new Error(`Cannot find ${reference} in the API document`)
  return schema
}

/** A schema that contains no references, for a validator. */
export function inlineSchema(document: ApiDocument, schema: JsonSchema): object {
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline)
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as JsonSchema
    if ($ref !== undefined) return inline(findSchema(document, $ref))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inline(inner)]))
  }
  return inline(schema) as object
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1)!
}
