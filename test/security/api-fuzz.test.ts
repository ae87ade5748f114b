import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES } from '../../src/accounts/scopes.ts'
import { OPERATIONS } from '../../src/api/openapi/operations.ts'
import { findUnstorableRecords } from '../../src/storage/inspect-records.ts'
import { listApiKeys } from '../../src/storage/records/api-keys.ts'
import { fuzzApi } from '../fuzz/fuzz-api.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const REQUESTS = 5000
/** In CI always the same. Elsewhere another one each day finds more, and can be run again. */
const SEED = Number(
  process.env.FUZZ_SEED ??
    (process.env.CI === undefined ? new Date().toISOString().slice(0, 10).replaceAll('-', '') : 1),
)

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ MAX_LIBRARIES: '1000', WEBHOOK_PRIVATE_ADDRESSES: 'allow', LOG_LEVEL: 'fatal' })
  const created = await createApiKey(service.db, { name: 'x', account: 'fuzz', plan: 'owner', scopes: SCOPES, now: 1 })
  key = created.key
})
afterAll(() => service.close())

/** Few clips and deliveries fail and can be tried again, few projects are in the trash, and sessions begin elsewhere. */
const SELDOM = /\/(?:retry|replay|cancel|add-from-file|sessions\/\{session_id\})$|^DELETE \/projects\/\{project_id\}$/

test(`${REQUESTS} random requests over every route get answers as documented (FUZZ_SEED=${SEED})`, async () => {
  const { answers, problems } = await fuzzApi({ url: service.url, key, requests: REQUESTS, seed: SEED })
  expect(problems).toEqual([])
  expect(answers.size).toBe(Object.keys(OPERATIONS).length)
  // Requests that are all refused would test nothing.
  const refused = [...answers].filter(([, counts]) => !counts.get(200)).map(([operation]) => operation)
  expect(refused.filter((operation) => !SELDOM.test(operation))).toEqual([])
  // What it stored can be read, listed and copied by any storage.
  expect(await findUnstorableRecords(service.db)).toEqual([])
  for (const path of [
    '/keys',
    '/clips',
    '/webhooks',
    '/replacement_libraries',
    '/admin/accounts',
    '/admin/plans',
    '/admin/audit',
  ])
    expect([path, (await service.call(path, { headers: { 'x-api-key': key } })).status]).toEqual([path, 200])
  expect((await listApiKeys(service.db)).length).toBeGreaterThan(0)
}, 300_000)
