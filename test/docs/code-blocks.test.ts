import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'
import { type CodeBlock, readCodeBlocks } from './read-code-blocks.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The pages whose shell and TypeScript blocks are run. */
const RUN_PAGES = globSync(['docs/guide/*.md', 'docs/{api,command-line,doors}.md', 'client/README.md'], {
  cwd: ROOT,
}).toSorted()
/** All pages: what their blocks hold is parsed. */
const PAGES = globSync(['*.md', 'docs/*.md', 'docs/guide/*.md', 'client/README.md'], { cwd: ROOT }).toSorted()
/** Languages of blocks, and what is done with them: `bash` and `ts` are run, `sh` has commands that change a machine. */
const LANGUAGES = new Set([
  '',
  'bash',
  'sh',
  'ts',
  'js',
  'tsx',
  'json',
  'yaml',
  'html',
  'xml',
  'python',
  'text',
  'http',
  'csv',
  'sql',
])

let service: TestService
let folder: string
let environment: Record<string, string>

beforeAll(async () => {
  service = await startTestService({ AVATARS_FILE: '' })
  folder = await mkdtemp(join(tmpdir(), 'declaim-docs-'))
  await installClient(join(folder, 'node_modules', 'declaim-client'))
  for (const name of ['openai', 'ws'])
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  await mkdir(join(folder, 'bin'))
  const program = join(folder, 'bin', 'declaim')
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'bin', 'declaim.mjs')}" "$@"\n`)
  await chmod(program, 0o755)
  // An example that is refused fails.
  await writeFile(join(folder, '.curlrc'), 'fail-with-body\n')
  environment = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    HOME: folder,
    DATA_DIR: join(folder, 'data'),
    DECLAIM_URL: service.url,
    DECLAIM_API_KEY: TEST_KEY,
    DECLAIM_KEY: TEST_KEY,
    BASE: `${service.url}/v1/tts`,
    KEY: TEST_KEY,
  }
}, 120_000)
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

/** Examples name the address and the key that a reader has. */
function adapt(code: string): string {
  return code.replaceAll('127.0.0.1:8787', new URL(service.url).host).replaceAll('dcl_...', TEST_KEY)
}

const blocksOf = (page: string): readonly CodeBlock[] => readCodeBlocks(join(ROOT, page))

describe('the guide', () => {
  const pages = RUN_PAGES.filter((page) => blocksOf(page).some(({ language }) => language === 'bash'))
  test.each(pages)('the shell commands of %s run', async (page) => {
    const blocks = blocksOf(page).filter(({ language }) => language === 'bash')
    const script = blocks.map(({ code, line }) => `# line ${line}\n${adapt(code)}`).join('\n')
    const place = await mkdtemp(join(folder, 'page-'))
    await writeFile(join(place, 'page.sh'), `set -euo pipefail\n${script}\necho the end\n`)
    const { stdout } = await run('bash', ['page.sh'], { cwd: place, env: environment, encoding: 'buffer' })
    expect(stdout.toString()).toMatch(/the end\n$/)
  })

  const programs = RUN_PAGES.flatMap((page) =>
    blocksOf(page)
      .filter(({ language }) => language === 'ts')
      .map((block) => [`${page}:${block.line}`, block] as const),
  )
  test.each(programs)('the program at %s runs', async (name, { code }) => {
    const file = join(folder, `${name.replaceAll(/\W/g, '-')}.ts`)
    await writeFile(file, adapt(code))
    const { stdout } = await run(process.execPath, [file], { cwd: folder, env: environment })
    expect(stdout).not.toContain('undefined')
  })
})

describe('every page', () => {
  test.each(PAGES)('%s has code that can be read', async (page) => {
    const faults = await Promise.all(blocksOf(page).map((block) => findFault(block)))
    expect(faults.filter((fault) => fault !== undefined)).toEqual([])
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

/** What is wrong with the code of a block; undefined if it can be read. */
async function findFault({ language, code, line }: CodeBlock): Promise<string | undefined> {
  try {
    if (!LANGUAGES.has(language)) return `line ${line}: nothing checks ${language}`
    if (language === 'json') JSON.parse(code)
    if (language === 'yaml') parseYaml(code)
    // Placeholders such as <name> would be redirections, but they are no errors of bash.
    if (language === 'bash' || language === 'sh') await run('bash', ['-n', '-c', code.replaceAll(/<[a-z ]+>/g, 'X')])
    return undefined
  } catch (error) {
    return `line ${line}: ${(error as Error).message}`
  }
}
