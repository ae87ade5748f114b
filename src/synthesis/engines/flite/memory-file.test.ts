import { expect, test } from 'vitest'
import { MemoryFile } from './memory-file.ts'

test('grows as it is written, and can be read and overwritten anywhere', () => {
  const file = new MemoryFile()
  file.write(0, new Uint8Array(200_000).fill(7))
  file.write(100, Uint8Array.of(1, 2, 3))
  expect(file.length).toBe(200_000)
  expect([...file.read(99, 5)]).toEqual([7, 1, 2, 3, 7])
  expect(file.read(199_999, 10)).toHaveLength(1)
  expect(file.read(300_000, 10)).toHaveLength(0)
})

test('fills a gap with zeros, also over bytes from before it was cut', () => {
  const file = new MemoryFile()
  file.write(0, Uint8Array.of(9, 9, 9, 9))
  file.truncate()
  file.write(2, Uint8Array.of(5))
  expect([...file.contents()]).toEqual([0, 0, 5])
})
