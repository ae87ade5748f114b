import { availableParallelism, totalmem } from 'node:os'
import { expect, test } from 'vitest'
import { defaultRenderThreads, readMachine } from './default-render-threads.ts'

const GIB = 2 ** 30

test.each([
  [2, 4, 2],
  [64, 2, 16],
  [64, 0.5, 1],
  [64, 256, 64],
  [1, 0.25, 1],
  [4, 1, 4],
])('%i cores and %f GiB give %i threads', (cores, gibibytes, threads) => {
  expect(defaultRenderThreads({ cores, memoryBytes: gibibytes * GIB })).toBe(threads)
})

test('the machine of this process has cores, and no more memory than there is', () => {
  const { cores, memoryBytes } = readMachine()
  expect(cores).toBe(availableParallelism())
  expect(memoryBytes).toBeGreaterThan(GIB / 4)
  expect(memoryBytes).toBeLessThanOrEqual(totalmem())
})
