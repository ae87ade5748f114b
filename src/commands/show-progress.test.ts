import { expect, test } from 'vitest'
import { showProgress } from './show-progress.ts'

function draw(isTTY: boolean, parts: readonly (readonly [received: number, total: number | undefined])[]): string {
  let drawn = ''
  const write = (text: string | Uint8Array): boolean => {
    drawn += String(text)
    return true
  }
  const show = showProgress({ isTTY, write })
  for (const [receivedBytes, totalBytes] of parts) show({ name: 'model.onnx', receivedBytes, totalBytes })
  return drawn.replaceAll('\u001b[K', '')
}

test('draws a bar that grows in its line, and ends the line with the download', () => {
  expect(
    draw(true, [
      [0, 2e6],
      [1e6, 2e6],
      [1e6 + 1, 2e6],
      [2e6, 2e6],
    ]),
  ).toBe(
    `\rmodel.onnx [${' '.repeat(30)}] 0 % of 2.0 MB` +
      `\rmodel.onnx [${'#'.repeat(15)}${' '.repeat(15)}] 50 % of 2.0 MB` +
      `\rmodel.onnx [${'#'.repeat(30)}] 100 % of 2.0 MB\n`,
  )
})

test('counts where the size is not known', () => {
  expect(draw(true, [[1.5e6, undefined]])).toBe('\rmodel.onnx 1.5 MB')
})

test('draws nothing where nobody looks', () => {
  expect(
    draw(false, [
      [1, 2],
      [2, 2],
    ]),
  ).toBe('')
})
