/**
 * What takes too long for `npm run check`: an hour under load with a process killed every minute on each storage, every fault three times, the long forms of tests, and upgrades from every release that the history has.
 * Goes on after a failure and names what failed; the exit code is then 1.
 *   npm run check:long [-- NAME ...]
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOAK = ['--soak', '3600', '--kill-every', '60', '--seconds', '60']

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  load: ['node', 'bench/run.ts', 'load', ...SOAK, '--plots', 'load-plots'],
  faults: ['node', 'bench/run.ts', 'faults', '3'],
  tests: ['vitest', 'run', 'test/api/projects-at-once.test.ts', 'test/upgrades', 'test/faults'],
}

const given = process.argv.slice(2)
const unknown = given.filter((name) => !(name in CHECKS))
if (unknown.length > 0) {
  console.error(`Cannot check ${unknown.join(', ')}: expected ${Object.keys(CHECKS).join(', ')}`)
  process.exit(1)
}
const failed = Object.entries(CHECKS)
  .filter(([name]) => given.length === 0 || given.includes(name))
  .flatMap(([name, [command, ...args]]) => {
    console.log(`\n== ${name}\n`)
    // npm scripts put node_modules/.bin first in the path, also for `node`.
    const environment = { ...process.env, PROJECT_EDITS: '500' }
    const { status } = spawnSync(command!, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: environment,
      shell: process.platform === 'win32',
    })
    return status === 0 ? [] : [name]
  })
console.log(failed.length === 0 ? '\nAll long checks passed.' : `\nThese long checks failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
