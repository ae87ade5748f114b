import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { OPERATIONS } from '../../src/api/openapi/operations.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
/** What the test account owns, by the name of the parameter. */
const owned = new Map<string, string>()
let stranger: string

beforeAll(async () => {
  service = await startTestService()
  stranger = (await createApiKey(service.db, { name: 'x', account: 'stranger', now: 1 })).key
  const { clip_id } = await service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text: 'Mine.' } })
  await service.finished(clip_id)
  const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', { body: { name: 'A' } })
  const body = { original: 'a', replacement_text: 'b' }
  const path = `/replacement_libraries/${library_id}/replacements`
  const { replacement_id } = await service.json<{ replacement_id: string }>(path, { body })
  owned.set('clip_id', clip_id).set('library_id', library_id).set('replacement_id', replacement_id)
})
afterAll(() => service.close())

const asStranger = (path: string, method: string, body?: unknown) =>
  service.call(path, { method, headers: { 'x-api-key': stranger }, ...(body !== undefined && { body }) })

const BODIES: Readonly<Record<string, unknown>> = {
  'POST /replacement_libraries/:library_id/replacements': { original: 'c', replacement_text: 'd' },
  'POST /replacement_libraries/:library_id/replacements/bulk': [{ original: 'c', replacement_text: 'd' }],
  'PATCH /replacement_libraries/:library_id': { name: 'Stolen' },
  'PATCH /replacement_libraries/:library_id/replacements/:replacement_id': { enabled: false },
}

const WITH_IDS = Object.keys(OPERATIONS).filter((operation) => operation.includes(':'))

test.each(WITH_IDS)('%s with the id of another account is not found', async (operation) => {
  const [method = '', pattern = ''] = operation.split(' ')
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => owned.get(name)!)
  const response = await asStranger(path, method, BODIES[operation])
  expect([response.status, await response.json()]).toMatchObject([404, { code: 'NOT_FOUND' }])
})

test.each([
  ['/stream', 'library_ids'],
  ['/word-timing', 'library_ids'],
  ['/explain', 'library_id'],
  ['/input_validated', 'library_ids'],
  ['/clips', 'library_id'],
])('%s with %s of another account is not found', async (path, field) => {
  const body = { speaker_id: 3, text: 'Hello', [field]: owned.get('library_id') }
  expect((await asStranger(path, 'POST', body)).status).toBe(404)
})

test('clips of another account are neither combined nor listed, before or after one of them', async () => {
  const clip = owned.get('clip_id')!
  expect((await asStranger('/clips/combine', 'POST', { clip_ids: [clip] })).status).toBe(404)
  for (const path of ['/clips', `/clips?before=${clip}`]) {
    expect(await (await asStranger(path, 'GET')).json()).toEqual([])
  }
  expect(await (await asStranger('/replacement_libraries', 'GET')).json()).toEqual({ count: 0, libraries: [] })
})

test('nothing of it has changed', async () => {
  expect(await service.json(`/replacement_libraries/${owned.get('library_id')}`)).toMatchObject({ name: 'A' })
  expect(await service.json(`/replacement_libraries/${owned.get('library_id')}/replacements`)).toMatchObject({
    count: 1,
    replacements: [{ enabled: true }],
  })
  expect(await service.json(`/clips/${owned.get('clip_id')}`)).toMatchObject({ status: 'COMPLETE' })
})
