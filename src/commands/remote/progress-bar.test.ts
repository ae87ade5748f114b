import { expect, test } from 'vitest'
import { createProgressBar } from './progress-bar.ts'

function draw(isTTY: boolean): string {
  const written: string[] = []
  const bar = createProgressBar({ isTTY, write: (text: string) => written.push(text) > 0 } as never)
  bar.draw(1, 2, '1 of 2 clips')
  bar.clear()
  written.push('a.mp3\n')
  bar.draw(2, 2, '2 of 2 clips')
  bar.end()
  return written.join('')
}

test('a result that is printed meanwhile has a line of its own', () => {
  const [before, after] = draw(true).split('a.mp3\n')
  const half = '#'.repeat(15).padEnd(30)
  expect(before).toBe(`\r[${half}] 50 %  1 of 2 clips\u001b[K\r\u001b[K`)
  expect(after).toBe(`\r[${'#'.repeat(30)}] 100 %  2 of 2 clips\u001b[K\n`)
})

test('nothing is drawn on what is no terminal', () => {
  expect(draw(false)).toBe('a.mp3\n')
})
