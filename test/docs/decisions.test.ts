import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const FOLDER = fileURLToPath(new URL('../../docs/decisions', import.meta.url))

test('the index of decision records names each record once, by its heading', () => {
  const records = globSync('[0-9]*.md', { cwd: FOLDER }).sort()
  const index = readFileSync(join(FOLDER, 'README.md'), 'utf8')
  const named = Array.from(index.matchAll(/^- \[(.+)\]\((.+)\)$/gm), ([, heading, file]) => ({ heading, file }))
  const written = records.map((file) => ({
    heading: readFileSync(join(FOLDER, file), 'utf8').split('\n')[0]!.replace(/^# /, ''),
    file,
  }))
  expect(written.length).toBeGreaterThan(90)
  expect(named.toSorted((one, other) => (one.file! < other.file! ? -1 : 1))).toEqual(written)
})
