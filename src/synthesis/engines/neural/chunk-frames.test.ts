import { expect, test } from 'vitest'
import { chunkFrames } from './chunk-frames.ts'

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
const endsOf = (...args: Parameters<typeof timeline>) => chunkFrames(timeline(...args), 'engine').map(({ to }) => to)

test('covers all frames, without gap or overlap', () => {
  const ranges = chunkFrames(timeline(3000, [[100, 116]]), 'engine')
  expect(ranges[0]?.from).toBe(6)
  for (const [i, { from }] of ranges.entries()) expect(from).toBe(ranges[i - 1]?.to ?? 6)
  expect(ranges.at(-1)?.to).toBe(3000)
})

test.each([
  ['a short segment is one chunk', 80, [], [80]],
  ['the first chunk is small and the next ones grow', 3000, [], [46, 206, 846, 1486, 2126, 3000]],
  ['what would be left small belongs to the chunk before', 260, [], [46, 260]],
  ['a chunk ends before a pause that it would cut', 260, [[40, 56]], [39, 260]],
  ['or behind it, where it would become too short', 260, [[20, 50]], [51, 260]],
  ['a chunk may end a frame before a pause', 260, [[47, 50]], [46, 260]],
  ['but not where it begins', 260, [[46, 50]], [45, 260]],
] as const)('%s', (_, endFrame, pauses, ends) => {
  expect(endsOf(endFrame, pauses)).toEqual(ends)
})

test.each([
  ['chunks stay short', 600, [], [46, 166, 286, 406, 526, 600]],
  ['what would be left small is shared by the last two', 300, [], [46, 166, 233, 300]],
  ['nor is a pause cut there', 300, [[220, 240]], [46, 166, 219, 300]],
  ['a pause to the end is not cut either', 400, [[180, 400]], [46, 166, 400]],
] as const)('where the reader sets the pace, %s', (_, endFrame, pauses, ends) => {
  expect(chunkFrames(timeline(endFrame, pauses), 'reader').map(({ to }) => to)).toEqual(ends)
})
