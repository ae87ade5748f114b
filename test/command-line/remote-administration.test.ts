import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES } from '../../src/accounts/scopes.ts'
import { runCommand, spawnCommand } from '../support/command-line.ts'
import { STORAGE, startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

/** Limits of the default plan, which the service has from its settings. */
const LIMITS = { REQUESTS_PER_SECOND: '1000', REQUEST_BURST: '1000', READS_PER_SECOND: '1000', READ_BURST: '1000' }

let service: TestService
let folder: string
let admin: string
beforeAll(async () => {
  service = await startTestService(LIMITS)
  folder = await mkdtemp(join(tmpdir(), 'declaim-administration-'))
  admin = (await createApiKey(service.db, { name: 'admin', account: 'operators', scopes: SCOPES, now: 1 })).key
  const login = await declaimProcess(['login', service.url], `${admin}\n`)
  if (login.code !== 0) throw new Error(login.stderr)
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const optionsOf = (input: string, settings: Record<string, string>) => ({
  env: {
    PATH: process.env.PATH,
    XDG_CONFIG_HOME: join(folder, 'config'),
    DATA_DIR: join(folder, 'data'),
    ...settings,
  },
  folder,
  input,
})

/** Runs the command line as on a machine that has no service: its data directory is empty, and a login was kept. */
const declaim = (args: readonly string[], input = '', settings: Record<string, string> = {}) =>
  runCommand(args, optionsOf(input, settings))

/** The same in a process of its own. */
const declaimProcess = (args: readonly string[], input = '', settings: Record<string, string> = {}) =>
  spawnCommand(args, optionsOf(input, settings))

/** What a command prints at the service elsewhere. */
async function remotely(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await declaim([...args, '--remote'])
  expect([code, stderr], args.join(' ')).toEqual([0, `Using the service at ${service.url}\n`])
  return stdout
}

/** What the same command prints on the machine of the service. */
async function locally(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await declaim(args, '', { ...LIMITS, DATA_DIR: service.dataDirectory })
  expect([code, stderr], args.join(' ')).toEqual([0, `Using the data directory ${service.dataDirectory}\n`])
  return stdout
}

const json = async (args: readonly string[]) => JSON.parse(await remotely([...args, '--json'])) as never

async function avatarsStatus(key: string): Promise<number> {
  return (await service.call('/avatars', { headers: { 'x-api-key': key } })).status
}

test('keys and accounts have a whole life at a service elsewhere', async () => {
  expect((await stat(join(folder, 'config', 'declaim', 'login.json'))).mode & 0o777).toBe(0o600)
  const made = await remotely(['keys', 'create', '--account', 'Phone', '--name', 'menu', '--scopes', 'synthesize'])
  const [, key, id] = /^(dcl_\w{42})\n\nKey ([0-9a-f-]{36}) of account "Phone"/.exec(made)!
  expect(await avatarsStatus(key!)).toBe(200)
  expect(await remotely(['keys', 'list'])).toMatch(
    new RegExp(`${id}  \\.\\.\\.${key!.slice(-4)}  Phone  menu  made .*  valid  .*  only synthesize\n`),
  )
  const rotated = await remotely(['keys', 'rotate', id!, '--overlap-hours', '0.5'])
  const [, second] = /^(dcl_\w{42})\n\nKey .* of account "Phone"[^\n]+\nKey .* stays valid for 0.5 hours\.\n$/.exec(
    rotated,
  )!
  expect(await avatarsStatus(second!)).toBe(200)
  expect(await remotely(['keys', 'revoke', id!])).toBe(`Key ${id} is revoked.\n`)
  expect(await avatarsStatus(key!)).toBe(401)
  expect(await remotely(['accounts', 'suspend', 'Phone'])).toMatch(/^Account Phone \(.*\) is suspended\.\n$/)
  expect(await avatarsStatus(second!)).toBe(403)
  expect(await remotely(['accounts', 'resume', 'Phone'])).toMatch(/is active/)
  expect(await remotely(['accounts', 'delete', 'Phone'])).toMatch(/is deleted/)
  expect(await avatarsStatus(second!)).toBe(401)
})

test('usage needs no scope admin for the account of the key, and no option after a login', async () => {
  const { key } = await createApiKey(service.db, { name: 'plain', account: 'plain usage', now: 1 })
  const headers = { 'x-api-key': key }
  await (await service.call('/stream', { headers, body: { speaker_id: 3, text: 'Four.' } })).arrayBuffer()
  const { code, stdout, stderr } = await declaim(['usage', '--json'], '', { DECLAIM_API_KEY: key })
  expect([code, stderr]).toEqual([0, `Using the service at ${service.url}\n`])
  expect(JSON.parse(stdout)).toMatchObject([{ endpoint: 'stream', characters: 5 }])
})

test('plans are set, given to accounts and removed', async () => {
  expect(await remotely(['plans', 'set', 'large', 'charactersPerText=5000', 'requestsPerSecond=none'])).toBe(
    'Plan large is stored.\n',
  )
  await remotely(['plans', 'set', 'large', 'monthEnd=soft'])
  const plans = (await json(['plans', 'list'])) as { plan: string; limits: Record<string, unknown> }[]
  expect(plans.find(({ plan }) => plan === 'large')?.limits).toMatchObject({
    characters_per_text: 5000,
    requests_per_second: null,
    month_end: 'soft',
  })
  expect(await remotely(['accounts', 'create', 'Books', '--plan', 'large'])).toMatch(/has the plan large\.\n$/)
  expect(await declaim(['plans', 'remove', 'large', '--remote'])).toMatchObject({ code: 65 })
  await remotely(['accounts', 'set-plan', 'Books', 'default'])
  expect(await remotely(['plans', 'remove', 'large'])).toBe('Plan large is removed.\n')
})

// The command line of a distributed service reads its database, not its data directory.
describe.runIf(STORAGE === 'embedded')('what is printed', () => {
  test('is the same as on the machine of the service', async () => {
    await (await service.call('/stream', { body: { speaker_id: 3, text: 'Five and six.' } })).arrayBuffer()
    await remotely(['accounts', 'create', 'Printed'])
    for (const command of ['keys list', 'accounts list', 'plans list', 'usage --account default', 'audit --limit 3'])
      for (const more of [[], ['--json']]) {
        const args = [...command.split(' '), ...more]
        // The service writes usage before it answers; when keys were used is written within half a minute.
        const withoutUse = (printed: string) => printed.replaceAll(/never used|used \d\S+|"last_used_at": \w+/g, '')
        const remote = withoutUse(await remotely(args))
        expect(remote.length).toBeGreaterThan(2)
        expect(withoutUse(await locally(args)), args.join(' ')).toBe(remote)
      }
  })
})

test.each([
  [['accounts', 'suspend', 'Nobody'], 65, 'Cannot find account "Nobody"'],
  [['keys', 'revoke', 'none'], 65, 'Cannot revoke key none'],
  [['plans', 'set', 'a', 'speed=3'], 65, 'Cannot use limit speed'],
  [['plans', 'set', 'a b', 'webhooks=no'], 65, 'plan'],
  [['audit', '--action', 'revokekey'], 64, 'Cannot use --action revokekey: expected one of addPasskey, '],
])('%j is refused with %i', async (args, code, message) => {
  expect(await declaim([...args, '--remote'])).toMatchObject({ code, stderr: expect.stringContaining(message) })
})

test('a key without the scope admin, no key and a service that is away have exit codes of their own', async () => {
  const usual = { DECLAIM_URL: service.url, DECLAIM_API_KEY: TEST_KEY }
  expect(await declaim(['keys', 'list', '--remote'], '', usual)).toMatchObject({
    code: 77,
    stderr: expect.stringContaining('lacks the scope admin'),
  })
  expect(await declaim(['keys', 'list', '--url', 'http://127.0.0.1:9'])).toMatchObject({ code: 78 })
  const away = { DECLAIM_API_KEY: admin }
  expect(await declaimProcess(['keys', 'list', '--url', 'http://127.0.0.1:9'], '', away)).toMatchObject({ code: 69 })
})

test('help has examples, and completion knows the options', async () => {
  expect((await declaimProcess(['keys', 'create', '--help'])).stdout).toContain('--expires 2027-01-31 --remote')
  expect((await declaimProcess(['complete', '--', 'keys', 'create', '--re'])).stdout).toContain('--remote')
  expect((await declaimProcess(['complete', '--', 'accounts', ''])).stdout).toContain('suspend')
})
