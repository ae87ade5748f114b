/** Samples of a clip that are looked for. */
const WINDOW = 4096
/** How far from the last clip's shift a clip is looked for. */
const REACH = 3000

/**
 * Looks for every clip in a recording that should hold them one after another, and returns the largest distance, in
 * samples, between a clip's position and its expected position. A clip's position is the best correlation of a piece of its middle.
 */
export function largestShift(recording: Int16Array, clips: readonly Int16Array[]): number {
  let [start, shift, largest] = [0, 0, 0]
  for (const clip of clips) {
    const from = Math.max(0, Math.floor((clip.length - WINDOW) / 2))
    shift = bestShift(recording, { piece: clip.subarray(from, from + WINDOW), expected: start + from, around: shift })
    if (Math.abs(shift) > Math.abs(largest)) largest = shift
    start += clip.length
  }
  return largest
}

type Search = { readonly piece: Int16Array; readonly expected: number; readonly around: number }

function bestShift(recording: Int16Array, { piece, expected, around }: Search): number {
  let [best, highest] = [around, Number.NEGATIVE_INFINITY]
  for (let shift = around - REACH; shift <= around + REACH; shift++) {
    const at = expected + shift
    if (at < 0 || at + piece.length > recording.length) continue
    let product = 0
    for (let i = 0; i < piece.length; i++) product += piece[i]! * recording[at + i]!
    if (product > highest) [best, highest] = [shift, product]
  }
  return best
}
