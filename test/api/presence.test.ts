import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeclaim, type PresentPage } from '../../client/src/declaim.ts'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES } from '../../src/accounts/scopes.ts'
import { STORAGE, startTestService, storageSettings, type TestService } from '../support/test-service.ts'

/** Two processes that share a storage, or one that has it for itself. */
let services: readonly TestService[]
let folder: string
/** May read projects, and nothing else. */
let viewer: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-presence-'))
  const shared = await storageSettings(folder)
  const start = () => startTestService(shared)
  services = STORAGE === 'embedded' ? [await start()] : [await start(), await start()]
  const [{ db }] = services as [TestService]
  viewer = (await createApiKey(db, { name: 'viewer', scopes: ['projects:read'], now: Date.now() })).key
})
afterAll(async () => {
  for (const service of services) await service.close()
  await rm(folder, { recursive: true })
})

type Body = { readonly pages: readonly PresentPage[] }

const show = (at: TestService, id: string, body: object, key?: string) =>
  at.json<Body>(`/projects/${id}/presence`, { body, ...(key !== undefined && { headers: { 'x-api-key': key } }) })

test('pages see each other, through whichever process each of them speaks to', async () => {
  const [first, last] = [services[0]!, services.at(-1)!]
  await first.json('/projects', { body: { project_id: 'met', paragraphs: [{ text: 'Hello there.', id: 'p1' }] } })
  const leaving = new AbortController()
  const seen: (readonly PresentPage[])[] = []
  const client = createDeclaim({ baseUrl: last.url, apiKey: viewer })
  const revisions: number[] = []
  const following = (async () => {
    const changes = client.projects.follow('met', { signal: leaving.signal, onPresence: (pages) => seen.push(pages) })
    for await (const revision of changes) revisions.push(revision)
  })().catch(() => {})
  const latest = () => expect.poll(() => seen.at(-1), { timeout: 20_000, interval: 20 })
  await latest().toEqual([])
  const ann = { page_id: 'ann', member_id: null, name: null, paragraph_id: 'p1', offset: 4 }
  expect(await show(first, 'met', { page_id: 'ann', paragraph_id: 'p1', offset: 4 })).toEqual({ pages: [] })
  await latest().toEqual([ann])
  expect(await client.projects.showPresence('met', { page_id: 'ben' })).toEqual([ann])
  const ben = { ...ann, page_id: 'ben', paragraph_id: null, offset: null }
  await latest().toEqual([ann, ben])
  await show(first, 'met', { page_id: 'ann', paragraph_id: 'p1', offset: 9 })
  await latest().toEqual([{ ...ann, offset: 9 }, ben])
  await first.json('/projects/met/script', { method: 'PUT', body: { name: 'Changed' } })
  await expect.poll(() => revisions).toEqual([2])
  await show(first, 'met', { page_id: 'ann', is_open: false })
  await latest().toEqual([ben])
  leaving.abort()
  await following
  expect(await first.json('/projects/met')).toMatchObject({ revision: 2 })
})

test('a follower who does not ask for presence hears of revisions alone', async () => {
  const at = services[0]!
  await at.json('/projects', { body: { project_id: 'quiet', text: 'Hello.' } })
  const leaving = new AbortController()
  const answer = await at.call('/projects/quiet/changes', { signal: leaving.signal })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  await show(at, 'quiet', { page_id: 'ann' })
  await at.json('/projects/quiet/script', { method: 'PUT', body: { name: 'Told' } })
  let told = ''
  while (!told.includes('"revision":2')) told += (await reader.read()).value ?? ''
  expect(told).not.toContain('presence')
  leaving.abort()
})

test('presence needs the right to read, and a project of the account', async () => {
  const at = services[0]!
  await at.json('/projects', { body: { project_id: 'closed', text: 'Hello.' } })
  const status = async (key: string, body: object = { page_id: 'x' }, id = 'closed') =>
    (await at.call(`/projects/${id}/presence`, { body, headers: { 'x-api-key': key } })).status
  expect(await status(viewer)).toBe(200)
  const blind = await createApiKey(at.db, {
    name: 'x',
    scopes: SCOPES.filter((one) => one !== 'projects:read'),
    now: 1,
  })
  expect(await status(blind.key)).toBe(403)
  const stranger = await createApiKey(at.db, { name: 'x', account: 'stranger', scopes: SCOPES, now: 1 })
  expect(await status(stranger.key)).toBe(404)
  for (const body of [
    {},
    { page_id: '' },
    { page_id: 'a b' },
    { page_id: 'x', offset: -1 },
    { page_id: 'x', is_open: 'no' },
  ])
    expect(await status(viewer, body), JSON.stringify(body)).toBe(400)
})
