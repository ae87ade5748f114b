import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../storage/database.ts'
import { openDatabase } from '../../storage/embedded/open-database.ts'
import { listAuditEntries } from '../../storage/records/audit-log.ts'
import { createRefusalLog } from './refusal-log.ts'

let db: Database
let now = 1000
beforeEach(async () => {
  db = await openDatabase(':memory:')
})
afterEach(() => db.destroy())

const open = () => createRefusalLog({ db, clock: () => now++, onError: (error) => expect.unreachable(String(error)) })
const entries = () => listAuditEntries(db, { limit: 1000, after: 0 })
const from = (address: string) => ({ kind: 'unknown', address }) as const

test('a caller has one entry, with a count and the times of the first and last refusal', async () => {
  const log = open()
  const start = now
  for (let i = 0; i < 1000; i++) log.note({ action: 'refuseKey', actor: from('203.0.113.7') })
  log.note({ action: 'refuseSignIn', actor: from('203.0.113.7') })
  const actor = { kind: 'key', accountId: 'a', keyId: 'k', address: '203.0.113.7' } as const
  log.note({ action: 'refuseAdministration', actor })
  await log.close()
  expect(await entries()).toMatchObject([
    {
      action: 'refuseKey',
      actor: from('203.0.113.7'),
      time: start,
      details: { count: 1000, until: start + 999 },
    },
    { action: 'refuseSignIn', actor: from('203.0.113.7'), details: { count: 1 } },
    { action: 'refuseAdministration', actor, accountId: 'a', details: { count: 1 } },
  ])
})

test('however many callers come, the entries of a minute are few, and count all', async () => {
  const log = open()
  for (let i = 0; i < 5000; i++) log.note({ action: 'refuseKey', actor: from(`203.0.${i >> 8}.${i & 255}`) })
  await log.close()
  const all = await entries()
  expect(all).toHaveLength(21)
  expect(all.reduce((sum, { details }) => sum + Number(details.count), 0)).toBe(5000)
  expect(all.find(({ actor }) => actor.kind === 'unknown' && actor.address === undefined)?.details.count).toBe(4980)
})

test('the entries are written while the service runs', async () => {
  const log = createRefusalLog({
    db,
    clock: () => now,
    onError: (error) => expect.unreachable(String(error)),
    windowMs: 5,
  })
  log.note({ action: 'refuseKey', actor: from('203.0.113.7') })
  await expect.poll(async () => (await entries()).length).toBe(1)
  await log.close()
  expect(await entries()).toHaveLength(1)
})
