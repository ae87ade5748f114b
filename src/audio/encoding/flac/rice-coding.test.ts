import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BitWriter } from './bit-writer.ts'
import { predictFixed, predictLinear } from './predict-samples.ts'
import { planRice, writeRice } from './rice-coding.ts'

/** Reads bits, the highest first. */
function createReader(bytes: Uint8Array) {
  let at = 0
  const bit = () => {
    const value = (bytes[at >> 3]! >> (7 - (at & 7))) & 1
    at += 1
    return value
  }
  return {
    read(bits: number) {
      let value = 0
      for (let i = 0; i < bits; i++) value = 2 * value + bit()
      return value
    },
    readUnary() {
      let zeros = 0
      while (bit() === 0) zeros += 1
      return zeros
    },
    bits: () => at,
  }
}

/** Decodes residuals as RFC 9639 describes, section 9.2.7. */
function readRice(bytes: Uint8Array, blockSize: number, predictorOrder: number) {
  const reader = createReader(bytes)
  expect(reader.read(2)).toBe(0)
  const partitionOrder = reader.read(4)
  const values: number[] = []
  for (let part = 0; part < 2 ** partitionOrder; part++) {
    const parameter = reader.read(4)
    const count = blockSize / 2 ** partitionOrder - (part === 0 ? predictorOrder : 0)
    for (let i = 0; i < count; i++) {
      const folded = reader.readUnary() * 2 ** parameter + reader.read(parameter)
      values.push(folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2)
    }
  }
  return { values, bits: reader.bits() }
}

test('bits come out as they went in, any numbers of any sizes', () => {
  const field = fc
    .integer({ min: 1, max: 32 })
    .chain((bits) => fc.tuple(fc.constant(bits), fc.integer({ min: 0, max: 2 ** bits - 1 })))
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          field,
          fc.nat(200).map((count) => [0, count] as const),
        ),
        { maxLength: 60 },
      ),
      (fields) => {
        const writer = new BitWriter()
        for (const [bits, value] of fields) {
          if (bits === 0) writer.writeUnary(value)
          else writer.write(value, bits)
        }
        writer.align()
        const reader = createReader(writer.bytes())
        for (const [bits, value] of fields) expect(bits === 0 ? reader.readUnary() : reader.read(bits)).toBe(value)
        expect(writer.bytes()).toHaveLength(Math.ceil(reader.bits() / 8))
      },
    ),
  )
})

const block = fc
  .tuple(
    fc.constantFrom(4096, 1152, 192, 100, 64, 33, 16, 7),
    fc.constantFrom(1, 30, 1000, 32_767),
    fc.double({ min: 0.001, max: 3, noNaN: true }),
  )
  .map(([length, level, pace]) =>
    Int32Array.from({ length }, (_, i) => Math.round(level * Math.sin(i * pace + (i % 7) * 0.1))),
  )

test('residuals are read back as they were, in about as many bits as planned', () => {
  fc.assert(
    fc.property(block, fc.nat(4), (samples, predictorOrder) => {
      const residuals = samples.subarray(predictorOrder)
      const options = { blockSize: samples.length, predictorOrder }
      const plan = planRice(residuals, options)
      const writer = new BitWriter()
      writeRice(writer, residuals, { ...plan, ...options })
      writer.align()
      const { values, bits } = readRice(writer.bytes(), samples.length, predictorOrder)
      expect(values).toEqual([...residuals])
      expect(Math.abs(bits - plan.bits)).toBeLessThan(0.35 * bits + 16)
    }),
    { numRuns: 60 },
  )
})

test('a fixed predictor gives the samples back, and leaves less than they are', () => {
  const FIXED = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]]
  fc.assert(
    fc.property(block, (samples) => {
      const { order, residuals } = predictFixed(samples)
      const restored = [...samples.subarray(0, order)]
      for (const residual of residuals)
        restored.push(residual + FIXED[order]!.reduce((sum, factor, k) => sum + factor * restored.at(-1 - k)!, 0))
      expect(restored).toEqual([...samples])
    }),
    { numRuns: 60 },
  )
})

test('a linear predictor gives the samples back with its rounded coefficients', () => {
  let count = 0
  fc.assert(
    fc.property(block, (samples) => {
      const { order, linear, residuals } = predictLinear(samples) ?? { order: 0 }
      if (linear === undefined || residuals === undefined) return
      count += 1
      const restored = [...samples.subarray(0, order)]
      for (const residual of residuals) {
        const sum = linear.coefficients.reduce((total, factor, k) => total + factor * restored.at(-1 - k)!, 0)
        restored.push(residual + (sum >> linear.shift))
      }
      expect(restored).toEqual([...samples])
      for (const factor of linear.coefficients) expect(Math.abs(factor + 0.5)).toBeLessThan(2 ** 11)
    }),
    { numRuns: 60 },
  )
  expect(count).toBeGreaterThan(20)
})
