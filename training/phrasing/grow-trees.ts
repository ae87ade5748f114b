import type { DecisionTrees } from '../../src/synthesis/planning/phrasing/decision-trees.ts'

/** Rows of features, one after another, and what each should give. */
export type TrainingRows = {
  readonly width: number
  readonly features: Float64Array
  readonly targets: Float64Array
}

export type GrowOptions = {
  /** `logistic`: targets are 0 or 1 and the sum is a log-odds. `squared`: the sum is the target itself. */
  readonly loss: 'logistic' | 'squared'
  readonly trees: number
  readonly leaves: number
  readonly rate: number
  /** A leaf has at least so many rows. */
  readonly leastRows: number
}

const BINS = 64
/** L2 penalty on the value of a leaf. */
const PENALTY = 10

type Leaf = {
  readonly rows: Int32Array
  readonly node: number
  readonly histogram: Float64Array
  readonly split: Split | undefined
}
type Split = { readonly gain: number; readonly feature: number; readonly bin: number }

/** Gradient-boosted trees on histograms, grown leaf by leaf (Ke et al., "LightGBM", NIPS 2017). The same rows give the same trees. */
export function growTrees(rows: TrainingRows, options: GrowOptions): DecisionTrees {
  const { targets } = rows
  const { bins, edges } = binFeatures(rows)
  const count = targets.length
  const mean = targets.reduce((sum, target) => sum + target, 0) / count
  const base = options.loss === 'logistic' ? Math.log(mean / (1 - mean)) : mean
  const scores = new Float64Array(count).fill(base)
  const gradients = new Float64Array(count)
  const weights = new Float64Array(count).fill(1)
  const nodes: GrowingNode[] = []
  const roots: number[] = []
  for (let tree = 0; tree < options.trees; tree++) {
    for (let i = 0; i < count; i++) {
      if (options.loss === 'logistic') {
        const chance = 1 / (1 + Math.exp(-scores[i]!))
        gradients[i] = targets[i]! - chance
        weights[i] = chance * (1 - chance)
      } else gradients[i] = targets[i]! - scores[i]!
    }
    roots.push(nodes.length)
    growTree({ bins, edges, width: rows.width, count, gradients, weights, scores, nodes, options })
  }
  return layOut(base, roots, nodes)
}

/** The trees in prefix order. */
function layOut(base: number, roots: readonly number[], nodes: readonly GrowingNode[]): DecisionTrees {
  const feature: number[] = []
  const threshold: number[] = []
  const place = (at: number): void => {
    const node = nodes[at]!
    feature.push(node.feature)
    threshold.push(node.threshold)
    if (node.feature < 0) return
    place(node.left)
    place(node.left + 1)
  }
  for (const root of roots) place(root)
  return { base, feature: Int16Array.from(feature), threshold: Float64Array.from(threshold) }
}

/** A node as it is grown: its children are `left` and the one after that; -1 as feature is a leaf. */
type GrowingNode = { feature: number; threshold: number; left: number }

type Growing = {
  readonly bins: Uint8Array
  readonly edges: readonly (readonly number[])[]
  readonly width: number
  readonly count: number
  readonly gradients: Float64Array
  readonly weights: Float64Array
  readonly scores: Float64Array
  readonly nodes: GrowingNode[]
  readonly options: GrowOptions
}

function growTree(growing: Growing): void {
  const { nodes, options, bins, width, edges, scores } = growing
  const leafOf = (rows: Int32Array, node: number, histogram = histogramOf(rows, growing)): Leaf => ({
    rows,
    node,
    histogram,
    split: bestSplit(histogram, growing),
  })
  nodes.push({ feature: -1, threshold: 0, left: 0 })
  const leaves = [
    leafOf(
      Int32Array.from({ length: growing.count }, (_, i) => i),
      nodes.length - 1,
    ),
  ]
  while (leaves.length < options.leaves) {
    const best = leaves.reduce((a, b) => ((b.split?.gain ?? 0) > (a.split?.gain ?? 0) ? b : a))
    if (best.split === undefined) break
    const { feature, bin } = best.split
    const goesLeft = (row: number) => bins[row * width + feature]! <= bin
    const [low, high] = [best.rows.filter(goesLeft), best.rows.filter((row) => !goesLeft(row))]
    nodes[best.node] = { feature, threshold: edges[feature]![bin]!, left: nodes.length }
    nodes.push({ feature: -1, threshold: 0, left: 0 }, { feature: -1, threshold: 0, left: 0 })
    const smaller = low.length < high.length ? low : high
    const histogram = histogramOf(smaller, growing)
    const rest = best.histogram.map((value, i) => value - histogram[i]!)
    const left = leafOf(low, nodes.length - 2, smaller === low ? histogram : rest)
    const right = leafOf(high, nodes.length - 1, smaller === high ? histogram : rest)
    leaves.splice(leaves.indexOf(best), 1, left, right)
  }
  for (const { rows, node } of leaves) {
    let gradient = 0
    let weight = 0
    for (const row of rows) {
      gradient += growing.gradients[row]!
      weight += growing.weights[row]!
    }
    const value = (options.rate * gradient) / (weight + PENALTY)
    nodes[node]!.threshold = value
    for (const row of rows) scores[row]! += value
  }
}

/** For each feature and bin: gradient, weight and number of rows. */
function histogramOf(rows: Int32Array, { bins, width, gradients, weights }: Growing): Float64Array {
  const histogram = new Float64Array(width * BINS * 3)
  for (const row of rows) {
    const gradient = gradients[row]!
    const weight = weights[row]!
    for (let feature = 0; feature < width; feature++) {
      const at = (feature * BINS + bins[row * width + feature]!) * 3
      histogram[at]! += gradient
      histogram[at + 1]! += weight
      histogram[at + 2]! += 1
    }
  }
  return histogram
}

function bestSplit(histogram: Float64Array, { width, options }: Growing): Split | undefined {
  let best: Split | undefined
  const total = [0, 0, 0]
  for (let at = 0; at < BINS * 3; at++) total[at % 3]! += histogram[at]!
  const [gradient, weight, count] = total as [number, number, number]
  const whole = gradient ** 2 / (weight + PENALTY)
  for (let feature = 0; feature < width; feature++) {
    let [g, w, n] = [0, 0, 0]
    for (let bin = 0; bin < BINS - 1; bin++) {
      const at = (feature * BINS + bin) * 3
      if (histogram[at + 2] === 0) continue
      g += histogram[at]!
      w += histogram[at + 1]!
      n += histogram[at + 2]!
      if (n < options.leastRows || count - n < options.leastRows) continue
      const gain = g ** 2 / (w + PENALTY) + (gradient - g) ** 2 / (weight - w + PENALTY) - whole
      if (gain > (best?.gain ?? 1e-6)) best = { gain, feature, bin }
    }
  }
  return best
}

/** Features are whole numbers or hundredths: an edge between two of them is not missed by rounding. */
const HALF_STEP = 0.005

/** Each feature in at most 64 bins of like size; a row is in the first bin whose edge it does not exceed. */
function binFeatures({ width, features, targets }: TrainingRows) {
  const count = targets.length
  const bins = new Uint8Array(count * width)
  const edges: (readonly number[])[] = []
  for (let feature = 0; feature < width; feature++) {
    const values = Float64Array.from({ length: count }, (_, row) => features[row * width + feature]!)
    const own = edgesOf(values.toSorted())
    edges.push(own)
    for (let row = 0; row < count; row++) bins[row * width + feature] = binOf(values[row]!, own)
  }
  return { bins, edges }
}

function edgesOf(sorted: Float64Array): readonly number[] {
  const steps = [...new Set(sorted.map((value) => Math.round(value * 100)))]
  const chosen = new Set<number>()
  if (steps.length <= BINS) for (const step of steps.slice(0, -1)) chosen.add(step)
  else for (let k = 1; k < BINS; k++) chosen.add(Math.round(sorted[Math.floor((k * sorted.length) / BINS)]! * 100))
  return [...chosen].sort((a, b) => a - b).map((step) => Number((step / 100 + HALF_STEP).toFixed(3)))
}

function binOf(value: number, edges: readonly number[]): number {
  let low = 0
  for (let high = edges.length; low < high; ) {
    const middle = (low + high) >> 1
    if (value <= edges[middle]!) high = middle
    else low = middle + 1
  }
  return low
}
