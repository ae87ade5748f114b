/**
 * Runs the benchmarks of the pages in docs/measurements and writes the pages: for each benchmark, what it measures and what it printed, with the commit and the machine. Nothing on these pages is written by hand.
 *   npm run measure                            all pages, which takes hours
 *   npm run measure -- PAGE ...                the benchmarks of these pages
 *   npm run measure -- PAGE/BENCHMARK ...      one benchmark; the others of its page stay as they are
 * A page is written after each benchmark. Times need a machine that does nothing else.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** What a benchmark printed, below its heading. */
function measure([name, ...args]: readonly [string, ...string[]]): string {
  const run = `${describeRun()}, load average ${loadavg()[0]!.toFixed(1)} before it began`
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'bench', `${name}.ts`), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 26,
    env: { ...process.env, ORT_DISABLE_TELEMETRY: '1' },
  })
  const command = ['npm run bench --', name, ...args].join(' ')
  const ended = status === 0 ? '' : `\n\nIt ended with code ${status}: a goal was missed, or it failed.`
  return `${describe(name)}\n\n\`${command}\`, ${run}:\n\n${tidy(stdout)}${ended}\n`
}

/** The day, the code and the machine. */
function describeRun(): string {
  const changed = git('status', '--porcelain', '--', 'src', 'data', 'bench') === '' ? '' : ' with changes'
  const machine = `${cpus().length} x ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB`
  const commit = git('rev-parse', '--short', 'HEAD')
  return `${new Date().toISOString().slice(0, 10)}, release ${version} (${commit}${changed}), Node ${process.version}, ${machine}`
}

function git(...args: readonly string[]): string {
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim()
}

/** The sections of a page as it is, by their benchmarks. */
function readSections(path: string): Map<string, string> {
  if (!existsSync(path)) return new Map()
  const [, ...sections] = readFileSync(path, 'utf8').split(/^## /m)
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n')
      return [section.slice(0, end), `${section.slice(end).trim()}\n`] as const
    }),
  )
}

function writePage(page: string, { title, benchmarks }: MeasurementPage, wanted: (benchmark: string) => boolean): void {
  const path = join(FOLDER, `${page}.md`)
  const sections = readSections(path)
  for (const benchmark of benchmarks) {
    const [name] = benchmark
    if (!wanted(name)) continue
    console.log(`${page}: ${benchmark.join(' ')}`)
    sections.set(name, measure(benchmark))
    const parts = benchmarks.flatMap(([heading]) =>
      sections.has(heading) ? [`## ${heading}\n\n${sections.get(heading)}`] : [],
    )
    const made = `\`npm run measure -- ${page}\` writes this page.`
    writeFileSync(path, `# Measured: ${title}\n\n${made}\n\n${parts.join('\n')}`)
  }
}

const named = process.argv.slice(2)
const known = Object.entries(MEASUREMENT_PAGES).flatMap(([page, { benchmarks }]) => [
  page,
  ...benchmarks.map(([name]) => `${page}/${name}`),
])
const unknown = named.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`Cannot measure ${unknown.join(', ')}: choose of ${known.join(', ')}`)
  process.exit(1)
}
mkdirSync(FOLDER, { recursive: true })
for (const [name, page] of Object.entries(MEASUREMENT_PAGES)) {
  const isWhole = named.length === 0 || named.includes(name)
  writePage(name, page, (benchmark) => isWhole || named.includes(`${name}/${benchmark}`))
}
