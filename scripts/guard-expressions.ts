/** A regular expression literal of the source. */
export type Expression = {
  readonly id: number
  readonly file: string
  readonly line: number
  readonly source: string
  /** Whether its source is read, to build another expression from it: alone it decides nothing. */
  isPart: boolean
}

/** All guarded expressions, those that have matched, and the one that matches nothing at present. */
export const expressions: { readonly all: Expression[]; readonly matched: Set<number>; disabled: number | undefined } =
  { all: [], matched: new Set(), disabled: undefined }

/** An expression that notes its matches, and matches nothing while it is disabled. */
class GuardedRegExp extends RegExp {
  readonly id: number | undefined

  /** The methods of strings copy an expression before they use it. */
  constructor(pattern: RegExp | string, flags?: string, id?: number) {
    super(pattern, flags)
    this.id = id ?? (pattern instanceof GuardedRegExp ? pattern.id : undefined)
  }

  override exec(text: string): RegExpExecArray | null {
    if (this.id !== undefined && this.id === expressions.disabled) {
      this.lastIndex = 0
      return null
    }
    const match = super.exec(text)
    if (match !== null && this.id !== undefined) expressions.matched.add(this.id)
    return match
  }

  override get source(): string {
    const known = this.id === undefined ? undefined : expressions.all[this.id]
    if (known !== undefined) known.isPart = true
    return super.source
  }
}

/** What guarded code calls. */
const GUARD = '__guardExpression'
Object.assign(globalThis, { [GUARD]: (id: number, pattern: RegExp) => new GuardedRegExp(pattern, pattern.flags, id) })

type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly value?: unknown
  readonly regex?: object
}
type Parse = (code: string) => unknown

/** Returns JavaScript whose regular expression literals are guarded, and adds these to `expressions`. */
export function guardExpressions(
  code: string,
  { file, parse }: { readonly file: string; readonly parse: Parse },
): string {
  let guarded = ''
  let end = 0
  for (const node of listNodes(parse(code)).filter((one) => one.type === 'Literal' && one.regex !== undefined)) {
    const source = code.slice(node.start, node.end)
    const id = expressions.all.length
    const line = code.slice(0, node.start).split('\n').length
    expressions.all.push({ id, file, line, source, isPart: false })
    guarded += `${code.slice(end, node.start)}${GUARD}(${id}, ${source})`
    end = node.end
  }
  return guarded + code.slice(end)
}

/** The string literals of JavaScript that may be texts: those with a space or a digit. */
export function listStrings(code: string, parse: Parse): readonly string[] {
  return listNodes(parse(code))
    .filter(({ type }) => type === 'Literal')
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string' && /[ \d]/.test(value)) as string[]
}

/** All nodes of a syntax tree, in the order of the source. */
function listNodes(tree: unknown): readonly Node[] {
  if (typeof tree !== 'object' || tree === null || tree instanceof RegExp) return []
  const inner = Object.values(tree).flatMap(listNodes)
  const all = 'type' in tree && 'start' in tree ? [tree as Node, ...inner] : inner
  return all.toSorted((one, other) => one.start - other.start)
}
