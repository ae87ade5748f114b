import type { PcmAudio } from '../src/audio/pcm-audio.ts'
import type { SegmentWord } from '../src/synthesis/synthesis-plan.ts'
import { powerSpectrum } from '../test/support/power-spectrum.ts'

type Label = { readonly text: string; readonly seconds: number }

const [WIDTH, MARGIN] = [900, 40]
const INK = '#a83a14'

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function draw(title: string, height: number, parts: readonly string[]): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11"><title>${title}</title><rect width="${WIDTH}" height="${height}" fill="#fff"/>`
  return `${[head, ...parts, '</svg>'].join('\n')}\n`
}

const toX = (seconds: number, length: number): number => MARGIN + ((WIDTH - 2 * MARGIN) * seconds) / length

/** Words are written under one another by turns, so that short ones do not overlap. */
function writeLabels(
  labels: readonly Label[],
  { length, top }: { readonly length: number; readonly top: number },
): readonly string[] {
  return labels.map(({ text, seconds }, i) => {
    const x = toX(seconds, length).toFixed(1)
    return `<text x="${x}" y="${top + 14 * (i % 2)}">${escapeXml(text)}</text>`
  })
}

/** Draws the planned melody of words that are heard from and to the given seconds. */
export function drawContour(
  words: readonly SegmentWord[],
  times: readonly (readonly [from: number, to: number])[],
  length: number,
): string {
  const values = words.flatMap(({ melody }) => melody?.semitones ?? [])
  const [low, high] = [Math.min(...values, 0) - 1, Math.max(...values, 0) + 1]
  const toY = (value: number): number => 20 + (200 * (high - value)) / (high - low)
  const lines = words.map(({ melody }, i) => {
    if (melody === undefined) return ''
    const [from, to] = times[i]!
    const count = melody.semitones.length
    const points = melody.semitones.map((value, k) => {
      const at = k === count - 1 ? to : from + ((to - from) * (k + 0.5)) / (count - 1)
      return `${toX(at, length).toFixed(1)},${toY(value).toFixed(1)}`
    })
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${INK}" stroke-width="2"/>`
  })
  const grid = [0, 4, 8, -4].filter((value) => value > low && value < high)
  const marks = grid.map(
    (value) =>
      `<line x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="${toY(value)}" y2="${toY(value)}" stroke="#ddd"/><text x="4" y="${toY(value) + 4}">${value} st</text>`,
  )
  const labels = words.map(({ text }, i) => ({ text, seconds: times[i]![0] }))
  return draw('The planned melody', 260, [...marks, ...lines, ...writeLabels(labels, { length, top: 238 })])
}

/** Draws the loudest and quietest sample of each pixel. */
export function drawWave({ samples, sampleRate }: PcmAudio, labels: readonly Label[]): string {
  const length = samples.length / sampleRate
  const columns = WIDTH - 2 * MARGIN
  const path = Array.from({ length: columns }, (_, column) => {
    const part = samples.subarray(
      Math.floor((column * samples.length) / columns),
      Math.floor(((column + 1) * samples.length) / columns),
    )
    let [low, high] = [0, 0]
    for (const sample of part) [low, high] = [Math.min(low, sample), Math.max(high, sample)]
    return `M${MARGIN + column} ${(90 - 80 * high).toFixed(1)}V${(90.5 - 80 * low).toFixed(1)}`
  })
  const starts = labels.map(({ seconds }) => {
    const x = toX(seconds, length).toFixed(1)
    return `<line x1="${x}" x2="${x}" y1="8" y2="176" stroke="#bbb"/>`
  })
  return draw('The waveform', 214, [
    ...starts,
    `<path d="${path.join('')}" stroke="${INK}"/>`,
    ...writeLabels(labels, { length, top: 190 }),
  ])
}

const WINDOW = 512
const HIGHEST_HZ = 8000
const [ROWS, ROW_HEIGHT, COLUMN_WIDTH] = [48, 5, 4]
/** Decibels below the loudest that are still drawn, in as many greys as there are steps. */
const [RANGE_DB, GREYS] = [60, 6]

/** Draws the power in 48 bands up to 8 kHz, a rectangle for each run of the same grey. */
export function drawSpectrogram({ samples, sampleRate }: PcmAudio, labels: readonly Label[]): string {
  const length = samples.length / sampleRate
  const columns = Math.floor((WIDTH - 2 * MARGIN) / COLUMN_WIDTH)
  const bins = Math.floor((HIGHEST_HZ * WINDOW) / sampleRate / ROWS)
  const levels = Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * (samples.length - WINDOW)) / columns)
    const piece = Float64Array.from({ length: WINDOW }, (__, i) => {
      return samples[from + i]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW))
    })
    const power = powerSpectrum(piece)
    return Array.from({ length: ROWS }, (__, row) => {
      const sum = power.subarray(row * bins, (row + 1) * bins).reduce((total, one) => total + one, 0)
      return 10 * Math.log10(sum + 1e-12)
    })
  })
  const loudest = Math.max(...levels.flat())
  const greyOf = (level: number): number =>
    Math.max(0, Math.min(GREYS, Math.ceil((GREYS * (level - loudest + RANGE_DB)) / RANGE_DB)))
  const paths = Array.from({ length: GREYS + 1 }, () => '')
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < columns; ) {
      const grey = greyOf(levels[column]![row]!)
      let end = column + 1
      while (end < columns && greyOf(levels[end]![row]!) === grey) end++
      const y = 10 + (ROWS - 1 - row) * ROW_HEIGHT
      paths[grey] +=
        `M${MARGIN + column * COLUMN_WIDTH} ${y}h${(end - column) * COLUMN_WIDTH}v${ROW_HEIGHT}h-${(end - column) * COLUMN_WIDTH}z`
      column = end
    }
  }
  const rects = paths.map((path, grey) =>
    grey === 0 ? '' : `<path d="${path}" fill="${INK}" fill-opacity="${(grey / GREYS).toFixed(2)}"/>`,
  )
  const bottom = 10 + ROWS * ROW_HEIGHT
  const marks = [0, 2, 4, 6, 8].map(
    (kilohertz) => `<text x="2" y="${bottom - (kilohertz / 8) * ROWS * ROW_HEIGHT + 4}">${kilohertz} kHz</text>`,
  )
  return draw('The spectrogram', bottom + 40, [
    ...rects,
    ...marks,
    ...writeLabels(labels, { length, top: bottom + 16 }),
  ])
}
