import type { BitWriter } from './bit-writer.ts'

/** Division of residuals into partitions with one Rice parameter each (RFC 9639, section 9.2.7). */
export type RicePlan = {
  /** Base-2 logarithm of the number of partitions. */
  readonly partitionOrder: number
  readonly parameters: readonly number[]
  /** Approximate coded size. */
  readonly bits: number
}

type PlanOptions = {
  /** Number of samples in the block; there are `predictorOrder` fewer residuals. */
  readonly blockSize: number
  readonly predictorOrder: number
}

const MAX_PARTITION_ORDER = 6
/** Largest parameter. 15 is the escape code for residuals that are not Rice-coded. */
const MAX_PARAMETER = 14

/** Returns the partitioning that takes the fewest bits. */
export function planRice(residuals: Int32Array, { blockSize, predictorOrder }: PlanOptions): RicePlan {
  let order = 0
  while (order < MAX_PARTITION_ORDER && dividesInto(2 << order, blockSize, predictorOrder)) order++
  if (!dividesInto(1, blockSize, predictorOrder))
    throw new Error(`Cannot code ${blockSize} samples with a predictor of order ${predictorOrder}`)
  // The sums of the coarser partitions are computed from those of the finest ones.
  let sums = sumParts(residuals, { partSize: blockSize >> order, predictorOrder })
  let best: RicePlan | undefined
  for (; order >= 0; order--) {
    const plan = planParts(sums, { partSize: blockSize >> order, predictorOrder })
    if (best === undefined || plan.bits <= best.bits) best = { ...plan, partitionOrder: order }
    sums = Float64Array.from({ length: sums.length >> 1 }, (_, i) => sums[2 * i]! + sums[2 * i + 1]!)
  }
  return best!
}

function dividesInto(parts: number, blockSize: number, predictorOrder: number): boolean {
  return blockSize % parts === 0 && blockSize / parts > predictorOrder
}

type PartOptions = { readonly partSize: number; readonly predictorOrder: number }

function sumParts(residuals: Int32Array, { partSize, predictorOrder }: PartOptions): Float64Array {
  const sums = new Float64Array((residuals.length + predictorOrder) / partSize)
  for (let part = 0, i = 0; part < sums.length; part++) {
    let sum = 0
    for (const end = (part + 1) * partSize - predictorOrder; i < end; i++) sum += fold(residuals[i]!)
    sums[part] = sum
  }
  return sums
}

function planParts(sums: Float64Array, { partSize, predictorOrder }: PartOptions): Omit<RicePlan, 'partitionOrder'> {
  let bits = 0
  const parameters: number[] = []
  for (let part = 0; part < sums.length; part++) {
    const count = part === 0 ? partSize - predictorOrder : partSize
    const parameter = chooseParameter(sums[part]!, count)
    parameters.push(parameter)
    bits += 4 + bitsWith(parameter, sums[part]!, count)
  }
  return { parameters, bits }
}

/** Writes residuals as planned. */
export function writeRice(writer: BitWriter, residuals: Int32Array, plan: RicePlan & PlanOptions): void {
  const { partitionOrder, parameters, blockSize, predictorOrder } = plan
  writer.write(0, 2) // parameters of 4 bits
  writer.write(partitionOrder, 4)
  const partSize = blockSize >> partitionOrder
  for (const [part, parameter] of parameters.entries()) {
    writer.write(parameter, 4)
    const start = part === 0 ? 0 : part * partSize - predictorOrder
    for (let i = start; i < (part + 1) * partSize - predictorOrder; i++) {
      const folded = fold(residuals[i]!)
      const zeros = folded >>> parameter
      if (zeros + 1 + parameter <= 31) {
        writer.write((1 << parameter) | (folded & ((1 << parameter) - 1)), zeros + 1 + parameter)
        continue
      }
      writer.writeUnary(zeros)
      writer.write(folded, parameter)
    }
  }
}

/** The parameter that codes `count` values of this sum in the fewest bits. Every larger parameter takes more bits than the one before it. */
function chooseParameter(sum: number, count: number): number {
  let parameter = 0
  while (parameter < MAX_PARAMETER && bitsWith(parameter + 1, sum, count) < bitsWith(parameter, sum, count)) parameter++
  return parameter
}

/** Approximate number of bits for `count` values of this sum. */
function bitsWith(parameter: number, sum: number, count: number): number {
  return count * (parameter + 1) + sum / (1 << parameter) - (parameter === 0 ? 0 : count / 2)
}

/** Maps 0, -1, 1, -2, ... to 0, 1, 2, 3, ... */
function fold(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0
}
