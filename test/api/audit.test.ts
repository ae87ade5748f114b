import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES } from '../../src/accounts/scopes.ts'
import { createSignInCode } from '../../src/accounts/sessions.ts'
import { listAuditActions } from '../../src/api/requests/audited-actions.ts'
import {
  createAccountCommand,
  deleteAccountCommand,
  setAccountStatusCommand,
} from '../../src/commands/administration/accounts.ts'
import { audit, followAudit } from '../../src/commands/administration/audit.ts'
import { createKeyCommand, revokeKeyCommand, rotateKeyCommand } from '../../src/commands/administration/keys.ts'
import { createLocalAdministration } from '../../src/commands/administration/local-administration.ts'
import { setPlanCommand } from '../../src/commands/administration/plans.ts'
import { runCommandLine } from '../../src/commands/run-command-line.ts'
import type { Config } from '../../src/config.ts'
import { refuseWrites } from '../support/refuse-writes.ts'
import { STORAGE, startTestService, type TestService } from '../support/test-service.ts'

let dataDirectory: string
let config: Config
let service: TestService
let admin: { readonly key: string; readonly id: string; readonly accountId: string }
/** Keys that were shown during the tests. None may be in the log. */
const secrets: string[] = []

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'declaim-audit-'))
  service = await startTestService({ DATA_DIR: dataDirectory, WEBHOOK_PRIVATE_ADDRESSES: 'allow', LOG_LEVEL: 'silent' })
  config = service.config
  const { key, record } = await createApiKey(service.db, { name: 'admin', account: 'ops', scopes: SCOPES, now: 1 })
  admin = { key, id: record.id, accountId: record.accountId }
  secrets.push(key)
})
afterAll(async () => {
  await service.close()
  await rm(dataDirectory, { recursive: true })
})

type Entry = Readonly<Record<string, unknown>> & { readonly position: number; readonly action: string }

async function call<Body = Record<string, string>>(path: string, options: { method?: string; body?: unknown } = {}) {
  const answer = await service.call(path, { ...options, headers: { 'x-api-key': admin.key } })
  return (await answer.json()) as Body
}

async function entriesOf(query: string): Promise<readonly Entry[]> {
  return (await call<{ entries: readonly Entry[] }>(`/admin/audit?${query}`)).entries
}

const byKey = () => ({ kind: 'key', account_id: admin.accountId, key_id: admin.id, address: '127.0.0.1' })

describe('the audit log', () => {
  test('names the key, the address, the action and its target, newest first', async () => {
    const { account_id } = await call('/admin/accounts', { body: { name: 'Audited' } })
    const path = `/admin/accounts/${account_id}`
    await call(path, { method: 'PATCH', body: { status: 'suspended' } })
    const made = await call(`${path}/keys`, { body: { name: 'phone', scopes: ['usage'] } })
    const rotated = await call(`${path}/keys/${made.key_id}/rotate`, { body: { overlap_seconds: 60 } })
    secrets.push(made.key!, rotated.key!)
    await call(`${path}/keys/${rotated.key_id}`, { method: 'DELETE' })
    await call(path, { method: 'DELETE' })
    const entries = await entriesOf(`account_id=${account_id}`)
    expect(entries).toMatchObject([
      { action: 'deleteAccount', target: account_id, details: { name: 'Audited', plan: 'default' } },
      { action: 'revokeKey', target: rotated.key_id },
      { action: 'rotateKey', target: made.key_id, details: { newKey: rotated.key_id, overlapMs: 60_000 } },
      { action: 'createKey', target: made.key_id, details: { name: 'phone', scopes: ['usage'] } },
      { action: 'changeAccount', target: account_id, details: { status: 'suspended' } },
      { action: 'createAccount', target: account_id, details: { name: 'Audited', plan: 'default' } },
    ])
    for (const entry of entries) expect(entry).toMatchObject({ actor: byKey(), account_id })
    const positions = entries.map(({ position }) => position)
    expect(positions).toEqual(positions.toSorted((a, b) => b - a))
  })

  test('notes changes of plans, libraries and clips, and no texts, reads and refusals', async () => {
    await call('/admin/plans', { body: { plan: 'noted', limits: { webhooks: false } } })
    await call('/admin/plans/noted', { method: 'PATCH', body: { month_end: 'soft' } })
    await call('/admin/plans/noted', { method: 'DELETE' })
    const { library_id } = await call('/replacement_libraries', { body: { name: 'Private words' } })
    const library = `/replacement_libraries/${library_id}`
    const body = { original: 'Confidential', replacement_text: 'secret' }
    const { replacement_id } = await call(`${library}/replacements`, { body })
    await call(`${library}/replacements/${replacement_id}`, { method: 'PATCH', body: { enabled: false } })
    await call(`${library}/replacements/${replacement_id}`, { method: 'DELETE' })
    await call(`${library}/replacements/nothing`, { method: 'DELETE' })
    await call(library, { method: 'DELETE' })
    const { clip_id } = await call('/clips', { body: { speaker_id: 3, text: 'Confidential' } })
    await call(`/clips/${clip_id}`, { method: 'DELETE' })
    await service.call('/stream', { body: { speaker_id: 3, text: 'x' }, headers: { 'x-api-key': admin.key } })
    const entries = (await entriesOf('limit=8')).toReversed()
    const item = `${library_id}/${replacement_id}`
    expect(entries.map(({ action, target }) => [action, target])).toEqual([
      ['changePlan', 'noted'],
      ['deletePlan', 'noted'],
      ['createLibrary', library_id],
      ['addReplacement', item],
      ['updateReplacement', item],
      ['deleteReplacement', item],
      ['deleteLibrary', library_id],
      ['deleteClip', clip_id],
    ])
    for (const { actor } of entries) expect(actor).toEqual(byKey())
    expect(JSON.stringify(await entriesOf(''))).not.toMatch(/Confidential|Private words/)
  })

  test('notes a sign-in, and what is changed in the Studio', async () => {
    const headers = { 'x-declaim-studio': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    const code = await createSignInCode(service.db, { account: 'ops', now: Date.now() })
    secrets.push(code)
    const url = `${service.url}/studio/session`
    const signedIn = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ code }) })
    const cookie = signedIn.headers.get('set-cookie')!
    secrets.push(/=([\w-]+)/.exec(cookie)![1]!)
    const library = { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify({ name: 'S' }) }
    await fetch(`${service.url}/v1/tts/replacement_libraries`, library)
    const actor = { kind: 'session', account_id: admin.accountId, address: '127.0.0.1' }
    expect(await entriesOf('limit=2')).toMatchObject([
      { action: 'createLibrary', actor },
      { action: 'signIn', actor, account_id: admin.accountId },
    ])
  })

  test('notes the operator at the command line', async () => {
    const print: string[] = []
    const add = (line: string) => print.push(line)
    const administration = createLocalAdministration(config)
    await createAccountCommand({ name: 'By hand' }, administration, add)
    await createKeyCommand({ name: 'k', account: 'By hand' }, administration, add)
    const [, key, id] = /^(dcl_\w{42})\n\nKey ([0-9a-f-]{36})/.exec(print.at(-1)!)!
    secrets.push(key!)
    await rotateKeyCommand({ id: id!, overlapHours: 1 }, administration, add)
    await revokeKeyCommand({ id: id! }, administration, add)
    await setPlanCommand({ name: 'by-hand', settings: ['webhooks=no'] }, administration, add)
    await setAccountStatusCommand({ account: 'By hand', status: 'suspended' }, administration, add)
    await deleteAccountCommand({ account: 'By hand' }, administration, add)
    const entries = await entriesOf('limit=7')
    expect(entries.map(({ action }) => action).toReversed()).toEqual([
      'createAccount',
      'createKey',
      'rotateKey',
      'revokeKey',
      'changePlan',
      'changeAccount',
      'deleteAccount',
    ])
    for (const { actor } of entries) expect(actor).toEqual({ kind: 'operator', name: expect.stringMatching(/./) })
  })

  test('can be filtered by action, key and time, and read page by page', async () => {
    expect((await entriesOf('action=revokeKey')).every(({ action }) => action === 'revokeKey')).toBe(true)
    expect((await entriesOf('action=revokeKey')).length).toBeGreaterThanOrEqual(2)
    const all = await entriesOf('')
    expect((await entriesOf(`key_id=${admin.id}`)).length).toBe(
      all.filter(({ actor }) => (actor as { key_id?: string }).key_id === admin.id).length,
    )
    const today = new Date().toISOString().slice(0, 10)
    expect(await entriesOf(`from=${today}T00:00Z`)).toHaveLength(all.length)
    expect(await entriesOf(`to=${today}`)).toEqual([])
    const pages: Entry[] = []
    for (let before = ''; ; ) {
      const page = await entriesOf(`limit=5${before}`)
      pages.push(...page)
      if (page.length < 5) break
      before = `&before=${page.at(-1)!.position}`
    }
    expect(pages).toEqual(all)
    for (const query of ['from=yesterday', 'limit=0', 'limit=1001', 'before=x'])
      expect((await service.call(`/admin/audit?${query}`, { headers: { 'x-api-key': admin.key } })).status).toBe(400)
  })

  test('is printed by declaim audit, as lines and as JSON', async () => {
    const lines: string[] = []
    await audit({ limit: 1000, json: true }, createLocalAdministration(config), (line) => lines.push(line))
    const all = await entriesOf('')
    expect(lines.map((line) => JSON.parse(line).position)).toEqual(all.map(({ position }) => position))
    const printed: string[] = []
    await audit({ limit: 3, action: 'revokeKey' }, createLocalAdministration(config), (line) => printed.push(line))
    expect(printed[0]).toMatch(/^\d{4}-\d\d-\d\dT\S+Z {2}revokeKey {2}\S{36} {2}account \S{36} {2}by operator \S+$/)
    expect(printed[1]).toMatch(/by key \S{36} {2}from 127\.0\.0\.1 of \S{36}$/)
    expect(await runCommandLine(['audit', '--limit', '0'])).not.toBe(0)
    expect(await runCommandLine(['audit', '--action', 'nothing'])).toBe(64)
  })

  test('has an entry exactly if the change is stored: neither is without the other', async () => {
    const { library_id } = await call('/replacement_libraries', { body: { name: 'Kept' } })
    const library = `/replacement_libraries/${library_id}`
    const { clip_id } = await call('/clips', { body: { speaker_id: 3, text: 'Kept' } })
    await service.finished(clip_id!).catch(() => {})
    const { db } = service
    const before = await entriesOf('')
    const repair = await refuseWrites(db, { on: 'insert', table: 'audit_log' }, STORAGE)
    const changes = [
      call('/replacement_libraries', { body: { name: 'Lost' } }),
      call(library, { method: 'PATCH', body: { name: 'Lost' } }),
      call(`${library}/replacements`, { body: { original: 'lost', replacement_text: 'lost' } }),
      call(`${library}/replacements/bulk`, { body: [{ original: 'lost', replacement_text: 'lost' }] }),
      call(library, { method: 'DELETE' }),
      call('/webhooks', { body: { url: 'http://127.0.0.1:9/' } }),
      call(`/clips/${clip_id}`, { method: 'DELETE' }),
      call('/keys', { body: { name: 'lost' } }),
    ]
    for (const answer of await Promise.all(changes)) expect(answer).toMatchObject({ code: 'INTERNAL_ERROR' })
    await repair()
    expect(await entriesOf('')).toEqual(before)
    const { libraries } = await call<{ libraries: readonly { name: string }[] }>('/replacement_libraries')
    expect(libraries.map(({ name }) => name)).toContain('Kept')
    expect(libraries.map(({ name }) => name)).not.toContain('Lost')
    const { replacements } = await call<{ replacements: readonly object[] }>(`${library}/replacements`)
    expect(replacements).toEqual([])
    expect(await call('/webhooks')).toEqual({ webhooks: [] })
    expect(await call(`/clips/${clip_id}`)).toMatchObject({ id: clip_id })
  })

  test('notes a request that is repeated under its idempotency key once', async () => {
    const before = (await entriesOf('action=createLibrary')).length
    for (let i = 0; i < 3; i++)
      await service.call('/replacement_libraries', {
        body: { name: 'Once' },
        headers: { 'x-api-key': admin.key, 'idempotency-key': 'once' },
      })
    expect((await entriesOf('action=createLibrary')).length).toBe(before + 1)
  })

  test('notes a browser that signs in and out', async () => {
    const headers = { 'x-declaim-studio': '1', 'content-type': 'application/json' }
    const body = JSON.stringify({ key: admin.key })
    const answer = await fetch(`${service.url}/studio/session`, { method: 'POST', headers, body })
    const cookie = answer.headers.get('set-cookie')!
    await fetch(`${service.url}/studio/session`, {
      method: 'DELETE',
      headers: { 'x-declaim-studio': '1', cookie },
    })
    const [signOut, signIn] = await entriesOf('limit=2')
    const actor = { kind: 'session', account_id: admin.accountId, key_id: admin.id, address: '127.0.0.1' }
    expect(signIn).toMatchObject({ action: 'signIn', actor })
    expect(signOut).toMatchObject({
      action: 'signOut',
      actor,
      target: (signIn!.details as { session: string }).session,
    })
  })

  test('is followed as JSON lines, each entry once, from a position or from now', async () => {
    const all = (await entriesOf('')).toReversed()
    const printed: string[] = []
    const stopping = new AbortController()
    const follow = followAudit({ after: all[1]!.position }, createLocalAdministration(config), {
      print: (line) => void printed.push(line),
      signal: stopping.signal,
      pollMs: 5,
    })
    const fromNow: string[] = []
    const followNow = followAudit({ action: 'createLibrary' }, createLocalAdministration(config), {
      print: (line) => void fromNow.push(line),
      signal: stopping.signal,
      pollMs: 5,
    })
    await expect.poll(() => printed.length).toBe(all.length - 2)
    const made: string[] = []
    // It may start reading at any moment, so libraries are created until it prints one.
    while (fromNow.length === 0) {
      made.push((await call('/replacement_libraries', { body: { name: 'Followed' } })).library_id!)
      await sleep(20)
    }
    await expect.poll(() => printed.length).toBe(all.length - 2 + made.length)
    stopping.abort()
    await Promise.all([follow, followNow])
    const positions = printed.map((line) => JSON.parse(line).position as number)
    expect(positions.slice(0, -made.length)).toEqual(all.slice(2).map(({ position }) => position))
    expect(new Set(positions).size).toBe(positions.length)
    expect(JSON.parse(printed.at(-1)!)).toMatchObject({ action: 'createLibrary', target: made.at(-1) })
    expect(printed.slice(-fromNow.length)).toEqual(fromNow)
    const { entries } = await call<{ entries: readonly Entry[] }>(`/admin/audit?after=${all[0]!.position}&limit=3`)
    expect(entries.map(({ position }) => position)).toEqual(all.slice(1, 4).map(({ position }) => position))
  })

  test('has no action that declaim audit would refuse', async () => {
    const noted = new Set((await entriesOf('')).map(({ action }) => action))
    expect(noted.size).toBeGreaterThan(10)
    expect(listAuditActions()).toEqual(expect.arrayContaining([...noted]))
  })

  test('holds no secret', async () => {
    const everything = JSON.stringify(await service.db.selectFrom('audit_log').selectAll().execute())
    expect(secrets.length).toBeGreaterThan(5)
    for (const secret of secrets) expect(everything).not.toContain(secret)
  })
})
