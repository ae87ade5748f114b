import { BlockList, isIP } from 'node:net'
import { ServiceError } from '../errors.ts'
import { isDamagedKey } from '../key-format.ts'
import type { AccountKey } from '../storage/records/api-keys.ts'
import type { KeyFinder } from './find-key.ts'
import type { AttemptKind, GuessLimit } from './guess-limit.ts'

type Attempt = {
  readonly key: string
  /** IP address of the caller. */
  readonly address: string
  readonly now: number
}

/** What finds keys, and what limits the guessing of them. */
export type KeySources = { readonly findKey: KeyFinder; readonly guesses: GuessLimit }

/**
 * Returns the record of a valid key. Throws UNAUTHORIZED, RATE_LIMITED if too many wrong keys come from this address, or FORBIDDEN if the
 * key may not be used from this address or its account is suspended.
 */
export async function authenticateKey(
  { findKey, guesses }: KeySources,
  { key, kind = 'key', ...attempt }: Attempt & { readonly kind?: AttemptKind },
): Promise<AccountKey> {
  const found = await guesses.try({ address: attempt.address, secret: key, kind }, async () =>
    isDamagedKey(key) ? undefined : await findKey(key),
  )
  if (found === undefined) throw keyRefused()
  checkUse(found, attempt)
  return found
}

/** The error for a key that nobody has, or that was revoked. */
export function keyRefused(): ServiceError {
  return new ServiceError(
    'UNAUTHORIZED',
    'The API key is invalid or revoked: check it, or ask the operator for a new one',
  )
}

/** Throws UNAUTHORIZED for a key that has expired, and FORBIDDEN for one that may not be used from an address or at present. */
export function checkUse(key: AccountKey, { address, now }: Omit<Attempt, 'key'>): void {
  if (key.expiresAt !== null && key.expiresAt <= now)
    throw new ServiceError('UNAUTHORIZED', 'The API key has expired: ask the operator for a new one')
  refuseSuspended(key.accountStatus)
  if (key.allowedAddresses !== null && !isAllowed(address, key.allowedAddresses))
    throw new ServiceError(
      'FORBIDDEN',
      `The API key may not be used from ${address}: the operator can allow the address`,
    )
}

/** Throws FORBIDDEN for an account that is suspended. */
export function refuseSuspended(status: AccountKey['accountStatus']): void {
  if (status === 'suspended') throw new ServiceError('FORBIDDEN', 'The account is suspended: ask the operator')
}

/** Checks addresses and ranges such as `203.0.113.7` or `2001:db8::/32`. Throws MISSING_ARGUMENT for the first wrong one. */
export function checkAddresses(addresses: readonly string[]): void {
  for (const one of addresses) {
    const [address = '', bits, ...more] = one.split('/')
    const version = isIP(address)
    const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
    if (version === 0 || !isRange || more.length > 0)
      throw new ServiceError('MISSING_ARGUMENT', `Cannot use address "${one}": expected an IP address or a CIDR range`)
  }
}

function isAllowed(address: string, allowed: readonly string[]): boolean {
  const list = new BlockList()
  for (const one of allowed) {
    const [network = '', bits] = one.split('/')
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(network, family)
    else list.addSubnet(network, Number(bits), family)
  }
  // An IPv4 caller of a socket for both versions, or an address with its network interface.
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '')
  // A proxy may pass on anything.
  const version = isIP(plain)
  return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4')
}
