import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Folders whose tests need the source alone. Those of `test/api` and the Studio start services and browsers. */
const FOLDERS = ['src', 'scripts', 'client', 'test/golden', 'test/normalization', 'test/reading', 'test/docs']
const IMPORT = /(?:from|import\() ?'(\.[^']+)'/g
const STARTS_PROGRAMS = /'node:child_process'|'\.\/shared-servers\.ts'/

/**
 * Paths of the test files that run on any machine after `npm ci`: what they import from the tests, directly or not, starts no program, neither an
 * instrument nor a server. `root` is the folder of the project.
 */
export function listQuickTests(root: string): readonly string[] {
  const known = new Map<string, boolean>()
  return FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root, exclude: ['**/node_modules/**'] }))
    .filter((file) => !startsPrograms(join(root, file), known))
    .toSorted()
}

/** True if a file of the tests, or one that it imports, starts a program. Files of the service are not looked at. */
function startsPrograms(path: string, known: Map<string, boolean>): boolean {
  const found = known.get(path)
  if (found !== undefined) return found
  known.set(path, false)
  const source = readFileSync(path, 'utf8')
  const imports = [...source.matchAll(IMPORT)].map((match) => join(dirname(path), match[1]!))
  const ofTests = imports.filter((one) => one.includes('/test/') && existsSync(one))
  const starts = STARTS_PROGRAMS.test(source) || ofTests.some((one) => startsPrograms(one, known))
  known.set(path, starts)
  return starts
}
