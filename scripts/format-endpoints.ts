type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly example?: unknown }

type Endpoint = {
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security?: readonly object[]
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: {
    readonly content: Readonly<
      Record<
        string,
        { readonly examples?: Readonly<Record<string, { readonly value: unknown }>>; readonly example?: unknown }
      >
    >
  }
}

/** What the page needs of `GET /openapi.json`. */
export type ApiDocument = {
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Endpoint>> & { readonly servers?: readonly { readonly url: string }[] }>
  >
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

const HEAD = `# Endpoints

Every endpoint of the service with a request to try, made from the API document (\`GET /openapi.json\`). [The API](../api.md) explains them, and a running service has an interactive reference at \`/docs\`.
Set \`URL\` to the address of the service, such as \`http://127.0.0.1:8787\`, and \`KEY\` to an API key. Replace names in capitals, such as \`CLIP_ID\`, by ids of yours. The [client](../../client/README.md) has methods with types for the same.
`

/** The body to try: its media type and its text. */
function bodyOf({ requestBody }: Endpoint): readonly [type: string, body: string] | undefined {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === undefined || media === undefined) return undefined
  const value = media.example ?? Object.values(media.examples ?? {})[0]?.value
  if (value === undefined) return undefined
  return [type, typeof value === 'string' ? value : JSON.stringify(value)]
}

function queryOf({ parameters = [] }: Endpoint): string {
  const tried = parameters.filter(
    (one): one is Parameter => 'in' in one && one.in === 'query' && one.example !== undefined,
  )
  return tried.length === 0
    ? ''
    : `?${new URLSearchParams(tried.map(({ name, example }) => [name, String(example)])).toString()}`
}

function describe(method: string, path: string, base: string, endpoint: Endpoint): string {
  const needsKey = endpoint.security?.length !== 0
  const url = base + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase()) + queryOf(endpoint)
  const [type, body] = bodyOf(endpoint) ?? []
  const curl = [
    'curl',
    ...(method === 'get' ? [] : ['-X', method.toUpperCase()]),
    `"$URL${url}"`,
    ...(needsKey ? ['-H "X-Api-Key: $KEY"'] : []),
    ...(type === undefined ? [] : [`-H 'Content-Type: ${type}'`]),
    ...(body === undefined ? [] : [`-d '${body.replaceAll("'", "'\\''")}'`]),
  ].join(' ')
  const headers = [
    ...(needsKey ? [`'X-Api-Key': KEY`] : []),
    ...(type === undefined ? [] : [`'Content-Type': '${type}'`]),
  ]
  const isJson = type?.endsWith('json') === true
  const options = [
    ...(method === 'get' ? [] : [`method: '${method.toUpperCase()}'`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(body === undefined ? [] : [`body: ${isJson ? `JSON.stringify(${body})` : JSON.stringify(body)}`]),
  ]
  const typescript = `const response = await fetch(\`\${URL}${url}\`${options.length === 0 ? '' : `, { ${options.join(', ')} }`})`
  const description = endpoint.description === undefined ? '' : `. ${endpoint.description}`
  return `### ${method.toUpperCase()} ${path}\n\n${endpoint.summary}${description}\n\n\`\`\`shell\n${curl}\n\`\`\`\n\n\`\`\`typescript\n${typescript}\n\`\`\`\n`
}

/** Formats docs/reference/endpoints.md from the API document: every endpoint with a request by curl and one in TypeScript. */
export function formatEndpoints({ servers, tags, paths }: ApiDocument): string {
  const sections = tags.map(({ name, description }) => {
    const parts = Object.entries(paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const endpoint = item[method]
        if (endpoint === undefined || endpoint.tags[0] !== name) return []
        const base = new globalThis.URL((item.servers ?? servers)[0]!.url, 'http://127.0.0.1').pathname.replace(
          /\/$/,
          '',
        )
        return [describe(method, path, base, endpoint)]
      }),
    )
    return parts.length === 0 ? '' : `## ${name}\n\n${description}.\n\n${parts.join('\n')}`
  })
  return `${HEAD}\n${sections.filter((section) => section !== '').join('\n')}`
}
