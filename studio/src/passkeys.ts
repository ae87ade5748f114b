import { signal } from '@preact/signals'
import { callStudio } from './call-studio.ts'

/** The origin at which the service takes passkeys; null if it takes none, and undefined until it is known. */
export const passkeyOrigin = signal<string | null | undefined>(undefined)

/** Whether this page, in this browser, can use passkeys. */
export function canUsePasskeys(): boolean {
  return passkeyOrigin.value === location.origin && 'PublicKeyCredential' in globalThis
}

export type Passkey = {
  readonly passkey_id: string
  readonly name: string
  readonly created_at: number
  readonly last_used_at: number | null
}

const PATH = '/studio/passkeys'

/** Loaded where a passkey is made or used, and nowhere else. */
const loadBrowser = () => import('@simplewebauthn/browser')

export async function listPasskeys(): Promise<readonly Passkey[]> {
  return (await callStudio<{ passkeys: readonly Passkey[] }>('GET', PATH)).passkeys
}

/** Has the browser make a passkey for the member that is signed in. Rejects if the person stops it. */
export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await loadBrowser()
  const optionsJSON = await callStudio<Parameters<typeof startRegistration>[0]['optionsJSON']>(
    'POST',
    `${PATH}/registration`,
  )
  const credential = await inPlainWords(startRegistration({ optionsJSON }))
  await callStudio('POST', PATH, { name, credential })
}

export async function removePasskey(id: string): Promise<void> {
  await callStudio('DELETE', `${PATH}/${encodeURIComponent(id)}`)
}

/** Signs in by a passkey that the person chooses. Rejects if the person stops it. */
export async function signInByPasskey(): Promise<void> {
  const { startAuthentication } = await loadBrowser()
  const optionsJSON = await callStudio<Parameters<typeof startAuthentication>[0]['optionsJSON']>(
    'POST',
    `${PATH}/challenge`,
  )
  const credential = await inPlainWords(startAuthentication({ optionsJSON }))
  await callStudio('POST', `${PATH}/session`, { credential })
}

/** Says what browsers say in the words of the standard. */
async function inPlainWords<Result>(asking: Promise<Result>): Promise<Result> {
  try {
    return await asking
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'InvalidStateError') throw new Error('This device has a passkey of yours already.')
    if (name === 'NotAllowedError' || name === 'AbortError')
      throw new Error(
        'The browser has not used a passkey: it was stopped, took too long, or there is none for this page.',
      )
    throw error
  }
}
