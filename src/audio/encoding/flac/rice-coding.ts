import type { BitWriter } from './bit-writer.ts'

/** How residuals are divided into parts of one Rice parameter each (RFC 9639, section 9.2.7). */
export type RicePlan = {
  /** There are 2 to the power of this many parts. */
  readonly partitionOrder: number
  readonly parameters: readonly number[]
  /** What it takes, nearly. */
  readonly bits: number
}

type PlanOptions = {
  /** Samples of the block; the residuals lack the first `predictorOrder` of them. */
  readonly blockSize: number
  readonly predictorOrder: number
}

const MAX_PARTITION_ORDER = 6
/** 15 would mean "not coded". */
const MAX_PARAMETER = 14

/** The division into parts that takes fewest bits. */
export function planRice(residuals: Int32Array, { blockSize, predictorOrder }: PlanOptions): RicePlan {
  let order = 0
  while (order < MAX_PARTITION_ORDER && dividesInto(2 << order, blockSize, predictorOrder)) order++
  if (!dividesInto(1, blockSize, predictorOrder))
    throw new Error(`Cannot code ${blockSize} samples with a predictor of order ${predictorOrder}`)
  // The sums of the finest parts make those of all coarser ones.
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

/** The parameter that codes `count` values of this sum with fewest bits. From the best one on, each takes more than the one before. */
function chooseParameter(sum: number, count: number): number {
  let parameter = 0
  while (parameter < MAX_PARAMETER && bitsWith(parameter + 1, sum, count) < bitsWith(parameter, sum, count)) parameter++
  return parameter
}

/** What `count` values of this sum take, nearly. */
function bitsWith(parameter: number, sum: number, count: number): number {
  return count * (parameter + 1) + sum / (1 << parameter) - (parameter === 0 ? 0 : count / 2)
}

/** 0, -1, 1, -2, ... as 0, 1, 2, 3, ... */
function fold(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0
}
