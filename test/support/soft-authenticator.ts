import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What an authenticator and the browser in front of it answer with, and what an attacker changes of it. */
export type AnswerOptions = {
  readonly challenge: string
  readonly origin: string
  readonly rpId: string
  readonly isVerified?: boolean
  readonly counter?: number
  readonly type?: string
  readonly userHandle?: string
}

/** An authenticator in software (WebAuthn Level 3, ES256, attestation `none`), which does as it is told. */
export type SoftAuthenticator = {
  readonly id: string
  register(options: AnswerOptions): object
  sign(options: AnswerOptions): object
}

export function createSoftAuthenticator(id: string = randomBytes(32).toString('base64url')): SoftAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const common = { id, rawId: id, type: 'public-key' }
  return {
    id,
    register(options) {
      const rawId = Buffer.from(id, 'base64url')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, rawId, encodeKey(publicKey)])
      const authData = Buffer.concat([describeAuthenticator(options, true), credential])
      const attestationObject = encodeMap([
        [encodeText('fmt'), encodeText('none')],
        [encodeText('attStmt'), encodeMap([])],
        [encodeText('authData'), encodeBytes(authData)],
      ])
      const clientDataJSON = describeClient('webauthn.create', options).toString('base64url')
      return {
        ...common,
        response: {
          clientDataJSON,
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    sign(options) {
      const authenticatorData = describeAuthenticator(options, false)
      const client = describeClient('webauthn.get', options)
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()])
      const { userHandle } = options
      return {
        ...common,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          ...(userHandle !== undefined && { userHandle: Buffer.from(userHandle).toString('base64url') }),
        },
      }
    },
  }
}

function describeClient(type: string, { challenge, origin, type: forged = type }: AnswerOptions): Buffer {
  return Buffer.from(JSON.stringify({ type: forged, challenge, origin, crossOrigin: false }))
}

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

function describeAuthenticator({ rpId, isVerified = true, counter = 0 }: AnswerOptions, isAttested: boolean): Buffer {
  const flags = PRESENT | (isVerified ? VERIFIED : 0) | (isAttested ? ATTESTED : 0)
  const tail = Buffer.alloc(5)
  tail.writeUInt8(flags)
  tail.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), tail])
}

/** A COSE key (RFC 9053): EC2, ES256, P-256. */
function encodeKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return encodeMap([
    [encodeNumber(1), encodeNumber(2)],
    [encodeNumber(3), encodeNumber(-7)],
    [encodeNumber(-1), encodeNumber(1)],
    [encodeNumber(-2), encodeBytes(Buffer.from(x, 'base64url'))],
    [encodeNumber(-3), encodeBytes(Buffer.from(y, 'base64url'))],
  ])
}

// CBOR (RFC 8949), as far as it is needed.

function encodeHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

const encodeNumber = (value: number): Buffer => (value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value))
const encodeBytes = (value: Buffer): Buffer => Buffer.concat([encodeHead(2, value.length), value])
const encodeText = (value: string): Buffer => Buffer.concat([encodeHead(3, value.length), Buffer.from(value)])
const encodeMap = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([encodeHead(5, entries.length), ...entries.flat()])
