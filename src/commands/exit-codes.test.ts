import { expect, test } from 'vitest'
import { exitCodeOf } from './exit-codes.ts'

test.each([
  ['a damaged database', { errcode: 11 }, 65],
  ['a file that is no database', { errcode: 26 }, 65],
  ['a full disk under SQLite', { errcode: 13 }, 74],
  ['a full quota', { code: 'EDQUOT' }, 74],
  ['a missing file', { code: 'ENOENT' }, 66],
  ['a refused connection', { code: 'ECONNREFUSED' }, 69],
  ['anything else', {}, 1],
])('%s has an exit code, also as a cause', (_, fields, code) => {
  const error = Object.assign(new Error('It failed'), fields)
  expect([exitCodeOf(error), exitCodeOf(new Error('Cannot start', { cause: error }))]).toEqual([code, code])
})
