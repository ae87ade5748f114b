import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { createMemberCode, createSignInCode } from '../../src/accounts/sessions.ts'
import { findAccount } from '../../src/storage/records/accounts.ts'
import { endMember, insertMember } from '../../src/storage/records/members.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const MINUTE = 60_000

let now = Date.UTC(2026, 0, 5)
let service: TestService
beforeAll(async () => {
  service = await startTestService({ REQUESTS_PER_SECOND: '1000' }, () => now)
})
afterAll(() => service.close())

type Headers = Readonly<Record<string, string>>
type Author = { readonly kind: string; readonly name: string | null }
type Version = {
  readonly version_id: string
  readonly kind: string
  readonly name: string | null
  readonly authors: readonly Author[]
}
type Restored = { readonly revision: number; readonly kept_version_id: string | null }

const versionsOf = async (id: string) =>
  (await service.json<{ versions: readonly Version[] }>(`/projects/${id}/versions`)).versions
const create = async (body: object, headers: Headers = {}) =>
  (await service.json<{ project_id: string }>('/projects', { method: 'POST', body, headers })).project_id
const write = (id: string, text: string, headers: Headers = {}) =>
  service.json(`/projects/${id}/script`, { method: 'PUT', body: { paragraphs: [{ text, id: 'p' }] }, headers })
const restore = (id: string, version: string, headers: Headers = {}) =>
  service.json<Restored>(`/projects/${id}/versions/${version}/restore`, { method: 'POST', headers })
const keep = (id: string, name: string, headers: Headers = {}) =>
  service.json<Version>(`/projects/${id}/versions`, { body: { name }, headers })

async function keyOf(name: string): Promise<Headers> {
  return { 'x-api-key': (await createApiKey(service.db, { name, now })).key }
}

/** A session that the code of a link begins. */
async function sessionOf(code: string): Promise<Headers> {
  const headers = { 'x-declaim-studio': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const body = JSON.stringify({ code })
  const answer = await fetch(`${service.url}/studio/session`, { method: 'POST', headers, body })
  return { ...headers, cookie: answer.headers.get('set-cookie')!.split(';')[0]! }
}

/** Keeps a version as somebody who is signed in. */
async function keepAs(headers: Headers, id: string, name: string): Promise<void> {
  const body = JSON.stringify({ name })
  const answer = await fetch(`${service.url}/v1/tts/projects/${id}/versions`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
}

test('a version names who has edited the script since the one before, and a named one who named it', async () => {
  const [ann, ben] = [await keyOf('Ann'), await keyOf('Ben')]
  const id = await create({ paragraphs: [{ text: 'one', id: 'p' }] }, ann)
  await write(id, 'two', ben)
  await write(id, 'three', ann)
  await write(id, 'three', ben)
  now += 11 * MINUTE
  await write(id, 'four', ben)
  const kinds = (versions: readonly Version[]) => versions.map(({ kind, authors }) => [kind, ...authors])
  const key = (name: string) => ({ kind: 'key', name })
  // Ann was last, and Ben's last request has changed nothing.
  expect(kinds(await versionsOf(id))).toEqual([['automatic', key('Ben'), key('Ann')]])
  const named = await keep(id, 'Sent', ann)
  expect(named).toMatchObject({ name: 'Sent', authors: [key('Ann')] })
  await write(id, 'five', ben)
  await restore(id, named.version_id, ann)
  await write(id, 'six', ben)
  now += 11 * MINUTE
  await write(id, 'seven', ben)
  expect(kinds(await versionsOf(id))).toEqual([
    // The restore is an edit of Ann.
    ['automatic', key('Ann'), key('Ben')],
    ['restore', key('Ben')],
    ['named', key('Ann')],
    ['automatic', key('Ben'), key('Ann')],
  ])
  // Nobody has edited it since the version before: then it names who has it kept.
  now += 1
  const last = await keep(id, 'Last', ben)
  await write(id, 'eight', ann)
  await keep(id, 'Eight', ann)
  await restore(id, last.version_id, ben)
  expect(kinds(await versionsOf(id))[0]).toEqual(['restore', key('Ben')])
})

test('members are named, also those who were removed, and other accounts are not', async () => {
  const { id: accountId } = await findAccount(service.db, 'default')
  const ada = await insertMember(service.db, { accountId, name: 'Ada', role: 'editor', charactersPerMonth: null, now })
  const id = await create({ paragraphs: [{ text: 'one', id: 'p' }] })
  const { code } = await createMemberCode(service.db, { id: ada.id, accountId, now })
  await keepAs(await sessionOf(code), id, 'By Ada')
  await keepAs(await sessionOf(await createSignInCode(service.db, { now })), id, 'By the operator')
  expect(await versionsOf(id)).toMatchObject([
    { authors: [{ kind: 'link', name: null }] },
    { authors: [{ kind: 'member', name: 'Ada' }] },
  ])
  await endMember(service.db, ada.id, now)
  const { record } = await createApiKey(service.db, { name: 'Stranger', account: 'another', now })
  const ofOperator = service.db.updateTable('project_versions').where('name', '=', 'By the operator')
  await ofOperator.set({ authors: record.id }).execute()
  expect(await versionsOf(id)).toMatchObject([{ authors: [] }, { authors: [{ kind: 'member', name: 'Ada' }] }])
})

test('a restore names the version that undoes it, and none if nothing had to change', async () => {
  const id = await create({ name: 'First title', paragraphs: [{ text: 'one', id: 'p' }] })
  const first = await keep(id, 'First')
  expect(await restore(id, first.version_id)).toMatchObject({ kept_version_id: null, revision: 1 })
  await service.json(`/projects/${id}/script`, { method: 'PUT', body: { name: 'Second title', text: 'two' } })
  const { kept_version_id: undo } = await restore(id, first.version_id)
  expect(await service.json(`/projects/${id}/script`)).toMatchObject({
    name: 'First title',
    paragraphs: [{ text: 'one', id: 'p' }],
  })
  await restore(id, undo!)
  expect(await service.json(`/projects/${id}/script`)).toMatchObject({
    name: 'Second title',
    paragraphs: [{ text: 'two' }],
  })
})

test('a version gets a name later, which keeps it while newer ones push others out', async () => {
  const id = await create({ paragraphs: [{ text: 'one', id: 'p' }] })
  const first = await keep(id, 'First')
  await write(id, 'two')
  const { kept_version_id: unnamed } = await restore(id, first.version_id)
  const patch = (version: string, name: string) =>
    service.json<Version>(`/projects/${id}/versions/${version}`, { method: 'PATCH', body: { name } })
  expect(await patch(unnamed!, 'Draft of Ann')).toMatchObject({ version_id: unnamed, kind: 'restore' })
  for (let index = 0; index < 51; index += 1) {
    await restore(id, unnamed!)
    await restore(id, first.version_id)
  }
  const versions = await versionsOf(id)
  expect(versions.filter(({ name }) => name === null).length).toBe(100)
  expect(versions.flatMap(({ name }) => name ?? [])).toEqual(['Draft of Ann', 'First'])
  expect(await patch(unnamed!, 'Renamed')).toMatchObject({ name: 'Renamed' })
  const answer = await service.call(`/projects/${id}/versions/none`, { method: 'PATCH', body: { name: 'x' } })
  expect(answer.status).toBe(404)
})

test('a version is restored without the libraries that were deleted since', async () => {
  const library = async (name: string) =>
    (await service.json<{ library_id: string }>('/replacement_libraries', { body: { name } })).library_id
  const [kept, deleted] = [await library('Kept'), await library('Deleted')]
  const id = await create({ library_ids: [deleted, kept], paragraphs: [{ text: 'one', speaker_id: 3, id: 'p' }] })
  const { version_id: version } = await keep(id, 'With both')
  await service.json(`/projects/${id}/script`, { method: 'PUT', body: { library_ids: [] } })
  await service.json(`/replacement_libraries/${deleted}`, { method: 'DELETE' })
  await restore(id, version)
  expect(await service.json(`/projects/${id}/script`)).toMatchObject({ library_ids: [kept] })
  await service.json(`/projects/${id}/exports`, { body: {} })
})
