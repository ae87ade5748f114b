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
  let best: RicePlan | undefined
  for (let order = 0; order <= MAX_PARTITION_ORDER; order++) {
    const partSize = blockSize >> order
    if (partSize << order !== blockSize || partSize <= predictorOrder) break
    let bits = 0
    const parameters: number[] = []
    for (let part = 0; part < 1 << order; part++) {
      const start = part === 0 ? 0 : part * partSize - predictorOrder
      const choice = chooseParameter(residuals, { start, end: (part + 1) * partSize - predictorOrder })
      parameters.push(choice.parameter)
      bits += 4 + choice.bits
    }
    if (best === undefined || bits < best.bits) best = { partitionOrder: order, parameters, bits }
  }
  if (best === undefined)
    throw new Error(`Cannot code ${blockSize} samples with a predictor of order ${predictorOrder}`)
  return best
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
      writer.writeUnary(folded >>> parameter)
      writer.write(folded, parameter)
    }
  }
}

function chooseParameter(residuals: Int32Array, { start, end }: { start: number; end: number }) {
  let sum = 0
  for (let i = start; i < end; i++) sum += fold(residuals[i]!)
  const count = end - start
  let best = { parameter: 0, bits: Number.POSITIVE_INFINITY }
  for (let parameter = 0; parameter <= MAX_PARAMETER; parameter++) {
    const bits = count * (parameter + 1) + sum / 2 ** parameter - (parameter === 0 ? 0 : count / 2)
    if (bits < best.bits) best = { parameter, bits }
  }
  return best
}

/** 0, -1, 1, -2, ... as 0, 1, 2, 3, ... */
function fold(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0
}
