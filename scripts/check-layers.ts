/** Checks who imports whom in src/ (the table in ARCHITECTURE.md). Prints each offence; exits 1 if there is one. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Folder or file directly in src/ -> what of ours it may import, besides itself and errors.ts. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  commands: ['api', 'worker', 'rendering', 'synthesis', 'storage', 'config.ts'],
  api: ['rendering', 'storage', 'voices'],
  worker: ['rendering', 'storage'],
  rendering: ['text', 'synthesis', 'audio', 'timing', 'voices', 'storage'],
  storage: ['text', 'synthesis', 'audio', 'timing'],
  synthesis: ['text', 'audio', 'timing', 'voices'],
  text: [],
  timing: [],
  audio: [],
  voices: [],
  'config.ts': [],
  'errors.ts': [],
}

/** Folders without I/O, clock, environment or chance. */
const PURE = new Set(['text', 'timing', 'audio', 'voices'])
const IMPURE_CODE = [
  /from 'node:/,
  /\bprocess\./,
  /\bDate\.now\(/,
  /\bnew Date\(\)/,
  /\bMath\.random\(/,
  /\bperformance\.now\(/,
]
const SQL_CODE = /from '(?:kysely|node:sqlite|pg)'/
const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g

type SourceFile = { readonly path: string; readonly code: string }

/** The offences of some source files; paths are relative to src/. */
export function findLayerOffences(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, code }) => [...importOffences(path, code), ...contentOffences(path, code)])
}

function importOffences(path: string, code: string): string[] {
  const from = topOf(path).replace(/\.test\.ts$/, '.ts')
  if (from === 'main.ts') return []
  const allowed = MAY_IMPORT[from]
  if (allowed === undefined) return [`${path}: src/${from} is not in the layer table`]
  const offences: string[] = []
  for (const [, target] of code.matchAll(IMPORT)) {
    if (target === undefined || !target.startsWith('.')) continue
    if (!/\.(?:ts|json)$/.test(target)) offences.push(`${path}: import of '${target}' lacks its .ts ending`)
    const to = topOf(normalize(join(dirname(path), target)))
    const isTestSupport = path.endsWith('.test.ts') && (to === '..' || from === to)
    if (to === from || to === 'errors.ts' || isTestSupport || allowed.includes(to)) continue
    offences.push(`${path}: ${from} must not import ${to}`)
  }
  return offences
}

function contentOffences(path: string, code: string): string[] {
  const offences: string[] = []
  const from = topOf(path)
  const isTest = path.endsWith('.test.ts')
  if (/(?:^|\/)index\.ts$/.test(path)) offences.push(`${path}: barrels (index.ts) are not used here`)
  if (!isTest && PURE.has(from)) {
    for (const pattern of IMPURE_CODE)
      if (pattern.test(code)) offences.push(`${path}: ${from} is pure, but has ${pattern.source}`)
  }
  if (!isTest && from !== 'storage' && SQL_CODE.test(code)) offences.push(`${path}: only storage knows SQL`)
  if (!isTest && from !== 'config.ts' && /\bprocess\.env\b/.test(code))
    offences.push(`${path}: only config.ts reads process.env`)
  if (from !== 'api' && from !== 'main.ts' && !isTest && /from 'fastify'/.test(code))
    offences.push(`${path}: only api knows HTTP`)
  return offences
}

/** The folder in src/ that a path is in, or the file's own name; a test belongs to what it tests. */
function topOf(path: string): string {
  return (path.split(sep).join('/').split('/')[0] ?? '').replace(/\.test\.ts$/, '.ts')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const src = join(dirname(fileURLToPath(import.meta.url)), '..', 'src')
  const paths = globSync('**/*.ts', { cwd: src })
  const offences = findLayerOffences(paths.map((path) => ({ path, code: readFileSync(join(src, path), 'utf8') })))
  for (const offence of offences) console.error(offence)
  console.log(`layers: ${paths.length} files, ${offences.length} offences`)
  if (offences.length > 0) process.exitCode = 1
}
