import { expect, test } from 'vitest'
import { chunkFrames, framesByPace } from './chunk-frames.ts'

const timeline = (endFrame: number, pauses: readonly (readonly [number, number])[] = []) => ({
  firstFrame: 6,
  endFrame,
  words: [],
  pauses: pauses.map(([fromFrame, end]) => ({
    fromFrame,
    endFrame: end,
    fromSample: 10 * fromFrame,
    endSample: 10 * end,
    samples: 1,
  })),
})

test.each(['engine', 'reader'] as const)('covers all frames at the pace of the %s, without gap or overlap', (pace) => {
  const ranges = [...chunkFrames(timeline(3000, [[100, 116]]), framesByPace(pace))]
  expect(ranges[0]?.from).toBe(6)
  for (const [i, { from }] of ranges.entries()) expect(from).toBe(ranges[i - 1]?.to ?? 6)
  expect(ranges.at(-1)?.to).toBe(3000)
})

test.each([
  ['a short segment is one chunk', 80, [], [80]],
  ['a sentence too', 900, [], [900]],
  ['a long one is cut so that memory is bounded', 3000, [], [646, 1286, 1926, 2566, 3000]],
  ['what would be left small belongs to the chunk before', 1600, [], [646, 1600]],
  ['a chunk ends before a pause that it would cut', 1590, [[640, 660]], [639, 1590]],
  ['or behind it, where it would become too short', 1600, [[320, 650]], [651, 1600]],
  ['a chunk may end a frame before a pause', 1600, [[647, 650]], [646, 1600]],
  ['but not where it begins', 1600, [[646, 650]], [645, 1600]],
] as const)('where nobody listens, %s', (_, endFrame, pauses, ends) => {
  expect([...chunkFrames(timeline(endFrame, pauses), framesByPace('engine'))].map(({ to }) => to)).toEqual(ends)
})

test.each([
  ['the first chunk is small and the next ones grow, but not for long', 1150, [], [46, 206, 446, 686, 926, 1150]],
  ['what would be left small belongs to the chunk before', 500, [], [46, 206, 500]],
  ['a pause to the end is not cut', 800, [[300, 800]], [46, 206, 800]],
] as const)('where the reader sets the pace, %s', (_, endFrame, pauses, ends) => {
  expect([...chunkFrames(timeline(endFrame, pauses), framesByPace('reader'))].map(({ to }) => to)).toEqual(ends)
})

test('the wanted size is asked for before each chunk, and the least is half a second', () => {
  const wanted = [640, 3, 80]
  const ranges = chunkFrames(timeline(1000), () => wanted.shift() ?? 100)
  expect([...ranges].map(({ to }) => to)).toEqual([646, 686, 766, 866, 1000])
})
