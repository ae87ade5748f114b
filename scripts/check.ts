/** All checks of the project, in order; stops at the first that fails. The last line is `N passed, N failed`, from Vitest's report. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CHECKS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format and lint', 'biome', 'ci', '--error-on-warnings', '.'],
  [
    'type-aware lint',
    'oxlint',
    '--type-aware',
    '--deny-warnings',
    'src',
    'test',
    'bench',
    'scripts',
    'client',
    'studio',
  ],
  ['types', 'tsc', '-p', '.'],
  ['types of the Studio', 'tsc', '-p', 'studio'],
  ['types of its tests', 'tsc', '-p', 'studio/test'],
  ['unused code', 'knip'],
  ['layers', 'node', 'scripts/check-layers.ts'],
]

function run(command: string, args: readonly string[]): number {
  // npm scripts put node_modules/.bin first in the path, also for `node`.
  return spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1
}

for (const [name, command, ...args] of CHECKS) {
  console.log(`\n== ${name}`)
  if (run(command, args) !== 0) {
    console.error(`\nThe check "${name}" failed.`)
    process.exit(1)
  }
}

console.log('\n== tests')
const folder = mkdtempSync(join(tmpdir(), 'declaim-check-'))
const report = join(folder, 'report.json')
const status = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
rmSync(folder, { recursive: true })
console.log(`\n${numPassedTests} passed, ${numFailedTests} failed`)
process.exitCode = status
