import { type GraphoneTree, START_SYMBOL } from './count-graphones.ts'

/** Chances for each node of a tree: of its last symbol after its parent, and the share left to shorter contexts. */
export type SmoothedTree = { readonly chance: Float64Array; readonly backoff: Float64Array }

/** Interpolated modified Kneser-Ney smoothing (Chen and Goodman, "An Empirical Study of Smoothing Techniques", 1999). */
export function smoothGraphones(
  tree: GraphoneTree,
  { maxOrder, symbols }: { maxOrder: number; symbols: number },
): SmoothedTree {
  const { size, order, symbol, parent, suffix, adjusted } = tree
  const discounts = discountsByOrder(tree, maxOrder)
  const total = new Float64Array(size)
  const freed = new Float64Array(size)
  const predicted = (node: number): boolean => symbol[node] !== START_SYMBOL
  for (let node = 1; node < size; node++) {
    if (!predicted(node)) continue
    total[parent[node]!]! += adjusted[node]!
    freed[parent[node]!]! += discountOf(discounts[order[node]!]!, adjusted[node]!)
  }
  const backoff = new Float64Array(size).fill(1)
  for (let node = 0; node < size; node++) if (total[node]! > 0) backoff[node] = freed[node]! / total[node]!
  const chance = new Float64Array(size)
  // A node is made after its parent and after its suffix, so one pass in order of making is enough.
  for (let node = 1; node < size; node++) {
    if (!predicted(node)) continue
    const from = parent[node]!
    const shorter = order[node] === 1 ? 1 / symbols : chance[suffix[node]!]!
    const own = (adjusted[node]! - discountOf(discounts[order[node]!]!, adjusted[node]!)) / total[from]!
    chance[node] = own + backoff[from]! * shorter
  }
  return { chance, backoff }
}

/** Per order, what is taken off a count of 1, of 2, and of 3 or more. */
function discountsByOrder({ size, order, adjusted }: GraphoneTree, maxOrder: number): readonly (readonly number[])[] {
  const counts = Array.from({ length: maxOrder + 1 }, () => [0, 0, 0, 0, 0])
  for (let node = 1; node < size; node++) if (adjusted[node]! <= 4) counts[order[node]!]![adjusted[node]!]!++
  return counts.map(([, n1 = 0, n2 = 0, n3 = 0, n4 = 0]) => {
    const y = n1 / (n1 + 2 * n2 || 1)
    return [0, 1 - 2 * y * (n2 / (n1 || 1)), 2 - 3 * y * (n3 / (n2 || 1)), 3 - 4 * y * (n4 / (n3 || 1))].map(
      (value, count) => Math.min(Math.max(value, 0), count),
    )
  })
}

function discountOf(discounts: readonly number[], count: number): number {
  return discounts[Math.min(count, 3)]!
}
