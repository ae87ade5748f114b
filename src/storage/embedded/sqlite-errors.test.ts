import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { adviseOnSqlite } from './sqlite-errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'declaim-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The error of a database that may not grow. */
function fillUp(): unknown {
  const database = new DatabaseSync(':memory:')
  try {
    database.exec('pragma max_page_count = 2; create table t (x); insert into t values (zeroblob(100000))')
    return undefined
  } catch (error) {
    return error
  } finally {
    database.close()
  }
}

test('a full disk says so', () => {
  expect(adviseOnSqlite(fillUp())).toBe('the disk is full or fails; make room')
})

test.each([
  ['a file that is no database', 'no database'.repeat(500), 'it is damaged; restore a backup'],
  ['a folder that is missing', undefined, 'check that this user may write it and its folder'],
])('%s is refused with what to do', async (name, content, advice) => {
  const path = join(folder, name, 'declaim.sqlite')
  const file = content === undefined ? path : join(folder, 'declaim.sqlite')
  if (content !== undefined) writeFileSync(file, content)
  await expect(openDatabase(file)).rejects.toThrow(`Cannot open the database ${file}: ${advice}`)
})

test('errors of others have no such advice', () => {
  expect(adviseOnSqlite(new Error('Cannot use this database: a newer release has changed it'))).toBeUndefined()
})
