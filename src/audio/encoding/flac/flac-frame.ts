import { BitWriter } from './bit-writer.ts'
import { COEFFICIENT_BITS, type Prediction, predictFixed, predictLinear } from './predict-samples.ts'
import { planRice, type RicePlan, writeRice } from './rice-coding.ts'

/** Samples per frame; the last frame can be shorter. */
export const FLAC_BLOCK = 4096

const SAMPLE_BITS = 16

/** One frame of mono 16-bit FLAC (RFC 9639, section 9); `number` counts frames from 0. */
export function formatFlacFrame(samples: Int32Array, number: number): Uint8Array {
  const writer = new BitWriter()
  writer.write(0xfff8, 16) // every block of one size
  writer.write(samples.length === FLAC_BLOCK ? 0b1100 : 0b0111, 4)
  writer.write(0, 4) // sample rate: as in the stream's head
  writer.write(0, 4) // mono
  writer.write(0b100, 3) // 16 bits
  writer.write(0, 1)
  writeFrameNumber(writer, number)
  if (samples.length !== FLAC_BLOCK) writer.write(samples.length - 1, 16)
  writer.write(crc(writer.bytes(), CRC_8), 8)
  writeSubframe(writer, samples)
  writer.align()
  writer.write(crc(writer.bytes(), CRC_16), 16)
  return writer.bytes()
}

/** Writes the frame number in the coding of UTF-8, extended to 31 bits. */
function writeFrameNumber(writer: BitWriter, number: number): void {
  if (number < 0x80) {
    writer.write(number, 8)
    return
  }
  let following = 1
  while (number >= 2 ** (5 * following + 6)) following++
  writer.write(0xfe, following + 1)
  writer.write(0, 1)
  // The number of leading ones in the first byte gives the number of bytes that follow.
  const firstBits = 6 - following
  writer.write(number >>> (6 * following), firstBits)
  for (let i = following - 1; i >= 0; i--) writer.write(0x80 | ((number >>> (6 * i)) & 0x3f), 8)
}

function writeSubframe(writer: BitWriter, samples: Int32Array): void {
  if (samples.every((sample) => sample === samples[0])) {
    writer.write(0, 8) // constant
    writer.write(samples[0]!, SAMPLE_BITS)
    return
  }
  const { prediction, plan } = bestPrediction(samples)
  if (plan.bits > samples.length * SAMPLE_BITS) {
    writer.write(1 << 1, 8) // verbatim
    for (const sample of samples) writer.write(sample, SAMPLE_BITS)
    return
  }
  const { order, linear, residuals } = prediction
  writer.write(linear === undefined ? (8 + order) << 1 : (32 + order - 1) << 1, 8)
  for (let i = 0; i < order; i++) writer.write(samples[i]!, SAMPLE_BITS)
  if (linear !== undefined) {
    writer.write(COEFFICIENT_BITS - 1, 4)
    writer.write(linear.shift, 5)
    for (const coefficient of linear.coefficients) writer.write(coefficient, COEFFICIENT_BITS)
  }
  writeRice(writer, residuals, { ...plan, blockSize: samples.length, predictorOrder: order })
}

function bestPrediction(samples: Int32Array): { readonly prediction: Prediction; readonly plan: RicePlan } {
  const choices = [predictFixed(samples), predictLinear(samples)]
    .filter((prediction) => prediction !== undefined)
    .map((prediction) => ({
      prediction,
      plan: planRice(prediction.residuals, { blockSize: samples.length, predictorOrder: prediction.order }),
    }))
  return choices.reduce((best, each) => (costOf(each) < costOf(best) ? each : best))
}

function costOf({ prediction, plan }: { readonly prediction: Prediction; readonly plan: RicePlan }): number {
  return plan.bits + prediction.order * (SAMPLE_BITS + (prediction.linear === undefined ? 0 : COEFFICIENT_BITS))
}

type Crc = { readonly bits: number; readonly table: Uint16Array }

const CRC_8 = makeCrc(8, 0x07)
const CRC_16 = makeCrc(16, 0x8005)

function makeCrc(bits: number, polynomial: number): Crc {
  const top = 1 << (bits - 1)
  const table = Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte << (bits - 8)
    for (let i = 0; i < 8; i++) value = value & top ? (value << 1) ^ polynomial : value << 1
    return value & ((1 << bits) - 1)
  })
  return { bits, table }
}

function crc(bytes: Uint8Array, { bits, table }: Crc): number {
  const mask = (1 << bits) - 1
  let sum = 0
  for (const byte of bytes) sum = ((sum << 8) ^ table[((sum >>> (bits - 8)) ^ byte) & 0xff]!) & mask
  return sum
}
