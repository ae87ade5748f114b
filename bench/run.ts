/**
 * Runs all benchmarks of this folder, or the named ones, one after another. Reports a benchmark that fails and goes on;
 * the exit code is then 1. A single benchmark takes the arguments that its file describes.
 *   npm run bench [-- NAME ...]
 *   npm run bench -- NAME [ARGUMENT ...]
 *   npm run bench -- --check
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { printTable } from './support/print-table.ts'

// Nothing that a benchmark speaks with reports to its maker.
process.env.ORT_DISABLE_TELEMETRY = '1'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const known = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length))

// Whether a stage has become slower.
const asked = process.argv.slice(2)
const given = asked[0] === '--check' ? ['stages', ...asked] : asked
const named = given.filter((name) => known.includes(name))
const others = given.filter((name) => !known.includes(name))
const takesArguments = named.length === 1 && named[0] === given[0]
if (others.length > 0 && !takesArguments) {
  console.error(`Cannot run ${others.join(', ')}: the benchmarks are ${known.join(', ')}`)
  process.exit(1)
}

console.log(`Node ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} x ${cpus()[0]?.model}`)
const results = (named.length > 0 ? named : known).map((name) => {
  console.log(`\n== ${name} (load average ${loadavg()[0]?.toFixed(1)})\n`)
  const began = performance.now()
  const { status } = spawnSync(process.execPath, [`${FOLDER}${name}.ts`, ...others], { stdio: 'inherit' })
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  return { benchmark: name, seconds, result: status === 0 ? 'ok' : 'FAILED' }
})
console.log('')
printTable(results)
process.exitCode = results.some(({ result }) => result === 'FAILED') ? 1 : 0
