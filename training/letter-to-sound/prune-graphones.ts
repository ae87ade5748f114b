import type { GraphoneTree } from './count-graphones.ts'
import type { SmoothedTree } from './smooth-graphones.ts'

/**
 * Chooses the n-grams that are worth their bytes: those that raise the log likelihood of the training words by more than
 * `threshold` per symbol over what the shorter context says (after Stolcke, "Entropy-based Pruning of Backoff Language Models",
 * 1998), with all their prefixes and suffixes. Returns the backoff of each node for the tree that is left.
 */
export function pruneGraphones(tree: GraphoneTree, smoothed: SmoothedTree, threshold: number) {
  const { size, order, parent, suffix, seen } = tree
  const { chance, backoff } = smoothed
  let symbols = 0
  for (let node = 1; node < size; node++) if (order[node] === 1) symbols += seen[node]!
  const kept = new Uint8Array(size)
  kept[0] = 1
  // Prefixes and suffixes have smaller numbers than the n-grams that need them.
  for (let node = size - 1; node > 0; node--) {
    if (kept[node] === 0 && order[node]! > 1) {
      const gain =
        (seen[node]! / symbols) * Math.log(chance[node]! / (backoff[parent[node]!]! * chance[suffix[node]!]!))
      if (!(gain > threshold)) continue
    }
    kept[node] = 1
    kept[parent[node]!] = 1
    kept[suffix[node]!] = 1
  }
  return { kept, backoff: remainingBackoff(tree, chance, kept) }
}

/** What is left to shorter contexts once the kept n-grams have had their share, over what those contexts give to other symbols. */
function remainingBackoff({ size, order, parent, suffix }: GraphoneTree, chance: Float64Array, kept: Uint8Array) {
  const own = new Float64Array(size)
  const shorter = new Float64Array(size)
  for (let node = 1; node < size; node++) {
    if (kept[node] === 0 || order[node] === 1) continue
    own[parent[node]!]! += chance[node]!
    shorter[parent[node]!]! += chance[suffix[node]!]!
  }
  const backoff = new Float64Array(size)
  for (let node = 0; node < size; node++)
    backoff[node] = Math.max(1 - own[node]!, 1e-9) / Math.max(1 - shorter[node]!, 1e-9)
  return backoff
}
