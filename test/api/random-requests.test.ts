import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES } from '../../src/accounts/scopes.ts'
import { findUnstorableRecords } from '../../src/storage/inspect-records.ts'
import { fuzzApi } from '../fuzz/fuzz-api.ts'
import { STORAGE, startTestService, type TestService } from '../support/test-service.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 1)

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ MAX_LIBRARIES: '1000', WEBHOOK_PRIVATE_ADDRESSES: 'allow', LOG_LEVEL: 'fatal' })
  const created = await createApiKey(service.db, { name: 'x', account: 'fuzz', plan: 'owner', scopes: SCOPES, now: 1 })
  key = created.key
})
afterAll(() => service.close())

// `test/security/api-fuzz.test.ts` sends more of them to a service on SQLite.
test.runIf(STORAGE === 'distributed')('random requests leave nothing that cannot be read', async () => {
  const { problems } = await fuzzApi({ url: service.url, key, requests: 1500, seed: SEED })
  expect(problems).toEqual([])
  expect(await findUnstorableRecords(service.db)).toEqual([])
})
