import { describe, expect, test } from 'vitest'
import type { ServiceError } from '../errors.ts'
import { createKey } from '../key-format.ts'
import type { AccountKey } from '../storage/records/api-keys.ts'
import { authenticateKey, checkAddresses, checkUse, type KeySources } from './authenticate-key.ts'
import { createGuessLimit } from './guess-limit.ts'

const KEY: AccountKey = {
  id: 'k',
  accountId: 'a',
  family: 'k',
  name: 'test',
  hint: 'abcd',
  createdAt: 0,
  revokedAt: null,
  lastUsedAt: null,
  scopes: null,
  expiresAt: null,
  allowedAddresses: null,
  charactersPerMonth: null,
  plan: 'default',
  accountStatus: 'active',
}

function isAllowed(address: string, allowedAddresses: readonly string[]): boolean {
  checkAddresses(allowedAddresses)
  try {
    checkUse({ ...KEY, allowedAddresses }, { address, now: 0 })
    return true
  } catch (error) {
    if ((error as ServiceError).code === 'FORBIDDEN') return false
    throw error
  }
}

describe('a key may be used', () => {
  test.each([
    ['203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.8', ['203.0.113.7'], false],
    ['203.0.113.8', ['203.0.113.7', '203.0.113.8'], true],
    ['203.0.113.63', ['203.0.113.0/26'], true],
    ['203.0.113.64', ['203.0.113.0/26'], false],
    ['203.0.113.200', ['203.0.113.129/25'], true],
    ['198.51.100.1', ['0.0.0.0/0'], true],
    ['2001:db8::1', ['0.0.0.0/0'], false],
    ['203.0.113.7', ['203.0.113.7/32'], true],
    ['203.0.113.6', ['203.0.113.7/32'], false],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['2001:db8:0:0:0:0:0:1', ['2001:db8::1'], true],
    ['2001:db8::2', ['2001:db8::1/128'], false],
    // A socket for both versions shows IPv4 callers in a form of IPv6.
    ['::ffff:203.0.113.7', ['203.0.113.7'], true],
    ['::ffff:203.0.113.8', ['203.0.113.7'], false],
    ['::ffff:203.0.113.7', ['::ffff:203.0.113.7'], true],
    ['203.0.113.7', ['::ffff:203.0.113.7'], true],
    ['203.0.113.8', ['::ffff:203.0.113.0/124'], true],
    ['fe80::1%eth0', ['fe80::/10'], true],
  ])('from %s if %j are allowed: %s', (address, allowed, expected) => {
    expect(isAllowed(address, allowed)).toBe(expected)
  })

  test('until the millisecond at which it expires', () => {
    const key = { ...KEY, expiresAt: 1000 }
    checkUse(key, { address: '::1', now: 999 })
    expect(() => checkUse(key, { address: '::1', now: 1000 })).toThrow('The API key has expired')
  })

  test('unless its account is suspended', () => {
    const key = { ...KEY, accountStatus: 'suspended' } as const
    expect(() => checkUse(key, { address: '::1', now: 0 })).toThrow('The account is suspended')
  })
})

test.each([
  '',
  'localhost',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.7/33',
  '203.0.113.7/',
  '203.0.113.7/-1',
  '203.0.113.7/8/8',
  '203.0.113.7 ',
  '2001:db8::/129',
  '2001:db8:::1',
  '203.0.113.0/1e1',
])('%j is no address that a key may be bound to', (address) => {
  expect(() => checkAddresses(['203.0.113.7', address])).toThrow(`Cannot use address "${address}": expected`)
})

const sources = (findKey: KeySources['findKey']): KeySources => ({
  findKey,
  guesses: createGuessLimit({ clock: () => 0 }),
})

describe('a key that comes with a request', () => {
  const attempt = { address: '203.0.113.7', now: 0 }

  test('is looked up as it is', async () => {
    const key = createKey()
    const found = await authenticateKey(
      sources(async (asked) => (asked === key ? KEY : undefined)),
      { key, ...attempt },
    )
    expect(found).toBe(KEY)
  })

  test('is not looked up if it is damaged', async () => {
    const damaged = createKey().slice(0, -1)
    const lookUp = async () => {
      throw new Error('asked the storage')
    }
    await expect(authenticateKey(sources(lookUp), { key: damaged, ...attempt })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
    await expect(authenticateKey(sources(lookUp), { key: 'of-an-earlier-version', ...attempt })).rejects.toThrow(
      'asked',
    )
  })

  test('is refused if nobody knows it', async () => {
    const unknown = authenticateKey(
      sources(async () => undefined),
      { key: createKey(), ...attempt },
    )
    await expect(unknown).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
  })
})
