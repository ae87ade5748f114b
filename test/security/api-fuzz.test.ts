import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/api/openapi/operations.ts'
import { fuzzApi } from '../fuzz/fuzz-api.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

const REQUESTS = 5000
/** Another one each day finds more than the same one for ever, and can be run again. */
const SEED = Number(process.env.FUZZ_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))

let service: TestService
beforeAll(async () => {
  service = await startTestService({ MAX_LIBRARIES: '1000' })
})
afterAll(() => service.close())

test(`${REQUESTS} random requests over every route get answers as documented (FUZZ_SEED=${SEED})`, async () => {
  const { answers, problems } = await fuzzApi({ url: service.url, key: TEST_KEY, requests: REQUESTS, seed: SEED })
  expect(problems).toEqual([])
  expect(answers.size).toBe(Object.keys(OPERATIONS).length)
  // Requests that are all refused would test nothing. Only clips that have FAILED can be tried again, and few do.
  for (const [operation, counts] of answers) {
    const least = operation.endsWith('/retry') ? 0 : 5
    expect(counts.get(200) ?? 0, operation).toBeGreaterThanOrEqual(least)
  }
}, 120_000)
