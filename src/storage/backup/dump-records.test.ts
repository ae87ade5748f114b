import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestKey } from '../../../test/support/create-test-key.ts'
import { CLIP, TIMING } from '../../../test/support/describe-storage.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../embedded/open-database.ts'
import { insertClips } from '../records/accept-clips.ts'
import { findValidApiKey } from '../records/api-keys.ts'
import { insertAuditEntry } from '../records/audit-log.ts'
import { findClips, findClipTiming } from '../records/clips.ts'
import { completeClip } from '../records/end-clips.ts'
import { createLibrary, listLibraries } from '../records/libraries.ts'
import { addReplacements, listReplacements } from '../records/replacements.ts'
import { insertEndpoint } from '../records/webhook-endpoints.ts'
import { dumpRecords, type RecordLine } from './dump-records.ts'
import { listTables } from './list-tables.ts'
import { isEmptyDatabase, loadRecords } from './load-records.ts'

let from: Database
let to: Database
beforeEach(async () => {
  from = await openDatabase(':memory:')
  to = await openDatabase(':memory:')
})
afterEach(async () => {
  await from.destroy()
  await to.destroy()
})

async function dump(db: Database): Promise<readonly RecordLine[]> {
  const lines: RecordLine[] = []
  await dumpRecords(db, async (line) => void lines.push(line))
  return lines
}

async function* asJson(lines: readonly RecordLine[]) {
  for (const line of lines) yield JSON.parse(JSON.stringify(line)) as RecordLine
}
const load = (lines: readonly RecordLine[], finish = async () => {}) => loadRecords(to, asJson(lines), finish)

/** An account with something in most tables. */
async function fill(db: Database) {
  const { key, record } = await createTestKey(db, { name: 'kéy “1”', now: 1 })
  const { accountId } = record
  const clips = Array.from({ length: 450 }, () => ({ ...CLIP, label: 'a\nb', metadata: { n: 1.5, s: '\u0000😀' } }))
  const accepted = await insertClips(db, { accountId, clips, now: 5 })
  await completeClip(db, accepted[0]!.id, { timing: TIMING, audio: [{ key: 'k', bytes: 2 ** 40, crc32: 7 }], now: 6 })
  const library = await createLibrary(db, { accountId, name: 'x', now: 1 })
  const values = [{ original: 'a', replacementText: 'b', isPhoneticRespelling: false, enabled: true }]
  await addReplacements(db, { accountId, libraryId: library.id }, { values, now: 1 })
  await insertEndpoint(db, { accountId, url: 'https://a', eventTypes: null, secret: 's', now: 1 })
  const actor = { kind: 'operator', name: 'root' } as const
  await insertAuditEntry(db, { actor, action: 'x', accountId, target: undefined, details: {}, time: 3 })
  return { key, accountId, clipId: accepted[0]!.id, libraryId: library.id }
}

describe('a backup', () => {
  test('has every table after those that it refers to, and neither rates nor migrations', async () => {
    const tables = await listTables(from)
    expect(tables).toEqual([...new Set(tables)])
    expect(tables).not.toContain('kysely_migration')
    expect(tables).not.toContain('token_buckets')
    const comesBefore = (one: string, other: string) => tables.indexOf(one) < tables.indexOf(other)
    expect(comesBefore('accounts', 'api_keys')).toBe(true)
    expect(comesBefore('clips', 'clip_plans')).toBe(true)
    expect(comesBefore('webhook_endpoints', 'webhook_deliveries')).toBe(true)
    expect(comesBefore('replacement_libraries', 'replacements')).toBe(true)
  })

  test('of a filled database fills another one with the same rows', async () => {
    const { key, accountId, clipId, libraryId } = await fill(from)
    const lines = await dump(from)
    expect(await load(lines)).toBe(lines.length)
    expect(await dump(to)).toEqual(lines)
    expect(await findValidApiKey(to, key)).toEqual(await findValidApiKey(from, key))
    expect(await findClips(to, { accountId, ids: [clipId] })).toEqual(
      await findClips(from, { accountId, ids: [clipId] }),
    )
    expect(await findClipTiming(to, clipId)).toEqual(TIMING)
    expect(await listReplacements(to, { accountId, libraryId })).toHaveLength(1)
  })

  test('replaces what was there, and rows that come later go on counting', async () => {
    await fill(to)
    const { accountId, clipId } = await fill(from)
    // What the audit log holds cannot be deleted.
    await to.schema.dropTable('audit_log').execute()
    const lines = (await dump(from)).filter(({ table }) => table !== 'audit_log')
    await load(lines)
    expect(await listLibraries(to, accountId)).toHaveLength(1)
    const [later] = await insertClips(to, { accountId, clips: [CLIP], now: 9 })
    const positions = await to.selectFrom('clips').select(['id', 'position']).orderBy('position').execute()
    expect(positions.at(-1)!.id).toBe(later!.id)
    expect(positions[0]!.id).toBe(clipId)
    expect(positions).toHaveLength(451)
  })

  test('that breaks off, names a table that is not there, or cannot be finished changes nothing', async () => {
    const lines = await dump(from)
    await createTestKey(to, { name: 'kept', now: 1 })
    const before = await dump(to)
    await expect(load([...lines, { table: 'futures', row: { id: 1 } }])).rejects.toThrow(
      'Cannot restore the table futures',
    )
    const failing = load(lines, async () => {
      throw new Error('no audio')
    })
    await expect(failing).rejects.toThrow('no audio')
    expect(await dump(to)).toEqual(before)
  })

  test('is of one moment, whatever is written meanwhile', async () => {
    const { accountId } = await fill(from)
    const count = (lines: readonly RecordLine[]) => lines.filter(({ table }) => table === 'clips').length
    const first = await dump(from)
    await insertClips(from, { accountId, clips: [CLIP], now: 7 })
    expect([count(first), count(await dump(from))]).toEqual([450, 451])
  })
})

test('a database is empty until it has something that is worth keeping', async () => {
  expect(await isEmptyDatabase(to)).toBe(true)
  await createTestKey(to, { name: 'x', now: 1 })
  expect(await isEmptyDatabase(to)).toBe(false)
})
