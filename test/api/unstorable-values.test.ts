import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES } from '../../src/accounts/scopes.ts'
import { findUnstorableRecords } from '../../src/storage/inspect-records.ts'
import {
  type ApiDocument,
  type ApiOperation,
  findSchema,
  type JsonSchema,
  listOperations,
} from '../fuzz/api-document.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const STRINGS = ['a\u0000b', '\ud800', 'x\udc00y']
const NUMBERS = [2 ** 53, 1e300, -(2 ** 60)]
/** Fields that are spoken. */
const SPOKEN: ReadonlySet<string> = new Set(['text', 'input'])

let service: TestService
let key: string
let document: ApiDocument
let operations: readonly ApiOperation[]
beforeAll(async () => {
  service = await startTestService({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' })
  key = (await createApiKey(service.db, { name: 'all', account: 'team', plan: 'owner', scopes: SCOPES, now: 1 })).key
  document = (await (await fetch(`${service.url}/openapi.json`)).json()) as ApiDocument
  operations = listOperations(document)
})
afterAll(() => service.close())

type Ask = { readonly path?: string; readonly query?: string; readonly body?: unknown }

async function ask(operation: ApiOperation, { path = operation.path, query = '', body }: Ask) {
  const filled = path.replaceAll(/\{\w+\}/g, '3')
  const answer = await fetch(`${service.url}${operation.base}${filled}${query}`, {
    method: operation.method,
    headers: { ...operation.headersOf(key), 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return `${operation.name} ${answer.status} ${await answer.text()}`
}

const refused = (operation: ApiOperation): RegExp =>
  new RegExp(
    `^${operation.name.replaceAll(/[{}/]/g, '\\$&')} 400 .*(?:U\\+(?:0000|D800|DC00)|expected a number from -9007199254740991)`,
  )

/** Bodies with one value in one place, for every field of a schema at any depth. */
function placesOf(schema: JsonSchema, value: unknown): readonly (readonly [field: string, body: unknown])[] {
  const { $ref, anyOf, oneOf, items, properties = {} } = schema
  if ($ref !== undefined) return placesOf(findSchema(document, $ref), value)
  const variants = anyOf ?? oneOf
  if (variants !== undefined) return variants.flatMap((one) => placesOf(one, value))
  if (items !== undefined) return placesOf(items, value).map(([field, inner]) => [field, [inner]] as const)
  const names = Object.entries(properties)
  if (names.length === 0) return [['', value]]
  return names.flatMap(([name, inner]) =>
    placesOf(inner, value).map(([field, body]) => [field || name, { [name]: body }] as const),
  )
}

describe('what a storage could not keep is refused with 400', () => {
  test('in every part of every path', async () => {
    const withPath = operations.filter(({ path }) => path.includes('{'))
    expect(withPath.length).toBeGreaterThan(20)
    for (const operation of withPath) {
      for (const [parameter] of operation.path.matchAll(/\{\w+\}/g))
        expect(await ask(operation, { path: operation.path.replace(parameter, 'a%00') })).toMatch(refused(operation))
    }
  })

  test('in every query, whether the parameter is known or not', async () => {
    for (const operation of operations) {
      const known = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
      for (const name of [...known, 'unknown'])
        expect(await ask(operation, { query: `?${name}=%00` })).toMatch(refused(operation))
    }
  })

  test('in every field of every body', async () => {
    let fields = 0
    for (const operation of operations) {
      const schema = operation.body?.['application/json']?.schema
      if (schema === undefined) continue
      for (const value of [...STRINGS, ...NUMBERS]) {
        for (const [field, body] of [...placesOf(schema, value), ['', { unknown: [{ deep: value }] }] as const]) {
          if (SPOKEN.has(field) && typeof value === 'string') continue
          fields += 1
          expect(await ask(operation, { body }), `${field} ${JSON.stringify(value)}`).toMatch(refused(operation))
        }
      }
    }
    expect(fields).toBeGreaterThan(300)
  })

  test('in names of fields, and in CSV', async () => {
    const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', { body: { name: 'x' } })
    const bulk = `/replacement_libraries/${library_id}/replacements/bulk`
    for (const [body, problem] of [
      ['[{"a\\u0000": 1}]', 'a field name in 0 has the character U+0000'],
      ['original,replacement_text\na\0,b\n', '0.original has the character U+0000 at position 1'],
    ] as const) {
      const answer = await service.call(bulk, {
        body,
        headers: { 'content-type': body[0] === '[' ? 'application/json' : 'text/csv' },
      })
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(problem)])
    }
  })
})

test.each([
  ['/keys', { name: 'x', expires_at: 253_402_300_800_000 }],
  ['/keys', { name: 'x', expires_at: 9_007_199_254_740_992 }],
])('%s refuses a time after the year 9999: %j', async (path, body) => {
  const answer = await service.call(path, { body, headers: { 'x-api-key': key } })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('expires_at')])
})

test.each(['253402300800000', '999999999999999'])('created_after=%s is refused', async (time) => {
  expect((await service.call(`/clips?created_after=${time}`)).status).toBe(400)
})

test('the text that is spoken loses such characters, with a warning, and everything can still be read', async () => {
  const text = 'Hel\u0000lo wor\ud800ld.'
  const { clip_id } = await service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text } })
  expect((await service.finished(clip_id)).status).toBe('COMPLETE')
  const { warnings } = await service.json<{ warnings: readonly string[] }>(`/clips/${clip_id}`)
  expect(warnings).toEqual([
    expect.stringContaining('U+0000 is skipped, because no voice reads it: at offset 3'),
    expect.stringContaining('U+D800 is skipped, because no voice reads it: at offset 10'),
  ])
  const explained = await service.json<{ words: readonly object[] }>('/explain', { body: { speaker_id: 3, text } })
  expect(JSON.stringify(explained.words)).toContain('"Hello"')
  expect(JSON.stringify(explained.words)).not.toMatch(/\\u0000|\\ud800/)
  const { plan } = await service.db
    .selectFrom('clip_plans')
    .select('plan')
    .where('clip_id', '=', clip_id)
    .executeTakeFirstOrThrow()
  expect(plan).not.toMatch(/\\u0000|\\ud800/)
  expect(await findUnstorableRecords(service.db)).toEqual([])
  for (const operation of operations.filter(({ method, path }) => method === 'GET' && !/\{|events/.test(path))) {
    const query = operation.name.includes('respelling') ? '?word=a' : ''
    expect(await ask(operation, { query })).toContain(`${operation.name} 200`)
  }
})
