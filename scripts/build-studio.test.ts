import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

/** A checkout without node_modules, as in an install without development dependencies. */
const root = mkdtempSync(join(tmpdir(), 'declaim-build-'))
mkdirSync(join(root, 'scripts'))
cpSync('scripts/build-studio.mjs', join(root, 'scripts/build-studio.mjs'))
afterAll(() => rmSync(root, { recursive: true }))

const build = () => execFileSync(process.execPath, ['scripts/build-studio.mjs'], { cwd: root, encoding: 'utf8' })

test('without Vite, an install succeeds and says that the pages are missing', () => {
  expect(build()).toMatch(/^The Studio is not built: .*npm ci.*\n$/)
})

test('without Vite, pages that were built before stay', () => {
  const page = join(root, 'studio/dist/index.html')
  mkdirSync(join(root, 'studio/dist'), { recursive: true })
  writeFileSync(page, 'built before')
  expect(build()).toBe('The Studio stays as it was built\n')
  expect(readFileSync(page, 'utf8')).toBe('built before')
})
