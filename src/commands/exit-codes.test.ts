import { CommanderError } from '@commander-js/extra-typings'
import { describe, expect, test } from 'vitest'
import { ClipFailedError, DeclaimConnectionError, DeclaimError } from '../../client/src/declaim.ts'
import { SettingsError } from '../config.ts'
import { ServiceError } from '../errors.ts'
import { CommandError, exitCodeOf } from './exit-codes.ts'

const systemError = (code: string, cause?: unknown) =>
  Object.assign(new Error(`${code}: it failed`, cause === undefined ? {} : { cause }), { code })
const answered = (status: number) =>
  new DeclaimError({
    status,
    code: 'X',
    message: 'refused',
    requestId: undefined,
    retryAfterSeconds: undefined,
  } as never)

describe('the exit code of an error is that of sysexits.h', () => {
  test.each([
    ['usage', 64],
    ['data', 65],
    ['noInput', 66],
    ['unavailable', 69],
    ['software', 70],
    ['cannotCreate', 73],
    ['inputOutput', 74],
    ['temporary', 75],
    ['noPermission', 77],
    ['config', 78],
  ] as const)('of the command itself: %s', (reason, code) => {
    expect(exitCodeOf(new CommandError(reason, 'Cannot speak'))).toBe(code)
  })

  test.each([
    ['ENOENT', 66],
    ['ENOTDIR', 66],
    ['EISDIR', 66],
    ['EACCES', 77],
    ['EPERM', 77],
    ['EROFS', 73],
    ['EEXIST', 73],
    ['ENOSPC', 74],
    ['EDQUOT', 74],
    ['EIO', 74],
    ['ECONNREFUSED', 69],
    ['ECONNRESET', 69],
    ['EHOSTUNREACH', 69],
    ['ENOTFOUND', 69],
    ['ETIMEDOUT', 69],
    ['3D000', 78],
    ['28P01', 77],
  ])('of the system or PostgreSQL: %s', (name, code) => {
    expect(exitCodeOf(systemError(name))).toBe(code)
    expect(exitCodeOf(new Error('wrapped', { cause: systemError(name) }))).toBe(code)
  })

  test.each([
    ['a damaged database', 11, 65],
    ['a file that is no database', 26, 65],
    ['a full disk', 13, 74],
  ])('of SQLite: %s', (_, errcode, code) => {
    const error = Object.assign(new Error('It failed'), { errcode })
    expect(exitCodeOf(error)).toBe(code)
    expect(exitCodeOf(new Error('Cannot start', { cause: error }))).toBe(code)
  })

  test('of wrong settings', () => {
    expect(exitCodeOf(new SettingsError('Cannot start'))).toBe(78)
  })

  test.each([
    [400, 65],
    [401, 77],
    [403, 77],
    [404, 65],
    [409, 65],
    [429, 75],
    [499, 65],
    [500, 70],
    [502, 70],
    [503, 75],
  ])('of an answer with status %i', (status, code) => {
    expect(exitCodeOf(answered(status))).toBe(code)
    expect(exitCodeOf(new ServiceError('CONFLICT', 'refused', { status }))).toBe(code)
  })

  test('of a service that is away, and of a clip that failed', () => {
    expect(exitCodeOf(new DeclaimConnectionError('Cannot reach it', {}))).toBe(69)
    expect(exitCodeOf(Object.create(ClipFailedError.prototype))).toBe(70)
  })
})

test('wrong arguments are usage, but help and the version are no errors', () => {
  expect(exitCodeOf(new CommanderError(1, 'commander.unknownOption', 'unknown'))).toBe(64)
  expect(exitCodeOf(new CommanderError(0, 'commander.help', 'help'))).toBe(0)
})

test.each([undefined, null, 'text', 3, new Error('plain'), systemError('EWHATEVER')])(
  '%s, of which nothing is known, is 1',
  (error) => {
    expect(exitCodeOf(error)).toBe(1)
  },
)

test('the code of an error goes before that of its cause', () => {
  expect(exitCodeOf(systemError('ENOSPC', systemError('ENOENT')))).toBe(74)
  expect(exitCodeOf(systemError('EWHATEVER', systemError('ENOENT')))).toBe(66)
})
