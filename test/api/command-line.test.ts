import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../support/command-line.ts'
import { decodeMp3 } from '../support/decode-audio.ts'
import { startServerProcess } from '../support/server-process.ts'
import { TONE_AVATARS } from '../support/test-service.ts'

const run = promisify(execFile)
const PROGRAM = fileURLToPath(new URL('../../bin/declaim.mjs', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-command-'))
})
afterAll(() => rm(folder, { recursive: true }))

const declaim = (args: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
  run(process.execPath, [PROGRAM, ...args], { env: { PATH: process.env.PATH, DATA_DIR: folder, ...settings } })

/** The same without a process of its own, for what a process adds nothing to. */
const declaimHere = (args: readonly string[]) =>
  runCommand(args, { env: { PATH: process.env.PATH, DATA_DIR: folder }, folder })

async function avatarsStatus(url: string, key: string): Promise<number> {
  return (await fetch(`${url}/v1/tts/avatars`, { headers: { 'x-api-key': key } })).status
}

test('the first start at a terminal prints a key and a line that works when pasted; keys can be made and revoked meanwhile', async () => {
  const server = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'error' }, 'serve', { atTerminal: true })
  try {
    while (!server.lines.some((line) => line.includes('curl'))) await sleep(50)
    const curl = server.lines.find((line) => line.includes('curl'))!
    await run('bash', ['-c', curl], { cwd: folder })
    expect((await decodeMp3(await readFile(join(folder, 'hello.mp3')))).length).toBeGreaterThan(16_000)

    expect(server.lines.join('\n')).toMatch(/^The Studio is at http:\/\/\S+\/#sign-in=[\w-]{32}$/m)
    const { stdout: made } = await declaim(['keys', 'create', '--name', 'phone menu'])
    const [, key, id] = /^(dcl_\w{42})\n\nKey ([0-9a-f-]{36}) of account "default"/.exec(made)!
    expect(await avatarsStatus(server.url, key!)).toBe(200)
    const { stdout: list } = await declaimHere(['keys', 'list'])
    expect(list).toMatch(
      new RegExp(`${id}  \\.\\.\\.${key!.slice(-4)}  default  phone menu  made \\d{4}-\\d\\d-\\d\\d  valid  `),
    )
    expect(list).not.toContain(key)
    await declaimHere(['keys', 'revoke', id!])
    expect(await avatarsStatus(server.url, key!)).toBe(401)
    expect((await declaimHere(['keys', 'revoke', id!])).stderr).toContain(`Cannot revoke key ${id}`)
    await expect(declaim(['serve'])).rejects.toThrow('another Declaim server is running on it')
  } finally {
    expect(await server.stop()).toBe(0)
  }
  const again = await startServerProcess({ DATA_DIR: folder, AVATARS_FILE: TONE_AVATARS, LOG_LEVEL: 'error' })
  expect(again.lines.filter((line) => line.includes('API key'))).toEqual([])
  await again.stop()
})

test('a start whose output is kept prints no credential, and says which commands do', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'declaim-logged-'))
  const server = await startServerProcess({ DATA_DIR, AVATARS_FILE: TONE_AVATARS, LOG_LEVEL: 'debug' })
  try {
    while (!server.lines.some((line) => line.includes('keys create'))) await sleep(20)
    expect(server.lines.join('\n')).not.toMatch(/dcl_|#sign-in=/)
    const { stdout: link } = await declaim(['sign-in'], { DATA_DIR, PUBLIC_URL: server.url })
    const [, code] = /^http:\S+\/#sign-in=([\w-]{32})$/m.exec(link)!
    const answer = await fetch(`${server.url}/studio/session`, {
      method: 'POST',
      headers: { 'x-declaim-studio': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    expect(answer.status).toBe(200)
    const { stdout: made } = await declaim(['keys', 'create', '--name', 'first'], { DATA_DIR })
    expect(await avatarsStatus(server.url, /^dcl_\w{42}/.exec(made)![0])).toBe(200)
    const { stdout: accounts } = await declaim(['accounts', 'list'], { DATA_DIR })
    expect(accounts).toMatch(/default .*owner/)
  } finally {
    await server.stop()
    await rm(DATA_DIR, { recursive: true })
  }
})

test('wrong settings are listed, all of them', async () => {
  const settings = { PORT: 'eighty', LOG_LEVEL: 'loud', PUBLIC_URL: 'speech.example.com', MAX_TEXT_LENGTH: '-1' }
  const { stderr, code } = await declaim(['serve'], settings).catch((error) => error)
  expect(code).toBe(78)
  for (const [name, value] of Object.entries(settings)) expect(stderr).toContain(`${name} is "${value}"`)
})

test.each([
  [['sing'], "unknown command 'sing'"],
  [['key'], 'Did you mean keys?'],
  [['keys', 'revoke'], "missing required argument 'id'"],
  [['keys', 'create', '--expires', 'soon'], 'Expected a date such as 2027-01-31'],
  [['plans', 'set', 'team'], "missing required argument 'limits'"],
  [['usage', '--from', 'today'], 'Expected a day such as 2026-03-14'],
])('%j is refused with exit code 64', async (args, message) => {
  expect(await declaimHere(args)).toMatchObject({ code: 64, stderr: expect.stringContaining(message) })
})

test('completes commands for shells', async () => {
  expect((await declaim(['complete', 'bash'])).stdout).toContain('complete -F')
  expect((await declaim(['complete', '--', 'cli'])).stdout).toMatch(/^clips\t/m)
})

test('help and version are printed', async () => {
  expect((await declaimHere([])).stdout).toMatch(/^The service:\n {2}serve/m)
  expect((await declaim(['version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('voice packages are listed', async () => {
  expect((await declaimHere(['voices', 'list'])).stdout).toMatch(/^ember {2}/)
})

test('a Node that is too old gets a sentence and not a crash, if no other came with the packages', async () => {
  const source = (await readFile(PROGRAM, 'utf8')).replace('process.versions.node.split', "'20.20.2'.split")
  const program = join(folder, 'old.mjs')
  await writeFile(program, source)
  await copyFile(join(dirname(PROGRAM), 'own-node.mjs'), join(folder, 'own-node.mjs'))
  await expect(run(process.execPath, [program])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('22.18 or newer is needed'),
  })
})
