import { expect, test } from 'vitest'
import { isStorageOutage } from './storage-outage.ts'
import { StorageStalledError } from './storage-stalled.ts'

const errorWith = (fields: object, message = 'x') => Object.assign(new Error(message), fields)

test.each([
  ['a full disk', errorWith({ code: 'ENOSPC' })],
  ['no file handles', errorWith({ code: 'EMFILE' })],
  ['a server that is not there', errorWith({ code: 'ECONNREFUSED' })],
  ['SQLite that is busy', errorWith({ code: 'ERR_SQLITE_ERROR', errcode: 5 })],
  ['SQLite that is busy for a snapshot', errorWith({ code: 'ERR_SQLITE_ERROR', errcode: 517 })],
  ['SQLite on a full disk', errorWith({ code: 'ERR_SQLITE_ERROR', errcode: 13 })],
  ['SQLite that cannot be read', errorWith({ code: 'ERR_SQLITE_ERROR', errcode: 3338 })],
  ['PostgreSQL that shuts down', errorWith({ code: '57P01' })],
  ['PostgreSQL with too many connections', errorWith({ code: '53300' })],
  ['PostgreSQL that lost a connection', errorWith({ code: '08006' })],
  ['PostgreSQL in a deadlock', errorWith({ code: '40P01' })],
  ['PostgreSQL that hung up', new Error('Connection terminated unexpectedly')],
  ['S3 that does not answer', new StorageStalledError('x')],
  ['S3 that fails', errorWith({ $metadata: { httpStatusCode: 503 } })],
  ['a cause of any depth', new Error('a', { cause: new Error('b', { cause: errorWith({ code: 'EIO' }) }) })],
])('%s may pass', (_what, error) => {
  expect(isStorageOutage(error)).toBe(true)
})

test.each([
  ['a missing file', errorWith({ code: 'ENOENT' })],
  ['a violated constraint of SQLite', errorWith({ code: 'ERR_SQLITE_ERROR', errcode: 787 })],
  ['a damaged database', errorWith({ code: 'ERR_SQLITE_ERROR', errcode: 11 })],
  ['a violated constraint of PostgreSQL', errorWith({ code: '23505' })],
  ['a statement that PostgreSQL does not know', errorWith({ code: '42601' })],
  ['S3 that refuses', errorWith({ $metadata: { httpStatusCode: 403 } })],
  ['a mistake of ours', new TypeError('x is not a function')],
  ['a text that speaks of one', new Error('The Connection terminated')],
  ['no error', { code: 'ENOSPC' }],
  ['nothing', undefined],
])('%s does not pass', (_what, error) => {
  expect(isStorageOutage(error)).toBe(false)
})
