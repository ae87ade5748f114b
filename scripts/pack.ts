/**
 * Packs the service as npm installs it: the code as JavaScript, because Node strips no types below node_modules, with what it reads and the built
 * pages. Prints the path of the archive.
 *   npx node scripts/pack.ts [folder for the archive]
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const STAGE = join(ROOT, 'dist', 'package')

/** Code of the service. The command line is a client of services, too. */
const CODE = ['src/**/*.ts', 'client/src/**/*.ts', 'bin/*.mjs']
const TESTS = ['**/*.test.ts']
/** What the code reads, and what the archive must have. */
const COPIED = [
  'scripts/remove-other-platforms.mjs',
  'data',
  // Units, the configuration of a proxy, alerts and the chart: an operator without a clone needs them too.
  'deploy',
  'studio/dist',
  'docs/site/dist',
  'LICENSE',
  'NOTICE',
  'README.md',
  'CHANGELOG.md',
]

/** Paths of modules: of imports, and of the threads that are started. Both spellings are as long, so places in the code stay. */
const MODULE_PATH = /(?<=(?:from|import|import\(|new URL\()\s*')(\.{1,2}\/[^']+)\.ts(?=')/g

/** Code that Node runs below node_modules: without types, line by line and column by column where it was. */
export function toPackedCode(code: string, file: string): string {
  const stripped = file.endsWith('.ts') ? stripTypeScriptTypes(code) : code
  return stripped.replaceAll(MODULE_PATH, '$1.js')
}

/** The manifest of the package: without what only the repository needs. Settings of its root would not count in a dependency. */
export function toPackedManifest(manifest: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { name, version, description, license, type, engines, bin, dependencies, optionalDependencies } = manifest
  return { name, version, description, license, type, engines, bin, dependencies, optionalDependencies }
}

function stage(): void {
  rmSync(STAGE, { recursive: true, force: true })
  for (const file of globSync(CODE, { cwd: ROOT, exclude: TESTS })) {
    const target = join(STAGE, file.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    const { mode } = statSync(join(ROOT, file))
    writeFileSync(target, toPackedCode(readFileSync(join(ROOT, file), 'utf8'), file), { mode })
  }
  for (const path of COPIED)
    cpSync(join(ROOT, path), join(STAGE, path), {
      recursive: true,
      filter: (source) => !/\.test\.[a-z]+$/.test(source),
    })
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>
  writeFileSync(join(STAGE, 'package.json'), `${JSON.stringify(toPackedManifest(manifest), null, 2)}\n`)
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(ROOT, 'dist'))
  stage()
  mkdirSync(folder, { recursive: true })
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: STAGE,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  console.log(join(folder, filename))
}
