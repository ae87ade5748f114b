import { randomBytes } from 'node:crypto'
import type { Database } from '../storage/database.ts'
import {
  findMemberOfIdentity,
  findUnclaimedMembers,
  type IdentifiedMember,
  insertIdentity,
  insertOidcSignIn,
  takeOidcSignIn,
} from '../storage/records/identities.ts'
import type { OidcPerson, OidcProvider } from './oidc-provider.ts'
import { type SignInPlace, type StartedSession, startSessionIn } from './sessions.ts'
import { sha256 } from './sha256.ts'

/** How long a person may take at the provider. */
export const OIDC_LIFETIME_MS = 10 * 60_000

type Beginning = { readonly provider: OidcProvider; readonly redirectUri: string; readonly now: number }

/** Begins a sign-in. The browser keeps the secret, so that no other browser can finish it. */
export async function beginOidcSignIn(
  db: Database,
  { provider, redirectUri, now }: Beginning,
): Promise<{ readonly url: string; readonly browserSecret: string }> {
  const { url, state, nonce, codeVerifier } = await provider.begin(redirectUri)
  const browserSecret = randomBytes(24).toString('base64url')
  const hashes = { hash: sha256(state), browserHash: sha256(browserSecret) }
  await insertOidcSignIn(db, { ...hashes, nonce, codeVerifier, expiresAt: now + OIDC_LIFETIME_MS, now })
  return { url, browserSecret }
}

type End = {
  readonly provider: OidcProvider
  /** The address to which the provider has sent the browser back. */
  readonly url: URL
  readonly browserSecret: string
  readonly place: SignInPlace
  readonly now: number
}

/** What came of a sign-in: a session, nobody that the service knows, or an answer that fits no question of this browser. */
export type OidcOutcome = StartedSession | 'unknown' | 'failed'

/** Finishes a sign-in, once. */
export async function finishOidcSignIn(
  db: Database,
  { provider, url, browserSecret, place, now }: End,
): Promise<OidcOutcome> {
  const state = url.searchParams.get('state') ?? ''
  const asked = await takeOidcSignIn(db, { hash: sha256(state), browserHash: sha256(browserSecret), now })
  if (asked === undefined) return 'failed'
  const person = await provider.finish({ ...asked, state, url }).catch(() => undefined)
  if (person === undefined) return 'failed'
  return await db.transaction().execute(async (transaction) => {
    const member = (await findMemberOfIdentity(transaction, person)) ?? (await claimMember(transaction, person, now))
    if (member === undefined) return 'unknown'
    const { id: memberId, accountId } = member
    return await startSessionIn(transaction, { ...place, accountId, memberId, now })
  })
}

/**
 * The member that was invited by the verified address of a person. From then on, the person counts and not the address: whoever gets the address
 * later gets no member by it. Undefined if there is none, or several.
 */
async function claimMember(
  transaction: Database,
  { issuer, subject, email }: OidcPerson,
  now: number,
): Promise<IdentifiedMember | undefined> {
  if (email === undefined) return undefined
  const [member, ...others] = await findUnclaimedMembers(transaction, email)
  if (member === undefined || others.length > 0) return undefined
  return (await insertIdentity(transaction, { issuer, subject, ...member, now })) ? member : undefined
}
