/**
 * Runs the benchmarks of the pages in docs/measurements and writes the pages: for each benchmark, what it measures and what it printed, with the commit and the machine. Nothing on these pages is written by hand.
 *   npm run measure              all pages, which takes more than an hour
 *   npm run measure -- PAGE ...
 * Times need a machine that does nothing else.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MEASUREMENT_PAGES, type MeasurementPage } from './measurement-pages.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'docs/measurements')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string }

/** What the opening comment of a benchmark says, without its usage. */
function describe(name: string): string {
  const source = readFileSync(join(ROOT, 'bench', `${name}.ts`), 'utf8')
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(source)?.[1]
  if (comment === undefined) throw new Error(`Cannot describe bench/${name}.ts: it has no opening comment`)
  const lines = comment.split('\n').map((line) => line.replace(/^ \* ?/, '').trim())
  return lines.filter((line) => line !== '' && !line.startsWith('npm run')).join(' ')
}

/** Columns need not line up on a page, and spaces take bytes. */
function tidy(printed: string): string {
  return printed
    .split('\n')
    .map((line) => (line.startsWith('|') ? line.replaceAll(/ {2,}/g, ' ').replaceAll(/-{4,}/g, '---') : line))
    .join('\n')
    .trim()
}

function measure([name, ...args]: readonly [string, ...string[]]): string {
  const load = loadavg()[0]!.toFixed(1)
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'bench', `${name}.ts`), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 26,
    env: { ...process.env, ORT_DISABLE_TELEMETRY: '1' },
  })
  const command = ['npm run bench --', name, ...args].join(' ')
  const ended = status === 0 ? '' : `\n\nIt ended with code ${status}: a goal was missed, or it failed.`
  return `## ${name}\n\n${describe(name)}\n\n\`${command}\`, load average ${load} before it began:\n\n${tidy(stdout)}${ended}\n`
}

function git(...args: readonly string[]): string {
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim()
}

function writePage(name: string, { title, benchmarks }: MeasurementPage): void {
  const changed = git('status', '--porcelain', '--', 'src', 'data', 'bench') === '' ? '' : ', with changes'
  const machine = `${cpus().length} x ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB`
  const made = `\`npm run measure -- ${name}\` wrote this page on ${new Date().toISOString().slice(0, 10)}: release ${version}, commit ${git('rev-parse', '--short', 'HEAD')}${changed}, Node ${process.version}, ${machine}.`
  const parts = benchmarks.map((benchmark) => {
    console.log(`${name}: ${benchmark.join(' ')}`)
    return measure(benchmark)
  })
  writeFileSync(join(FOLDER, `${name}.md`), `# Measured: ${title}\n\n${made}\n\n${parts.join('\n')}`)
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in MEASUREMENT_PAGES))
if (unknown.length > 0) {
  console.error(`Cannot measure ${unknown.join(', ')}: the pages are ${Object.keys(MEASUREMENT_PAGES).join(', ')}`)
  process.exit(1)
}
mkdirSync(FOLDER, { recursive: true })
for (const [name, page] of Object.entries(MEASUREMENT_PAGES)) {
  if (named.length === 0 || named.includes(name)) writePage(name, page)
}
