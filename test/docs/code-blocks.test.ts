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
const RUN_PAGES = globSync(['docs/guide/*.md', 'docs/{api,command-line,doors}.md'], { cwd: ROOT }).toSorted()
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
  await symlink(join(ROOT, 'node_modules', 'openai'), join(folder, 'node_modules', 'openai'))
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
  return code.replaceAll('http://127.0.0.1:8787', service.url).replaceAll('dcl_...', TEST_KEY)
}

describe('the guide', () => {
  test.each(RUN_PAGES)('the shell commands of %s run', async (page) => {
    const blocks = readCodeBlocks(join(ROOT, page)).filter(({ language }) => language === 'bash')
    if (blocks.length === 0) return expect(readCodeBlocks(join(ROOT, page))).toBeDefined()
    const script = blocks.map(({ code, line }) => `# line ${line}\n${adapt(code)}`).join('\n')
    const place = await mkdtemp(join(folder, 'page-'))
    await writeFile(join(place, 'page.sh'), `set -euo pipefail\n${script}\n`)
    await run('bash', ['page.sh'], { cwd: place, env: environment })
  })

  const programs = RUN_PAGES.flatMap((page) =>
    readCodeBlocks(join(ROOT, page))
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
    for (const block of readCodeBlocks(join(ROOT, page))) await checkBlock(block, page)
  })

  test.each(PAGES)('%s names benchmarks and scripts that exist', (page) => {
    const benches = new Set(
      globSync('bench/*.ts', { cwd: ROOT }).map((file) => file.slice('bench/'.length, -'.ts'.length)),
    )
    for (const { code, line } of readCodeBlocks(join(ROOT, page))) {
      for (const [, name] of code.matchAll(/npm run bench -- ([\w-]+)/g)) {
        if (name !== 'NAME') expect(benches, `${page}:${line}`).toContain(name)
      }
    }
  })
})

async function checkBlock({ language, code, line }: CodeBlock, page: string): Promise<void> {
  const place = `${page}:${line}`
  expect(LANGUAGES, place).toContain(language)
  if (language === 'json') expect(() => JSON.parse(code), place).not.toThrow()
  if (language === 'yaml') expect(() => parseYaml(code), place).not.toThrow()
  if (language === 'bash' || language === 'sh') {
    // Placeholders such as <name> would be redirections, but they are none of bash's errors.
    await expect(run('bash', ['-n', '-c', code.replaceAll(/<[a-z ]+>/g, 'X')]), place).resolves.toBeDefined()
  }
}
