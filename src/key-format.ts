import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Secret scanners recognise keys by this prefix and verify the checksum at the end. */
const PREFIX = 'dcl_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 36 characters of 62 are 214 bits, too many to guess. */
const RANDOM_LENGTH = 36
const CHECKSUM_LENGTH = 6
const FORM = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`)

/** Creates a random key: `dcl_`, 36 random characters, and 6 characters of checksum. */
export function createKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return PREFIX + random + checksumOf(random)
}

/** Whether a key begins with `dcl_` but is damaged. Keys of other forms, such as those of earlier versions, are not judged. */
export function isDamagedKey(key: string): boolean {
  if (!key.startsWith(PREFIX)) return false
  const [, random, checksum] = FORM.exec(key) ?? []
  return random === undefined || checksumOf(random) !== checksum
}

/** The CRC-32 of the random part, in base 62. */
function checksumOf(random: string): string {
  let rest = crc32(random)
  let checksum = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    checksum = ALPHABET[rest % ALPHABET.length] + checksum
    rest = Math.floor(rest / ALPHABET.length)
  }
  return checksum
}
