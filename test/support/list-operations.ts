/** An operation of the API document. */
export type DocumentedOperation = {
  readonly method: string
  /** Below the prefix, such as `/clips/{clip_id}`. */
  readonly path: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly example?: string }[]
  /** The first JSON body to try; undefined if it takes none. */
  readonly body: unknown
  /** The media types of its answer. */
  readonly answers: readonly string[]
}

type Described = {
  readonly parameters?: DocumentedOperation['parameters']
  readonly responses: Readonly<Record<'200', { readonly content: object }>>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly examples?: Examples }>> }
}
type Examples = Readonly<Record<string, { readonly value: unknown }>>
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>> }

/** Every operation below the API's prefix that a service documents at /openapi.json. */
export async function listOperations(url: string): Promise<readonly DocumentedOperation[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document
  // Paths of doors for other tools name a server of their own.
  const own = Object.entries(document.paths).filter(([, methods]) => !('servers' in methods))
  return own.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => {
      const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {})
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        body: example?.value,
        answers: Object.keys(responses['200'].content),
      }
    }),
  )
}

/** A path with values in place of its parameters. Throws for a parameter without a value, so that a new one is noticed. */
export function fillPath(path: string, values: ReadonlyMap<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name)
    if (value === undefined) throw new Error(`No value for {${name}} of ${path}: add one to this test`)
    return encodeURIComponent(value)
  })
}
