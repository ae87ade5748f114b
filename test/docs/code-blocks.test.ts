import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiDocument } from '../fuzz/api-document.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'
import { findJsonFault, type JsonSamples } from './check-json.ts'
import { type CodeBlock, readCodeBlocks } from './read-code-blocks.ts'
import { writeStandIns } from './stand-ins.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGES = globSync(['*.md', 'docs/*.md', 'docs/guide/*.md', 'client/README.md', '{codecs,training}/*/README.md'], {
  cwd: ROOT,
}).toSorted()

/** What is done with each kind of block. A block of another kind, or of none, fails. */
const KINDS = {
  bash: 'run against a service, all blocks of a page as one script',
  sh: 'run with stand-ins for the programs that a test cannot run: see stand-ins.ts',
  ts: 'run against a service, or found in the file that it quotes',
  js: 'run as a program',
  python: 'run as a program',
  json: 'compared with what the service takes and answers',
  http: 'its JSON is compared with what the service sends',
  promql: 'its metrics are among those of /metrics',
  text: 'nothing: a drawing or a list of commands',
} as const

/** Blocks that quote a test: what they say stands there. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['describeEngine(', 'src/synthesis/engines/flite/flite-engine.test.ts'],
])

let service: TestService
let folder: string
let environment: Record<string, string>
let samples: JsonSamples

beforeAll(async () => {
  service = await startTestService({ METRICS_ADDRESS: '127.0.0.1:0', AVATARS_FILE: '', SEGMENT_CACHE_MB: '64' })
  folder = await mkdtemp(join(tmpdir(), 'declaim-docs-'))
  await installClient(join(folder, 'node_modules', 'declaim-client'))
  for (const name of ['openai', 'ws', 'standardwebhooks'])
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  await mkdir(join(folder, 'bin'))
  const program = join(folder, 'bin', 'declaim')
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'bin', 'declaim.mjs')}" "$@"\n`)
  await chmod(program, 0o755)
  // An example that is refused fails.
  await writeFile(join(folder, '.curlrc'), 'fail-with-body\n')
  environment = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE!,
    HOME: folder,
    DATA_DIR: join(folder, 'data'),
    DECLAIM_URL: service.url,
    DECLAIM_API_KEY: TEST_KEY,
    BASE: `${service.url}/v1/tts`,
    KEY: TEST_KEY,
  }
  // The pages administer a service on this machine.
  await run(process.execPath, [join(ROOT, 'bin', 'declaim.mjs'), 'migrate'], { env: environment })
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as ApiDocument
  samples = { document, answers: [await wordTiming(), await cancellation()] }
  const paths = Object.keys(document.paths)
  await writeStandIns(join(folder, 'stand-ins'), { root: ROOT, node: process.execPath, paths })
}, 240_000)
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

/** The client as npm would install it. */
async function installClient(target: string): Promise<void> {
  await mkdir(target, { recursive: true })
  const compiler = join(ROOT, 'node_modules', '.bin', 'tsc')
  await run(compiler, ['-p', join(ROOT, 'client', 'tsconfig.build.json'), '--outDir', target])
  await writeFile(join(target, 'package.json'), '{"name":"declaim-client","type":"module","exports":"./declaim.js"}')
}

const CLIP_EVENTS: readonly string[] = ['clip.completed', 'clip.failed', 'bulk.completed', 'combination.completed']

/** Examples name the address and the key that a reader has. */
function adapt(code: string): string {
  return code.replaceAll('127.0.0.1:8787', new URL(service.url).host).replaceAll('dcl_...', TEST_KEY)
}

/** The word times of a clip, which are those of /word-timing. */
async function wordTiming(): Promise<unknown> {
  const body = { speaker_id: 3, text: 'It costs $4.99, really.' }
  const { clip_id: id } = await service.json<{ clip_id: string }>('/clips', { body })
  await service.finished(id)
  return await service.json(`/clips/${id}/timing`)
}

/** What /stream-input answers to `cancel`. */
async function cancellation(): Promise<unknown> {
  const socket = new WebSocket(`${service.url.replace(/^http/, 'ws')}/v1/tts/stream-input`, [
    'declaim',
    `key.${TEST_KEY}`,
  ])
  const send = (message: object) => socket.send(JSON.stringify(message))
  return await new Promise((resolve, reject) => {
    socket.onerror = () => reject(new Error('The connection failed'))
    socket.onopen = () => {
      send({ type: 'start', speaker_id: 3, audio: 'base64' })
      send({ type: 'text', text: 'Hello there. How are you?' })
      send({ type: 'flush' })
    }
    socket.onmessage = ({ data }) => {
      const event = JSON.parse(String(data)) as { type: string }
      if (event.type === 'done') send({ type: 'cancel', played_ms: 1000 })
      if (event.type !== 'cancelled') return
      socket.close()
      resolve(event)
    }
  })
}

const blocksOf = (page: string): readonly CodeBlock[] => readCodeBlocks(join(ROOT, page))
const pagesWith = (kind: string) => PAGES.filter((page) => blocksOf(page).some(({ language }) => language === kind))
const blocksWith = (kind: string) =>
  PAGES.flatMap((page) =>
    blocksOf(page)
      .filter(({ language }) => language === kind)
      .map((block) => [`${page}:${block.line}`, block] as const),
  )

/** Runs the blocks of a kind on a page as one script; the first command that fails ends it. */
async function runScript(page: string, kind: string, path: string): Promise<string> {
  const blocks = blocksOf(page).filter(({ language }) => language === kind)
  // A placeholder such as <this repository> would be a redirection.
  const fill = (code: string) => (kind === 'sh' ? code.replaceAll(/<[a-z ]+>/g, 'X') : code)
  const script = blocks.map(({ code, line }) => `# line ${line}\n${fill(adapt(code))}`).join('\n')
  const place = await mkdtemp(join(folder, 'page-'))
  await writeFile(join(place, 'page.sh'), `set -eo pipefail\n${script}\necho the end\n`)
  const env = { ...environment, PATH: path }
  const { stdout } = await run('/bin/bash', ['page.sh'], { cwd: place, env, encoding: 'buffer' })
  return stdout.toString()
}

describe('shell commands', () => {
  test.each(pagesWith('bash'))('of %s run against a service', async (page) => {
    expect(await runScript(page, 'bash', environment.PATH!)).toMatch(/the end\n$/)
  })

  test.each(pagesWith('sh'))('of %s that change a machine have arguments that their programs take', async (page) => {
    const path = `${join(folder, 'stand-ins')}:${environment.PATH}`
    expect(await runScript(page, 'sh', path)).toMatch(/the end\n$/)
  })
})

describe('programs', () => {
  const quoteOf = (code: string) => [...QUOTES].find(([start]) => code.startsWith(start))?.[1]

  test.each(blocksWith('ts').filter(([, { code }]) => quoteOf(code) !== undefined))(
    '%s is quoted from a file',
    (_, { code }) => {
      // The voice is that of the engine at hand.
      expect(readFileSync(join(ROOT, quoteOf(code)!), 'utf8')).toContain(code.split(/, '\w+'\)$/)[0])
    },
  )

  test.each(blocksWith('ts').filter(([, { code }]) => quoteOf(code) === undefined))(
    '%s runs',
    async (name, { code }) => {
      const file = join(folder, `${name.replaceAll(/\W/g, '-')}.ts`)
      await writeFile(file, adapt(code))
      const { stdout } = await run(process.execPath, [file], { cwd: folder, env: environment })
      expect(stdout).not.toContain('undefined')
    },
  )

  test('in JavaScript are the bridge for telephones, which its own test runs, the receiver of webhooks and the mouth', () => {
    const names = blocksWith('js').map(([, { code }]) => code.split('\n')[0])
    expect(new Set(names)).toEqual(new Set(['// bridge.mjs', '// receiver.mjs', '// mouth-at.mjs']))
    expect(readFileSync(join(ROOT, 'test/doors/telephony.test.ts'), 'utf8')).toContain('bridge.mjs')
  })

  test('the mouth is closed in the middle of a b, open in a vowel, and between them in between', async () => {
    const [, mouth] = blocksWith('js').find(([, { code }]) => code.startsWith('// mouth-at.mjs'))!
    const file = join(folder, 'mouth-at.mjs')
    await writeFile(file, mouth.code)
    const { mouthAt } = await import(file)
    const phones = [
      { oculus: 'PP', start_ms: 0, end_ms: 100 },
      { oculus: 'aa', start_ms: 100, end_ms: 300 },
    ]
    const arkit = { PP: { mouthPressLeft: 0.4 }, aa: { jawOpen: 0.6 } }
    expect(mouthAt(50, { phones, arkit })).toEqual({ mouthPressLeft: 0.4 })
    expect(mouthAt(200, { phones, arkit })).toEqual({ jawOpen: 0.6 })
    expect(mouthAt(100, { phones, arkit })).toEqual({ mouthPressLeft: 0.2, jawOpen: 0.3 })
  })

  test('the receiver of webhooks takes what is signed and refuses what is not', async () => {
    const [, receiver] = blocksWith('js').find(([, { code }]) => code.startsWith('// receiver.mjs'))!
    const secret = `whsec_${Buffer.from('the secret of a webhook').toString('base64')}`
    const file = join(folder, 'receiver.mjs')
    await writeFile(file, receiver.code)
    const port = await findFreePort()
    const env = { ...environment, PORT: String(port), DECLAIM_WEBHOOK_SECRET: secret }
    const program = spawn(process.execPath, [file], { cwd: folder, env })
    try {
      const post = async (signature: string) => {
        const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.trunc(now / 1000)) }
        const init = { method: 'POST', body, headers: { ...headers, 'webhook-signature': signature } }
        const answer = await fetchWhenListening(`http://127.0.0.1:${port}/declaim`, init, program)
        return answer.status
      }
      const body = JSON.stringify({ type: 'clip.completed', data: { id: 'a' } })
      const now = Date.now()
      expect(await post(new Webhook(secret).sign('msg_1', new Date(now), body))).toBe(204)
      expect(await post('v1,wrong')).toBe(401)
    } finally {
      program.kill()
    }
  })
})

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Asks until a program that was just started listens. */
async function fetchWhenListening(url: string, init: RequestInit, program: ChildProcess): Promise<Response> {
  for (;;) {
    try {
      return await fetch(url, init)
    } catch (error) {
      if (program.exitCode !== null) throw error
      await sleep(50)
    }
  }
}

describe('every page', () => {
  test.each(PAGES)('%s has blocks of known kinds only', (page) => {
    const unknown = blocksOf(page).filter(({ language }) => !Object.hasOwn(KINDS, language))
    expect(unknown.map(({ line, language }) => `line ${line}: nothing checks "${language}"`)).toEqual([])
  })

  test.each(pagesWith('json'))('%s has JSON that the service takes or answers', (page) => {
    const blocks = blocksOf(page).filter(({ language }) => language === 'json')
    const faults = blocks.flatMap(({ code, line }) => {
      const fault = findJsonFault(code, samples)
      return fault === undefined ? [] : [`line ${line}: ${fault}`]
    })
    expect(faults).toEqual([])
  })

  test.each(pagesWith('http'))('%s has messages with JSON that the service sends', (page) => {
    for (const { code } of blocksOf(page).filter(({ language }) => language === 'http')) {
      const values = Array.from(code.matchAll(/^(?:data: )?(\{.*\})$/gm), ([, json]) => json!.replaceAll(', ...', ''))
      expect(values.length).toBeGreaterThan(0)
      const events = values.map((json) => JSON.parse(json) as { type?: string; words?: unknown })
      for (const { type, words } of events)
        expect(type === undefined ? Array.isArray(words) : CLIP_EVENTS.includes(type)).toBe(true)
    }
  })

  test.each(pagesWith('promql'))('%s queries metrics that exist', async (page) => {
    const metrics = await (await fetch(`${service.operationsUrl}/metrics`)).text()
    for (const { code } of blocksOf(page).filter(({ language }) => language === 'promql')) {
      const names = [...new Set(code.match(/declaim_\w+/g))]
      expect(names.length).toBeGreaterThan(0)
      expect(names.filter((name) => !metrics.includes(`# TYPE ${name} `))).toEqual([])
    }
  })

  test.each(PAGES)('%s names benchmarks that exist', (page) => {
    const benches = globSync('bench/*.ts', { cwd: ROOT }).map((file) => file.slice('bench/'.length, -'.ts'.length))
    const known = new Set(['NAME', ...benches])
    const named = blocksOf(page).flatMap(({ code }) =>
      Array.from(code.matchAll(/npm run bench -- ([\w-]+)/g), ([, name]) => name!),
    )
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })
})
