import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { interleave } from '../fuzz/interleave.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const CALLERS = 8

let service: TestService
beforeAll(async () => {
  service = await startTestService({ SEGMENT_CACHE_MB: '64' })
})
afterAll(() => service.close())

test('callers who ask at once get what each of them gets alone, byte by byte', async () => {
  const keys = await Promise.all(
    Array.from({ length: CALLERS }, async (_, i) => {
      const { key } = await createApiKey(service.db, { name: 'x', account: `caller-${i}`, plan: 'owner', now: 1 })
      return key
    }),
  )
  const { requests, wrong } = await interleave({ url: service.url, keys, requests: 400 })
  expect(wrong).toEqual([])
  expect(requests).toBeGreaterThanOrEqual(400)
}, 120_000)
