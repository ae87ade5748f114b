import type { ApiOperation } from './api-document.ts'

/** Kinds of things that bodies and queries name. */
const NAMED = {
  clip_id: '/clips/{clip_id}',
  library_id: '/replacement_libraries/{library_id}',
} as const
type IdKind = keyof typeof NAMED
const ID_KINDS = Object.keys(NAMED) as readonly IdKind[]

/** Stands for the id of a thing that exists, until the request is sent. */
export const placeholderOf = (kind: IdKind): string => `\u00a7${kind}\u00a7`

/** The paths of things that exist, or did until lately. */
export type KnownIds = {
  /** Notes what a request has created, by its answer. */
  remember(request: { readonly operation: ApiOperation; readonly path: string }, answer: unknown): void
  /** Puts ids in place of placeholders. */
  fillIn(text: string): string
  /** A path of an operation to things that exist, as far as any is known. */
  locate(operation: ApiOperation, path: string): string
}

/** The end of a path that says how something is made, not what is made. */
const WAY = /\/add-from-\w+$/

/** Recent ones, so that some of them were deleted meanwhile. */
const REMEMBERED = 20

/** Knows which paths lead to single things: those that end with a parameter. */
export function createKnownIds(operations: readonly ApiOperation[]): KnownIds {
  const patterns = [...new Set(operations.map(({ path }) => path))].filter((path) => path.endsWith('}'))
  /** By pattern, such as `/clips/{clip_id}`. */
  const known = new Map<string, string[]>(patterns.map((pattern) => [pattern, []]))
  let turn = 0
  const next = (pattern: string): string | undefined => {
    const paths = known.get(pattern) ?? []
    return paths[turn++ % paths.length]
  }

  return {
    remember({ operation, path }, answer) {
      if (operation.method !== 'POST') return
      const pattern = patterns.find((one) => one.replace(/\/\{\w+\}$/, '') === operation.path.replace(WAY, ''))
      const name = /\{(\w+)\}$/.exec(pattern ?? '')?.[1]
      if (pattern === undefined || name === undefined || typeof answer !== 'object' || answer === null) return
      const fields = answer as Record<string, unknown>
      const id = fields[name] ?? [fields[`${name}s`]].flat()[0] ?? fields.id ?? fields.name
      const paths = known.get(pattern)!
      // Clients remove `.` and `..` from paths.
      if (typeof id !== 'string' || /^\.{1,2}$/.test(id)) return
      paths.push(`${path.split('?')[0]!.replace(WAY, '')}/${encodeURIComponent(id)}`)
      if (paths.length > REMEMBERED) paths.shift()
    },
    fillIn: (text) =>
      ID_KINDS.reduce((filled, kind) => {
        const id = next(NAMED[kind])?.split('/').at(-1) ?? 'none'
        return filled.replaceAll(placeholderOf(kind), id).replaceAll(encodeURIComponent(placeholderOf(kind)), id)
      }, text),
    locate(operation, path) {
      const longest = patterns
        .filter((one) => operation.path.startsWith(one))
        .toSorted((a, b) => b.length - a.length)[0]
      const start = longest === undefined ? undefined : next(longest)
      if (longest === undefined || start === undefined) return path
      const depth = longest.split('/').length
      const [segments = '', query] = path.split('?')
      const rest = segments.split('/').slice(depth)
      return `${[start, ...rest].join('/')}${query === undefined ? '' : `?${query}`}`
    },
  }
}
