/**
 * All checks of the project; with `--quick` those that need no programs but the packages. Those that only read the code run one after the other beside the tests, whose waits leave them room. What a
 * check printed appears when it has ended. Checks that failed are named again at the end; the last line is `N passed, N failed`, from
 * Vitest's report.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { listQuickTests } from './list-quick-tests.ts'

const FOLDERS = ['src', 'test', 'bench', 'scripts', 'training', 'client', 'studio', 'vitest.config.ts']

const CHECKS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format and lint', 'biome', 'ci', '--error-on-warnings', '.'],
  // Reports the errors of the TypeScript compiler too, from the program that the rules have built.
  ['types and type-aware lint', 'oxlint', '--type-aware', '--type-check', '--deny-warnings', ...FOLDERS],
  ['unused code', 'knip'],
  ['layers', 'node', 'scripts/check-layers.ts'],
]

/** The type checker is written in Go. If it collects garbage less often, it takes 18 s of processor time instead of 25, and as much memory. */
const ENVIRONMENT = { GOGC: '400', ...process.env }

// npm scripts put node_modules/.bin first in the path, also for `node`.
const shell = process.platform === 'win32'

type Failure = { readonly name: string; readonly output: string }

/** Runs a check, and prints what it printed once it has ended. Returns that again if it failed. */
async function check([name, command, ...args]: (typeof CHECKS)[number]): Promise<Failure | undefined> {
  const child = spawn(command, args, { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'], shell })
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  console.log(`\n== ${name}: ${status === 0 ? 'passed' : 'FAILED'}\n${output}${errors}`)
  return status === 0 ? undefined : { name, output: output + errors }
}

/** Runs the checks and returns those that failed. */
async function checkCode(): Promise<readonly Failure[]> {
  const failed: Failure[] = []
  for (const one of CHECKS) {
    const failure = await check(one)
    if (failure !== undefined) failed.push(failure)
  }
  return failed
}

/** What Vitest runs: everything, or the tests that run on any machine. */
function chosenTests(): readonly string[] {
  if (!process.argv.includes('--quick')) return []
  return ['--project=embedded', ...listQuickTests(fileURLToPath(new URL('..', import.meta.url)))]
}

/** Runs the tests and returns the numbers of their report, and whether Vitest found nothing wrong. */
async function runTests(): Promise<{ readonly passed: number; readonly failed: number; readonly ok: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'declaim-check-'))
  const report = join(folder, 'report.json')
  const reporters = ['default', 'json', './scripts/report-repeated-tests.ts'].map((name) => `--reporter=${name}`)
  const tests = spawn('vitest', ['run', ...chosenTests(), ...reporters, `--outputFile.json=${report}`], {
    stdio: 'inherit',
    shell,
  })
  const [status] = await once(tests, 'close')
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(folder, { recursive: true })
  return { passed: numPassedTests, failed: numFailedTests, ok: status === 0 }
}

const [failedChecks, tests] = await Promise.all([checkCode(), runTests()])
// The tests have printed far more below them.
for (const { name, output } of failedChecks) console.error(`\n== ${name}: FAILED\n${output}`)
if (failedChecks.length > 0)
  console.error(
    `These checks failed: ${failedChecks.map(({ name }) => name).join(', ')}. "npm run format" repairs most of the first`,
  )
console.log(`\n${tests.passed} passed, ${tests.failed} failed`)
process.exitCode = tests.ok && failedChecks.length === 0 ? 0 : 1
