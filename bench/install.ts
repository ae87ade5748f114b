/**
 * What an installation takes: the archive, a production install, the image without its base, and how soon a start answers. The rival of
 * each size is the same before what other machines need was removed.
 *   npm run bench -- install [rounds]
 * Needs the npm registry. Sizes are of files, in MB of a million bytes.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../test/support/find-free-port.ts'
import { percentile } from './support/percentile.ts'
import { printGoal, printTable } from './support/print-table.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const ROUNDS = Number(process.argv[2] ?? 5)
const GOALS = { install: 380, image: 350, bin: 2000, npm: 3500 }
const POLL_MS = 10
/** A start that takes longer has failed. */
const PATIENCE_MS = 60_000

function sizeOf(path: string): number {
  const stat = lstatSync(path)
  if (!stat.isDirectory()) return stat.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0)

/** The files of `COPY` in the last stage of the Dockerfile, besides the packages. */
function copiedByImage(): readonly string[] {
  const stage = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8')
    .split(/^FROM /m)
    .at(-1)!
  return [...stage.matchAll(/^COPY (.+)$/gm)].flatMap(([, words = '']) => {
    const paths = words.split(' ').filter((word) => !word.startsWith('--'))
    return words.startsWith('--from=packages') ? [] : paths.slice(0, -1).map((path) => path.replace('/app/', ''))
  })
}

type Installed = { readonly before: number; readonly after: number }

/** Bytes of the production packages, before and after those of other machines were removed. */
function installPackages(folder: string, flags: readonly string[]): Installed {
  mkdirSync(join(folder, 'client'), { recursive: true })
  mkdirSync(join(folder, 'scripts'), { recursive: true })
  for (const file of [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'client/package.json',
    'scripts/remove-other-platforms.mjs',
  ])
    cpSync(join(ROOT, file), join(folder, file))
  execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', ...flags], {
    cwd: folder,
    stdio: 'ignore',
  })
  const before = sizeOf(join(folder, 'node_modules'))
  execFileSync('node', ['scripts/remove-other-platforms.mjs'], { cwd: folder, stdio: 'ignore' })
  return { before, after: sizeOf(join(folder, 'node_modules')) }
}

/** Milliseconds from the start of a process to its first answer. */
async function start(command: string, args: readonly string[], dataDirectory: string): Promise<number> {
  const port = await findFreePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDirectory, LOG_LEVEL: 'error' }
  const began = performance.now()
  const server = spawn(command, args, { cwd: ROOT, env, stdio: 'ignore', detached: true })
  const ended = once(server, 'exit')
  try {
    while (server.exitCode === null && performance.now() - began < PATIENCE_MS) {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => undefined)
      if (answer?.ok === true) return performance.now() - began
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    throw new Error(`Cannot measure the start: ${command} ended, or does not answer within ${PATIENCE_MS / 1000} s`)
  } finally {
    if (server.exitCode === null) process.kill(-server.pid!, 'SIGTERM')
    await ended
  }
}

const folder = mkdtempSync(join(tmpdir(), 'declaim-install-'))
try {
  const archive = execFileSync(process.execPath, ['scripts/pack.ts'], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n')
    .at(-1)!
  const install = installPackages(join(folder, 'install'), [])
  const image = installPackages(join(folder, 'image'), ['--omit=optional'])
  const copied = copiedByImage().reduce((sum, path) => sum + sizeOf(join(ROOT, path)), 0)
  const [bin, npm]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    bin.push(await start('node', ['bin/declaim.mjs', 'serve'], join(folder, `bin-${round}`)))
    npm.push(await start('npm', ['start', '--silent'], join(folder, `npm-${round}`)))
  }
  const milliseconds = (times: readonly number[]) => `${percentile(times, 0.5).toFixed(0)} ms`
  const imageBytes = image.after + copied
  printTable([
    { what: 'archive', goal: '', measured: `${megabytes(statSync(archive).size)} MB`, before: '' },
    {
      what: 'production install (node_modules)',
      goal: `${GOALS.install} MB`,
      measured: `${megabytes(install.after)} MB`,
      before: `${megabytes(install.before)} MB`,
    },
    {
      what: 'image without its base',
      goal: `${GOALS.image} MB`,
      measured: `${megabytes(imageBytes)} MB`,
      before: `${megabytes(image.before + copied)} MB`,
    },
    {
      what: `node bin/declaim.mjs serve, first answer, median of ${ROUNDS}`,
      goal: `${GOALS.bin} ms`,
      measured: milliseconds(bin),
      before: '',
    },
    {
      what: `npm start, first answer, median of ${ROUNDS}`,
      goal: `${GOALS.npm} ms`,
      measured: milliseconds(npm),
      before: '',
    },
  ])
  const isMet =
    install.after <= GOALS.install * 1e6 &&
    imageBytes <= GOALS.image * 1e6 &&
    percentile(bin, 0.5) <= GOALS.bin &&
    percentile(npm, 0.5) <= GOALS.npm
  printGoal('every size and start is within its goal', isMet)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
