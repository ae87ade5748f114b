import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeys,
  notePasskeyUse,
  type Passkey,
  takePasskeyChallenge,
} from '../storage/records/passkeys.ts'
import type { SessionMember } from '../storage/records/sessions.ts'
import { limitCount } from './limit-count.ts'
import { checkName } from './management/check-fields.ts'
import { type ChangedBy, recordChange } from './management/record-change.ts'
import type { RelyingParty } from './relying-party.ts'
import { type SignInPlace, type StartedSession, startSessionIn } from './sessions.ts'
import { sha256 } from './sha256.ts'

const CHALLENGE_LIFETIME_MS = 5 * 60_000
const MAX_PASSKEYS = 20
const SERVICE_NAME = 'Declaim Studio'

/** Loaded when the first passkey is used: it reads certificates, and few services need it. */
const loadWebAuthn = () => import('@simplewebauthn/server')

type Person = { readonly accountId: string; readonly member: Pick<SessionMember, 'id' | 'name'> }

/** What the browser of a member needs to make a passkey. The challenge works once, for this member, within five minutes. */
export async function offerPasskey(
  db: Database,
  { party, member, now }: Person & { readonly party: RelyingParty; readonly now: number },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadWebAuthn()
  const known = await listPasskeys(db, member.id)
  const options = await generateRegistrationOptions({
    rpName: SERVICE_NAME,
    rpID: party.id,
    userName: member.name,
    userDisplayName: member.name,
    userID: new TextEncoder().encode(member.id),
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: CHALLENGE_LIFETIME_MS,
  })
  await keepChallenge(db, { challenge: options.challenge, memberId: member.id, now })
  return options
}

type Registration = Person & {
  readonly party: RelyingParty
  readonly name: string
  readonly response: RegistrationResponseJSON
}

/** Adds a passkey to a member. Throws UNAUTHORIZED for an answer that does not fit, and CONFLICT for a known passkey or too many. */
export async function addPasskey(
  db: Database,
  { accountId, member, party, name, response }: Registration,
  by: ChangedBy,
): Promise<Passkey> {
  checkName(name)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(db, { challenge, memberId: member.id, now: by.now }),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (verified?.verified !== true)
    throw new ServiceError('UNAUTHORIZED', 'Cannot add the passkey: its answer does not fit the question; try again')
  const { credential } = verified.registrationInfo
  const passkey = {
    id: credential.id,
    accountId,
    memberId: member.id,
    name,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: knownTransports(credential.transports ?? []),
    createdAt: by.now,
  }
  return await db.transaction().execute(async (transaction) => {
    if (!(await insertPasskey(transaction, passkey)))
      throw new ServiceError('CONFLICT', 'Cannot add the passkey: it is there already')
    await limitCount(transaction, accountId, {
      count: async () => (await listPasskeys(transaction, member.id)).length,
      most: MAX_PASSKEYS,
      refusal: () => `Cannot add a passkey: you have ${MAX_PASSKEYS}, which is all you may have`,
    })
    const details = { member: member.id, name }
    await recordChange(transaction, by, { action: 'addPasskey', accountId, target: passkey.id, details })
    return { ...passkey, lastUsedAt: null }
  })
}

/** Removes a passkey of a member. Sessions that it began go on. Throws NOT_FOUND. */
export async function removePasskey(
  db: Database,
  { accountId, member, id }: Person & { readonly id: string },
  by: ChangedBy,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await deletePasskey(transaction, { id, memberId: member.id })))
      throw new ServiceError('NOT_FOUND', 'Cannot remove the passkey: you have none with this id')
    const details = { member: member.id }
    await recordChange(transaction, by, { action: 'removePasskey', accountId, target: id, details })
  })
}

/** What a browser without a session needs to sign in. It names no member: the person chooses one of the passkeys that the browser has. */
export async function askForPasskey(
  db: Database,
  { party, now }: { readonly party: RelyingParty; readonly now: number },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    timeout: CHALLENGE_LIFETIME_MS,
  })
  await keepChallenge(db, { challenge: options.challenge, memberId: undefined, now })
  return options
}

type Answer = {
  readonly party: RelyingParty
  readonly response: AuthenticationResponseJSON
  readonly place: SignInPlace
  readonly now: number
}

/** Starts a session by a passkey; undefined for an answer that does not fit, whatever is wrong with it. */
export async function signInByPasskey(
  db: Database,
  { party, response, place, now }: Answer,
): Promise<StartedSession | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const passkey = await findPasskey(db, response.id)
  // A challenge is gone after one answer, be it right or wrong.
  const isAsked = await takeChallenge(db, { challenge: challengeOf(response), memberId: undefined, now })
  if (passkey === undefined || !isAsked) return undefined
  const { userHandle } = response.response
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== passkey.memberId) return undefined
  const verified = await verifyAuthenticationResponse({
    response,
    // It is the one that was taken.
    expectedChallenge: () => true,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: [...passkey.transports],
    },
  }).catch(() => undefined)
  if (verified?.verified !== true) return undefined
  const { accountId, memberId } = passkey
  return await db.transaction().execute(async (transaction) => {
    // It may have been removed meanwhile.
    if ((await findPasskey(transaction, passkey.id)) === undefined) return undefined
    await notePasskeyUse(transaction, { id: passkey.id, counter: verified.authenticationInfo.newCounter, now })
    return await startSessionIn(transaction, { ...place, accountId, memberId, now })
  })
}

const TRANSPORTS: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

function knownTransports(transports: readonly string[]): readonly string[] {
  return TRANSPORTS.filter((one) => transports.includes(one))
}

/** The challenge that an answer says it is about; empty if it says nothing that can be read. */
function challengeOf({ response }: AuthenticationResponseJSON): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    const challenge = (data as { readonly challenge?: unknown } | null)?.challenge
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

type Challenge = { readonly challenge: string; readonly memberId: string | undefined; readonly now: number }

async function keepChallenge(db: Database, { challenge, memberId, now }: Challenge): Promise<void> {
  const expiresAt = now + CHALLENGE_LIFETIME_MS
  await insertPasskeyChallenge(db, { hash: sha256(challenge), memberId, expiresAt, now })
}

async function takeChallenge(db: Database, { challenge, memberId, now }: Challenge): Promise<boolean> {
  return await takePasskeyChallenge(db, { hash: sha256(challenge), memberId, now })
}
