/** A tree of n-grams: each node is an n-gram, its parent the n-gram without the last symbol, its suffix the one without the first. */
export type GraphoneTree = {
  readonly size: number
  readonly order: Uint8Array
  readonly symbol: Uint16Array
  readonly parent: Int32Array
  readonly suffix: Int32Array
  /** How often the n-gram was seen. */
  readonly seen: Uint32Array
  /** The count that Kneser-Ney smoothing works with: occurrences at the longest order and at a word's start, else distinct left neighbours. */
  readonly adjusted: Uint32Array
}

/** The symbol that opens every sequence; never predicted. */
export const START_SYMBOL = 0

const CAPACITY = 1 << 23
const SLOTS = 1 << 24

/** Counts all n-grams up to `maxOrder` of sequences of symbols, each sequence beginning with `START_SYMBOL`. */
export function countGraphones(sequences: readonly Uint16Array[], maxOrder: number): GraphoneTree {
  const order = new Uint8Array(CAPACITY)
  const symbol = new Uint16Array(CAPACITY)
  const parent = new Int32Array(CAPACITY)
  const suffix = new Int32Array(CAPACITY)
  const seen = new Uint32Array(CAPACITY)
  const adjusted = new Uint32Array(CAPACITY)
  const slots = new Int32Array(SLOTS)
  let size = 1

  const childOf = (node: number, next: number, shorter: number): number => {
    let slot = (Math.imul(node, 0x9e3779b1) ^ Math.imul(next + 1, 0x85ebca6b)) >>> 8
    for (;;) {
      const child = slots[slot]!
      if (child === 0) break
      if (parent[child] === node && symbol[child] === next) return child
      slot = (slot + 1) % SLOTS
    }
    const child = size++
    if (child >= CAPACITY) throw new Error(`Cannot count more than ${CAPACITY} n-grams`)
    slots[slot] = child
    order[child] = order[node]! + 1
    symbol[child] = next
    parent[child] = node
    suffix[child] = shorter
    if (shorter > 0) adjusted[shorter]!++
    return child
  }

  for (const sequence of sequences) {
    // chain[k] is the n-gram of the last k symbols.
    let chain: number[] = [0]
    for (const next of sequence) {
      const longer = [0]
      for (let k = 0; k < chain.length && k < maxOrder; k++) {
        const node = childOf(chain[k]!, next, k === 0 ? 0 : longer[k]!)
        longer.push(node)
        seen[node]!++
      }
      chain = longer
    }
  }
  restoreStartCounts({ size, order, symbol, parent, suffix, seen, adjusted }, maxOrder)
  return { size, order, symbol, parent, suffix, seen, adjusted }
}

/** N-grams of the longest order, and those that begin a word and so have no left neighbour, count by occurrence. */
function restoreStartCounts(tree: GraphoneTree, maxOrder: number): void {
  const { size, order, symbol, parent, seen, adjusted } = tree
  const opens = new Uint8Array(size)
  for (let node = 1; node < size; node++) {
    opens[node] = order[node] === 1 ? Number(symbol[node] === START_SYMBOL) : opens[parent[node]!]!
    if (opens[node] === 1 || order[node] === maxOrder) adjusted[node] = seen[node]!
  }
}
