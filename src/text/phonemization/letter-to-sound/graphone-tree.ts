/**
 * A backoff n-gram model as a tree, read in place. Nodes are numbered level by level; the children of a node are neighbours,
 * in order of their symbols. Node 0 is the empty context.
 */
export type GraphoneTree = {
  /** Last symbol of each node. */
  readonly symbols: Uint16Array
  /** The chance of that symbol after the node's parent, as `logOfChance` reads it. */
  readonly chances: Uint8Array
  /** The factor for chances taken from the next shorter context, as `logOfBackoff` reads it; none for nodes without children. */
  readonly backoffs: Uint8Array
  /** First child of each node; its children end where those of the next node begin. */
  readonly firstChildren: Uint32Array
}

/** Nodes in the order of `GraphoneTree`, before they are packed. */
export type GraphoneNodes = {
  readonly symbols: readonly number[]
  readonly logChances: readonly number[]
  readonly logBackoffs: readonly number[]
  readonly childCounts: readonly number[]
}

/** Steps of a logarithm in its byte; the worst rounding is 3 % of a chance. */
const STEPS = 16
const HIGHEST_BACKOFF = 4

/**
 * Opens a packed tree. Layout, little endian: u32 nodes, u32 inner nodes (those before the first node of the last level), u16
 * symbol of each node, u8 chance of each (e^(-byte/16)), u8 backoff of each inner node (e^(4-byte/16)), then the number of
 * children of each inner node in groups of seven bits.
 */
export function readGraphoneTree(bytes: Uint8Array): GraphoneTree {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = view.getUint32(0, true)
  const inner = view.getUint32(4, true)
  // Copied, because a view of 16-bit numbers must begin at an even place.
  const symbols = new Uint16Array(size)
  new Uint8Array(symbols.buffer).set(bytes.subarray(8, 8 + 2 * size))
  const chances = bytes.subarray(8 + 2 * size, 8 + 3 * size)
  const backoffs = bytes.subarray(8 + 3 * size, 8 + 3 * size + inner)
  const firstChildren = new Uint32Array(size + 1).fill(size)
  let position = 8 + 3 * size + inner
  let child = 1
  for (let node = 0; node < inner; node++) {
    firstChildren[node] = child
    for (let shift = 0; ; shift += 7) {
      const group = bytes[position++]!
      child += (group & 127) << shift
      if (group < 128) break
    }
  }
  return { symbols, chances, backoffs, firstChildren }
}

/** Packs nodes into the bytes that `readGraphoneTree` opens. Trailing nodes without children are taken for the last level. */
export function packGraphoneTree({ symbols, logChances, logBackoffs, childCounts }: GraphoneNodes): Uint8Array {
  const inner = childCounts.findLastIndex((count) => count > 0) + 1
  const counts: number[] = []
  for (let node = 0; node < inner; node++) {
    let rest = childCounts[node]!
    for (; rest > 127; rest >>= 7) counts.push((rest & 127) | 128)
    counts.push(rest)
  }
  const size = symbols.length
  const bytes = new Uint8Array(8 + 3 * size + inner + counts.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, size, true)
  view.setUint32(4, inner, true)
  for (let node = 0; node < size; node++) {
    view.setUint16(8 + 2 * node, symbols[node]!, true)
    bytes[8 + 2 * size + node] = toByte(-logChances[node]!)
    if (node < inner) bytes[8 + 3 * size + node] = toByte(HIGHEST_BACKOFF - logBackoffs[node]!)
  }
  bytes.set(counts, 8 + 3 * size + inner)
  return bytes
}

function toByte(value: number): number {
  return Math.min(Math.max(Math.round(value * STEPS), 0), 255)
}

/** Natural logarithm of the chance of a node's symbol after its parent. */
export function logOfChance({ chances }: GraphoneTree, node: number): number {
  return -chances[node]! / STEPS
}

/** Natural logarithm of the factor for chances taken from the next shorter context than `node`. */
export function logOfBackoff({ backoffs }: GraphoneTree, node: number): number {
  return node < backoffs.length ? HIGHEST_BACKOFF - backoffs[node]! / STEPS : 0
}

/** The child of `node` with this symbol, or 0. */
function findChild(tree: GraphoneTree, node: number, symbol: number): number {
  const child = firstChildFrom(tree, node, symbol)
  return child < tree.firstChildren[node + 1]! && tree.symbols[child] === symbol ? child : 0
}

/** The first child of `node` whose symbol is at least `symbol`, or the end of its children. */
export function firstChildFrom({ symbols, firstChildren }: GraphoneTree, node: number, symbol: number): number {
  let low = firstChildren[node]!
  let high = firstChildren[node + 1]!
  while (low < high) {
    const middle = (low + high) >> 1
    if (symbols[middle]! < symbol) low = middle + 1
    else high = middle
  }
  return low
}

/** The contexts after `symbol` follows each of `contexts`: by length, the empty one first, as far as the tree has them. */
export function extendContexts(tree: GraphoneTree, contexts: readonly number[], symbol: number): readonly number[] {
  const longer = [0]
  for (const context of contexts) {
    const child = findChild(tree, context, symbol)
    if (child === 0) break
    longer.push(child)
  }
  return longer
}

/** Natural logarithm of the chance that `symbol` comes next after `contexts`. */
export function logChanceOf(tree: GraphoneTree, contexts: readonly number[], symbol: number): number {
  let backoff = 0
  for (let k = contexts.length - 1; k >= 0; k--) {
    const child = findChild(tree, contexts[k]!, symbol)
    if (child !== 0) return backoff + logOfChance(tree, child)
    backoff += logOfBackoff(tree, contexts[k]!)
  }
  return backoff - 256 / STEPS
}
