/** Numbers and choices that look random, the same ones for the same seed. */
export type Random = {
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number
  pick<T>(items: readonly T[]): T
}

export function createRandom(seed: number): Random {
  let state = seed * 0x9e3779b9 + 1
  const below = (count: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
  return { below, pick: (items) => items[below(items.length)]! }
}

/** The items in another order: the same one for the same seed. */
export function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const result = [...items]
  const random = createRandom(seed)
  for (let i = result.length - 1; i > 0; i--) {
    const other = random.below(i + 1)
    ;[result[i], result[other]] = [result[other]!, result[i]!]
  }
  return result
}
