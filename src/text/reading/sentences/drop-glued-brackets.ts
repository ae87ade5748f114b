import type { Token } from '../tokens/token.ts'

/** Returns the tokens without brackets inside a written word, which are silent: `401(k)`, `file(s)`. */
export function dropGluedBrackets(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ after }) => after.some(({ kind }) => kind === '(' || kind === ')'))) return tokens
  const openIsGlued: boolean[] = []
  return tokens.map((token, i) => {
    const isGlued = tokens[i + 1]?.joined === true
    const after = token.after.filter(({ kind }) => {
      if (kind === '(') return openIsGlued.push(isGlued) > 0 && !isGlued
      if (kind === ')') return openIsGlued.pop() !== true && !isGlued
      return true
    })
    return after.length === token.after.length ? token : { ...token, after }
  })
}
