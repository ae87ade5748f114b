import type { Locale } from '../../normalization/scene.ts'
import type { Surrounding } from '../context/look-around.ts'

const LIMITS = [
  120, 200, 250, 300, 366, 400, 500, 600, 700, 800, 900, 1000, 1100, 1300, 1500, 1700, 1800, 1900, 1950, 2000, 2010,
  2030, 2100, 2400, 3000, 5000, 10_000, 20_000, 50_000, 100_000,
]
export const FIGURE_FEATURE_COUNT = 16 + LIMITS.length
export const DISTANCE_COUNT = 24
/** How many words on each side have a place of their own. */
export const BESIDE = 3

/** What the digits themselves show, as numbers of features. */
export function figureFeatures(digits: string, locale: Locale): readonly number[] {
  const value = Number(digits)
  const features = [locale === 'en_GB' ? 0 : 1, 2 + digits.length]
  if (value % 10 === 0) features.push(9)
  if (value % 100 === 0) features.push(10)
  if (value % 1000 === 0) features.push(11)
  if (value % 5 === 0) features.push(12)
  if (digits.at(-2) === '0') features.push(13)
  if (digits.at(-2) === '0' && value % 10 !== 0) features.push(14)
  if (/^(\d)\1+$/.test(digits)) features.push(15)
  for (const [i, limit] of LIMITS.entries()) if (value < limit) features.push(16 + i)
  return features
}

/** Which row of the table of distances a surrounding has. */
export function distanceFeature({ distance, earlier }: Surrounding): number {
  const size = Math.abs(distance)
  const step = size <= 6 ? size : size <= 9 ? 7 : size <= 14 ? 8 : size <= 22 ? 9 : 10
  if (earlier) return size <= 12 ? 22 : 23
  return 11 + (distance > 0 ? step : -step)
}
