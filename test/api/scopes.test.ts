import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES, type Scope } from '../../src/accounts/scopes.ts'
import { type DocumentedOperation, fillPath, listOperations } from '../support/list-operations.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

/** What any key may do. */
const OPEN = ['GET /avatars', 'GET /respelling_suggestions']

const IDS = new Map(
  [
    'clip_id',
    'library_id',
    'replacement_id',
    'key_id',
    'account_id',
    'plan',
    'webhook_id',
    'delivery_id',
    'session_id',
    'member_id',
    'export_id',
    'project_id',
    'version_id',
  ].map((name) => [name, 'nothing'] as const),
)

let service: TestService
let operations: readonly DocumentedOperation[]
/** A key with one scope alone, and a key with all others, by scope. */
const only = new Map<Scope, string>()
const allBut = new Map<Scope, string>()
let everything: string

beforeAll(async () => {
  service = await startTestService()
  operations = await listOperations(service.url)
  const create = async (scopes: readonly Scope[]) => (await createApiKey(service.db, { name: 'x', scopes, now: 1 })).key
  for (const scope of SCOPES) {
    only.set(scope, await create([scope]))
    allBut.set(scope, await create(SCOPES.filter((one) => one !== scope)))
  }
  everything = await create(SCOPES)
})
afterAll(() => service.close())

async function codeOf({ method, path }: DocumentedOperation, key: string): Promise<string | undefined> {
  const headers = { 'x-api-key': key }
  // A body that no operation takes, so that nothing is changed.
  const body = method === 'GET' ? {} : { body: 'not JSON' }
  const answer = await service.call(fillPath(path, IDS), { method, headers, ...body })
  return answer.ok ? undefined : ((await answer.json()) as { code: string }).code
}

/** The scopes that open an operation, each alone. */
async function scopesThatOpen(operation: DocumentedOperation): Promise<readonly Scope[]> {
  const opening: Scope[] = []
  for (const scope of SCOPES) if ((await codeOf(operation, only.get(scope)!)) !== 'FORBIDDEN') opening.push(scope)
  return opening
}

const nameOf = ({ method, path }: DocumentedOperation): string => `${method} ${path}`

/** Operations that work with two kinds of things, and need a scope of each. */
const WITH_TWO = new Map<string, readonly Scope[]>([
  ['POST /projects/{project_id}/exports', ['clips:write', 'projects:read']],
])

test('every other operation needs exactly one scope, and no other helps', async () => {
  const closed = operations.filter((operation) => !OPEN.includes(nameOf(operation)) && !WITH_TWO.has(nameOf(operation)))
  expect(closed.length).toBeGreaterThan(40)
  for (const operation of closed) {
    const name = nameOf(operation)
    const opening = await scopesThatOpen(operation)
    expect(opening, name).toHaveLength(1)
    expect(await codeOf(operation, allBut.get(opening[0]!)!), name).toBe('FORBIDDEN')
    expect(await codeOf(operation, everything), name).not.toBe('FORBIDDEN')
  }
})

test('what works with two kinds of things needs the scopes of both', async () => {
  const both = operations.filter((operation) => WITH_TWO.has(nameOf(operation)))
  expect(both).toHaveLength(WITH_TWO.size)
  for (const operation of both) {
    const name = nameOf(operation)
    expect(await scopesThatOpen(operation), name).toEqual([])
    const needed: Scope[] = []
    for (const scope of SCOPES) if ((await codeOf(operation, allBut.get(scope)!)) === 'FORBIDDEN') needed.push(scope)
    expect(needed, name).toEqual(WITH_TWO.get(name))
    expect(await codeOf(operation, everything), name).not.toBe('FORBIDDEN')
  }
})

test('any key may list avatars and ask for respellings', async () => {
  const open = operations.filter((operation) => OPEN.includes(nameOf(operation)))
  expect(open).toHaveLength(OPEN.length)
  for (const operation of open) expect(await scopesThatOpen(operation)).toEqual(SCOPES)
})

test('a refusal names the scope, comes before any other error, and changes nothing', async () => {
  const path = '/replacement_libraries'
  const headers = { 'x-api-key': allBut.get('libraries:write')! }
  const answer = await service.call(path, { body: { name: 'A' }, headers })
  expect([answer.status, await answer.json()]).toEqual([
    403,
    {
      code: 'FORBIDDEN',
      message: `Cannot POST ${path}: the API key lacks the scope libraries:write; use a key that has it`,
    },
  ])
  expect((await service.call(path, { body: '{', headers })).status).toBe(403)
  expect(await service.json(path)).toEqual({ count: 0, libraries: [] })
})

test('a key without scope for its method is refused on HEAD too', async () => {
  const answer = await service.call('/clips', { method: 'HEAD', headers: { 'x-api-key': only.get('usage')! } })
  expect(answer.status).toBe(403)
})
