/**
 * All checks of the project. Those that only read the code run beside each other; if all of them pass, the tests follow. The last line
 * is `N passed, N failed`, from Vitest's report.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

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

// npm scripts put node_modules/.bin first in the path, also for `node`.
const shell = process.platform === 'win32'

/** Runs a check and returns what it printed, once it has ended. */
async function check([name, command, ...args]: (typeof CHECKS)[number]) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell })
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { name, output: output + errors, passed: status === 0 }
}

const results = await Promise.all(CHECKS.map(check))
for (const { name, output, passed } of results) console.log(`\n== ${name}: ${passed ? 'passed' : 'FAILED'}\n${output}`)
const failed = results.filter(({ passed }) => !passed)
if (failed.length > 0) {
  console.error(`These checks failed: ${failed.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

console.log('\n== tests')
const folder = mkdtempSync(join(tmpdir(), 'declaim-check-'))
const report = join(folder, 'report.json')
const reporters = ['default', 'json', './scripts/report-repeated-tests.ts'].map((name) => `--reporter=${name}`)
const tests = spawn('vitest', ['run', ...reporters, `--outputFile.json=${report}`], { stdio: 'inherit', shell })
const [status] = await once(tests, 'close')
const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
rmSync(folder, { recursive: true })
console.log(`\n${numPassedTests} passed, ${numFailedTests} failed`)
process.exitCode = status ?? 1
