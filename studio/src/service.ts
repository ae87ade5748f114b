import { signal } from '@preact/signals'
import { createDeclaim, DeclaimConnectionError, DeclaimError, type Key } from '../../client/src/declaim.ts'
import { callStudio, STUDIO_HEADERS, StudioCallError } from './call-studio.ts'
import { passkeyOrigin, signInByPasskey } from './passkeys.ts'

export type Scope = Key['scopes'][number]

/** Undefined until it is known. */
export const signedIn = signal<boolean | undefined>(undefined)
/** Whose drafts the browser shows. */
export const accountId = signal('')
/** Whether people can sign in by an identity provider, at this address. */
export const hasIdentityProvider = signal(false)
/** The person that is signed in; undefined for an API key and the operator's link. */
export const signedInMember = signal<SignedInMember | undefined>(undefined)
/** What the session may do: the scopes of its member's role or of its API key. */
const scopes = signal<ReadonlySet<Scope>>(new Set())
export const isConnected = signal(true)
/** Why signing in failed last, in words for people. */
export const signInProblem = signal<string | undefined>(undefined)

/** Whether the session may do something. It never may administer the service. */
export function may(scope: Scope): boolean {
  return scopes.value.has(scope)
}

const RECONNECT_MS = 2000

/** The public API, called as the signed-in browser. */
export const declaim = createDeclaim({ headers: STUDIO_HEADERS, maxRetries: 3, fetch: fetchAndWatch })

/** Notices ended sessions and lost connections, whichever call meets them. */
async function fetchAndWatch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  try {
    const response = await fetch(input, init)
    if (response.status === 401) signedIn.value = false
    isConnected.value = true
    return response
  } catch (error) {
    if (init?.signal?.aborted !== true) noticeLoss()
    throw error
  }
}

addEventListener('online', () => void askHealth())

/** Shows that the service is gone, until it answers again. */
function noticeLoss(): void {
  if (!isConnected.value) return
  isConnected.value = false
  const timer = setInterval(() => {
    void askHealth().finally(() => {
      if (isConnected.value) clearInterval(timer)
    })
  }, RECONNECT_MS)
}

async function askHealth(): Promise<void> {
  const { ok } = await fetch('/health').catch(() => ({ ok: false }))
  if (ok) isConnected.value = true
}

/** The status of a code for another person or account than the one that is signed in. */
const OTHER_SESSION = 409

/** The code of a link for another person or account than the one that is signed in, until it is decided. */
export const offeredCode = signal<string | undefined>(undefined)

/** Takes the link that is offered, or leaves it and everything as it is. */
export async function decideOffer(isTaken: boolean): Promise<void> {
  const code = offeredCode.value
  offeredCode.value = undefined
  if (!isTaken || code === undefined) return
  await callSession('POST', { code, replace: true })
  location.reload()
}

/** What the service says in the address when a sign-in at the identity provider has failed. */
const PROVIDER_PROBLEMS: Readonly<Record<string, string>> = {
  '#sign-in-unknown':
    'You are no member here: an owner of your account has to invite you by the email address of your organisation.',
  '#sign-in-failed': 'The sign-in at your organisation has failed, or took too long. Try again.',
}

/** Signs in with the code of the page's address, if it has one, and asks whether the browser is signed in. */
export async function startSession(): Promise<void> {
  const code = new URLSearchParams(location.hash.slice(1)).get('sign-in')
  if (code !== null) {
    history.replaceState(null, '', location.pathname)
    await callSession('POST', { code }).catch((error: unknown) => {
      if (error instanceof StudioCallError && error.status === OTHER_SESSION) offeredCode.value = code
      else signInProblem.value = describeError(error)
    })
  }
  const problem = PROVIDER_PROBLEMS[location.hash]
  if (problem !== undefined) {
    history.replaceState(null, '', location.pathname)
    signInProblem.value = problem
  }
  await callSession('GET').catch(() => {
    signedIn.value = false
  })
}

/** Exchanges an API key for a session. The key is not kept. */
export async function signInWithKey(key: string): Promise<void> {
  await callSession('POST', { key })
  await callSession('GET')
}

/** Leaves for the identity provider, which sends the browser back. */
export async function signInWithProvider(): Promise<void> {
  const { url } = await callStudio<{ readonly url: string }>('POST', '/studio/oidc')
  location.assign(url)
}

/** Signs in by a passkey that the person chooses. */
export async function signInWithPasskey(): Promise<void> {
  await signInByPasskey()
  await callSession('GET')
}

export async function signOut(): Promise<void> {
  await callSession('DELETE')
  location.reload()
}

type SignedInMember = { readonly member_id: string; readonly name: string; readonly role: string }

type SessionAnswer = {
  readonly signed_in?: boolean
  readonly account_id?: string
  readonly scopes?: readonly Scope[]
  readonly member?: SignedInMember
  readonly passkey_origin?: string | null
  readonly oidc_origin?: string | null
}

async function callSession(method: string, body?: object): Promise<void> {
  const {
    signed_in,
    account_id,
    scopes: allowed,
    member,
    passkey_origin,
    oidc_origin,
  } = await callStudio<SessionAnswer>(method, '/studio/session', body)
  // Another account begins with a fresh page: nothing of the one before is in its memory.
  if (account_id !== undefined && accountId.value !== '' && accountId.value !== account_id) location.reload()
  accountId.value = account_id ?? accountId.value
  hasIdentityProvider.value = oidc_origin === location.origin || hasIdentityProvider.value
  if (passkey_origin !== undefined) passkeyOrigin.value = passkey_origin
  if (allowed !== undefined) {
    scopes.value = new Set(allowed)
    signedInMember.value = member
  }
  signedIn.value = signed_in === true
  if (signedIn.value) signInProblem.value = undefined
}

const SOON_SECONDS = 600
const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })

/** A limit that was met: a moment helps against a rate, and not against a month that is used up. */
function describeLimit({ message, retryAfterSeconds = 0 }: DeclaimError): string {
  // The date follows in the time of this computer.
  const sentence = `${message.replace(/; the next month begins at \S+$/, '').replace(/\.$/, '')}.`
  if (retryAfterSeconds <= SOON_SECONDS) return `${sentence} Wait a moment and try again.`
  const date = DATE.format(Date.now() + 1000 * retryAfterSeconds)
  return `${sentence} It begins again on ${date}. ${askForMore(message)}`
}

/** Whom to ask about a month that is used up. */
function askForMore(message: string): string {
  if (message.includes("this key's")) return 'Whoever made the API key can allow it more.'
  if (message.includes("this member's")) return 'An owner of your account can allow you more.'
  return 'Whoever runs the service can allow the account more.'
}

/** An error in words for the page. */
export function describeError(error: unknown): string {
  if (error instanceof DeclaimConnectionError)
    return 'The service does not answer. Your script is safe in this browser.'
  if (error instanceof DeclaimError && error.code === 'RATE_LIMITED') return describeLimit(error)
  const scope =
    error instanceof DeclaimError
      ? /the API key lacks the scope (\S+?)[;.]?(?:\s|$)/.exec(error.message)?.[1]
      : undefined
  if (scope !== undefined)
    return `You are signed in with an API key that may not do this: it lacks the scope “${scope}”. Sign in with another key, or with a link.`
  // The place is underlined, so its number says nothing more.
  return error instanceof Error ? error.message.replace(/ \(at offset \d+\)/, '') : String(error)
}
