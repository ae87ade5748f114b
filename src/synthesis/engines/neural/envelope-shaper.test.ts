import { expect, test } from 'vitest'
import { createEnvelopeShaper } from './envelope-shaper.ts'

const BAND_HZ = Array.from({ length: 80 }, (_, m) => 50 * 1.07 ** m)
/** Two formants, in nepers. */
const ENVELOPE = Float32Array.from(BAND_HZ, (hz) => -4 + 2 * bump(hz, 600) + 1.5 * bump(hz, 2400))

function bump(hz: number, centre: number): number {
  return Math.exp(-((Math.log2(hz / centre) / 0.3) ** 2))
}

function shape(options: { sharpening?: number; size?: number; gainDb?: number }): Float32Array {
  const { sharpening = 0, size = 1, gainDb = 0 } = options
  const shaped = new Float32Array(80)
  createEnvelopeShaper({ bandHz: BAND_HZ, sharpening, size })({ values: ENVELOPE, at: 0 }, gainDb, shaped, 0)
  return shaped
}

function peakHz(envelope: Float32Array, above = 0): number {
  const inside = BAND_HZ.map((hz, m) => (hz > above ? envelope[m]! : Number.NEGATIVE_INFINITY))
  return BAND_HZ[inside.indexOf(Math.max(...inside))]!
}

function powerDb(envelope: Float32Array): number {
  const widths = BAND_HZ.map((_, m) => (m === 0 || m === 79 ? 0.5 : 1) * (BAND_HZ[m]! * 0.07))
  return 10 * Math.log10(widths.reduce((sum, width, m) => sum + width * Math.exp(2 * envelope[m]!), 0))
}

test('leaves an envelope alone when nothing is asked', () => {
  expect(shape({})).toEqual(ENVELOPE)
})

test.each([0.86, 1.15])('moves the formants by a size of %d', (size) => {
  const shaped = shape({ size })
  expect(peakHz(shaped) / peakHz(ENVELOPE)).toBeCloseTo(size, 0.9)
  expect(Math.abs(Math.log(peakHz(shaped, 1500) / peakHz(ENVELOPE, 1500) / size))).toBeLessThan(0.07)
})

test('deepens valleys at the same power', () => {
  const shaped = shape({ sharpening: 0.3 })
  const valley = BAND_HZ.findIndex((hz) => hz > 1200)
  const depth = (envelope: Float32Array) => envelope[BAND_HZ.indexOf(peakHz(envelope))]! - envelope[valley]!
  expect(depth(shaped)).toBeGreaterThan(depth(ENVELOPE) + 0.1)
  expect(powerDb(shaped)).toBeCloseTo(powerDb(ENVELOPE), 1)
})

test('makes loud speech brighter and soft speech duller at the same power', () => {
  const brightness = (envelope: Float32Array) => envelope[BAND_HZ.findIndex((hz) => hz > 4000)]! - envelope[0]!
  expect(brightness(shape({ gainDb: 6 }))).toBeGreaterThan(brightness(ENVELOPE) + 0.3)
  expect(brightness(shape({ gainDb: -6 }))).toBeLessThan(brightness(ENVELOPE) - 0.3)
  expect(powerDb(shape({ gainDb: 6 }))).toBeCloseTo(powerDb(ENVELOPE), 1)
})
