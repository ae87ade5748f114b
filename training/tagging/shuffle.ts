/** The items in another order: the same one for the same seed. */
export function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const result = [...items]
  let state = seed * 0x9e3779b9 + 1
  for (let i = result.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const other = Math.floor((state / 2 ** 32) * (i + 1))
    ;[result[i], result[other]] = [result[other]!, result[i]!]
  }
  return result
}
