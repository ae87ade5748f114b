/**
 * By how many samples each format decodes to more or less than went in, at every sample rate, for voices of 16, 22.05 and 24 kHz,
 * for files and for streams of known length: the largest error that the decoders of other people find.
 *   npm run bench -- formats
 */
import { AUDIO_FORMATS, RATES_OF_FORMAT, SAMPLE_RATES } from '../src/delivery/files/output-format.ts'
import { FORMAT_DECODERS, measureLengthError } from '../test/support/measure-length-error.ts'
import { VOICE_RATES } from '../test/support/measure-resampling.ts'
import { printGoal, printTable } from './support/print-table.ts'

/** Odd, so that no rate divides it. */
const SAMPLES = 100_003

let largest = 0
const rows: Record<string, string | number>[] = []
for (const format of AUDIO_FORMATS) {
  const row: Record<string, string | number> = {
    format,
    'decoded by': FORMAT_DECODERS[format].join(', ') || 'counting',
  }
  for (const to of SAMPLE_RATES) {
    const isKnown = RATES_OF_FORMAT[format].includes(to)
    row[`${to / 1000} kHz`] = isKnown ? await largestError(format, to) : ''
  }
  rows.push(row)
}
printTable(rows)
printGoal('not a sample too many or too few', largest === 0)

async function largestError(format: (typeof AUDIO_FORMATS)[number], to: number): Promise<number> {
  let error = 0
  for (const from of VOICE_RATES) {
    for (const length of ['file', 'known'] as const)
      error = Math.max(error, Math.abs(await measureLengthError(SAMPLES, { format, from, to, length })))
  }
  largest = Math.max(largest, error)
  return error
}
