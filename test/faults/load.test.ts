import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const LOAD = fileURLToPath(new URL('../../bench/load.ts', import.meta.url))

/** The cells of a Markdown table by their headings, a row each. */
function readTable(printed: string): readonly Readonly<Record<string, string>>[] {
  const lines = printed.split('\n').filter((line) => line.startsWith('|'))
  const [headings, , ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  return rows.map((row) => Object.fromEntries(headings!.map((heading, i) => [heading, row[i]!])))
}

// At once, because listeners mostly wait.
test.concurrent.each(['embedded', 'distributed'])(
  'no clip is lost under load while processes are killed: %s',
  async (storage) => {
    // It fails if an answer is anything but speech, 429 or 503.
    const { stdout } = await run(process.execPath, [LOAD, '--short', '--storage', storage])
    const rows = readTable(stdout)
    const soak = rows.find(({ scene }) => scene!.startsWith('soak'))!
    expect(soak.scene).toMatch(/, [1-9]\d* kills$/)
    expect(Number(soak.clips)).toBeGreaterThan(0)
    expect(soak.lost).toBe('0')
    for (const { scene, served, errors } of rows) {
      expect(Number(served), scene).toBeGreaterThan(0)
      expect(errors, scene).toBe('0')
    }
  },
  240_000,
)
