import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What a command writes from another file. */
const WRITTEN = [
  'client/src/api-types.ts',
  'docs/reference/endpoints.md',
  ...globSync('data/english/*.json', { cwd: ROOT }),
]

const FILES = globSync(
  [
    '{src,client/src,studio/src}/**/*.{ts,tsx}',
    'data/{english,voices}/**/*.{tsv,json}',
    'data/avatars.json',
    'docs/{*,guide/formats}.md',
  ],
  {
    cwd: ROOT,
  },
).filter((file) => !/\.test\.tsx?$/.test(file) && !WRITTEN.includes(file))

type Change = { readonly kind: string; readonly places: readonly string[]; readonly example: string }

function readChanges(): readonly Change[] {
  const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const section = page.split('## Where a change goes\n')[1]!.split('\n## ')[0]!
  const rows = section.split('\n').filter((line) => /^\| (?:a|an) /.test(line))
  return rows.map((row) => {
    const [kind, change, , example] = row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim())
    const places = Array.from(change!.matchAll(/`([^`]+)`/g), ([, place]) => place!)
    return { kind: kind!, places, example: example!.replaceAll('`', '') }
  })
}

test.each(readChanges())('$kind touches the files that are named and no others', ({ places, example }) => {
  expect(places.filter((place) => !existsSync(join(ROOT, place)))).toEqual([])
  const mentions = new RegExp(`(?<![\\w-])${example.replaceAll('.', '\\.')}(?![\\w])`)
  const files = FILES.filter((file) => mentions.test(readFileSync(join(ROOT, file), 'utf8')))
  const isIn = (file: string, place: string): boolean => file === place || file.startsWith(`${place}/`)
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !places.some((place) => isIn(file, place)))).toEqual([])
})
