import { readBetween } from '../samples/read-between.ts'
import type { PeriodMarks } from './mark-periods.ts'
import { isUntouched, type Warp, type WarpZone } from './plan-warp.ts'

/** Placement of a grain: the two periods around mark `mark` of the input, centred on `position` of the output. */
type Grain = { readonly position: number; readonly mark: number; readonly reversed: boolean }

/** Lower bound of the window sum by which samples are divided. It keeps gaps between distant grains quiet. */
const LEAST_WINDOW_SUM = 0.5

/**
 * Resynthesises `samples` along a warp by pitch-synchronous overlap-add in the time domain (Moulines and Charpentier 1990).
 * Two-period grains keep their spectral envelope, and so the formants, whatever their distance. Samples that are not warped stay
 * the same, except for rounding.
 */
export function overlapAdd(samples: Float32Array, marks: PeriodMarks, warp: Warp): Float32Array {
  const output = new Float32Array(warp.length)
  const windowSum = new Float32Array(warp.length)
  for (const grain of placeGrains(marks, warp.zones)) addGrain({ samples, marks, output, windowSum }, grain)
  for (let i = 0; i < output.length; i++) output[i]! /= Math.max(LEAST_WINDOW_SUM, windowSum[i]!)
  return output
}

function placeGrains(marks: PeriodMarks, zones: readonly WarpZone[]): readonly Grain[] {
  const grains: Grain[] = []
  for (const zone of zones) {
    if (isUntouched(zone)) placeUntouched(marks, zone, grains)
    else placeWarped(marks, zone, grains)
  }
  return grains
}

/** Puts every grain at its own position, so that together they reproduce the input. */
function placeUntouched({ positions }: PeriodMarks, { input, output }: WarpZone, grains: Grain[]): void {
  const shift = output.start - input.start
  for (
    let mark = firstMarkFrom(positions, input.start);
    mark < positions.length && positions[mark]! < input.end;
    mark++
  ) {
    const position = positions[mark]! + shift
    const last = grains.at(-1)
    if (last !== undefined && position - last.position < 0.5 * periodAt(positions, last.mark)) grains.pop()
    grains.push({ position, mark, reversed: false })
  }
}

function placeWarped({ positions, voiced }: PeriodMarks, zone: WarpZone, grains: Grain[]): void {
  const { input, output, pitchRatio } = zone
  const rate = (input.end - input.start) / (output.end - output.start)
  const stepAfter = (mark: number): number => periodAt(positions, mark) / (voiced[mark] ? pitchRatio : 1)
  const last = grains.at(-1)
  let position = last === undefined ? output.start : Math.max(output.start, last.position + stepAfter(last.mark))
  while (position < output.end) {
    const mark = nearestMark(positions, input.start + (position - output.start) * rate)
    const before = grains.at(-1)
    // Repeating the same noise would buzz. Reversed, it is different noise with the same spectrum.
    const reversed = voiced[mark] === 0 && before?.mark === mark && !before.reversed
    grains.push({ position, mark, reversed })
    position += stepAfter(mark)
  }
}

type Canvas = {
  readonly samples: Float32Array
  readonly marks: PeriodMarks
  readonly output: Float32Array
  readonly windowSum: Float32Array
}

/** Adds a grain under a Hann window that rises over the period before its mark and falls over the one after it. */
function addGrain({ samples, marks, output, windowSum }: Canvas, { position, mark, reversed }: Grain): void {
  const { positions } = marks
  const center = positions[mark]!
  const earlier = center - (positions[mark - 1] ?? center)
  const later = (positions[mark + 1] ?? center) - center
  const [rise, fall] = reversed ? [later, earlier] : [earlier, later]
  const first = Math.max(0, Math.ceil(position - rise))
  const last = Math.min(output.length - 1, Math.floor(position + fall))
  for (let i = first; i <= last; i++) {
    const offset = i - position
    const width = offset < 0 ? rise : fall
    const weight = width === 0 ? 1 : 0.5 + 0.5 * Math.cos((Math.PI * offset) / width)
    output[i]! += weight * readBetween(samples, reversed ? center - offset : center + offset)
    windowSum[i]! += weight
  }
}

function periodAt(positions: Float64Array, mark: number): number {
  const before = positions[mark - 1] ?? positions[mark]!
  const after = positions[mark + 1] ?? positions[mark]!
  const spans = (mark > 0 ? 1 : 0) + (mark < positions.length - 1 ? 1 : 0)
  return (after - before) / spans
}

/** Index of the first mark at or after `position`. */
function firstMarkFrom(positions: Float64Array, position: number): number {
  let low = 0
  let high = positions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (positions[middle]! < position) low = middle + 1
    else high = middle
  }
  return low
}

function nearestMark(positions: Float64Array, position: number): number {
  const after = Math.min(positions.length - 1, firstMarkFrom(positions, position))
  if (after === 0) return 0
  return position - positions[after - 1]! < positions[after]! - position ? after - 1 : after
}
