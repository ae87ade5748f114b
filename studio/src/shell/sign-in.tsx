import { useSignal } from '@preact/signals'
import { canUsePasskeys } from '../passkeys.ts'
import {
  describeError,
  hasIdentityProvider,
  signInProblem,
  signInWithKey,
  signInWithPasskey,
  signInWithProvider,
} from '../service.ts'
import { Icon } from './icons.tsx'

/** For a browser without a session. A key that is typed here is exchanged for a session and forgotten. */
export function SignIn() {
  const key = useSignal('')
  const isBusy = useSignal(false)
  const attempt = async (signIn: Promise<void>): Promise<void> => {
    isBusy.value = true
    signInProblem.value = undefined
    await signIn.catch((error: unknown) => {
      signInProblem.value = describeError(error)
    })
    isBusy.value = false
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    void attempt(signInWithKey(key.value.trim()))
  }
  return (
    <main class="sign-in">
      <h1>Declaim Studio</h1>
      <div role="alert">{signInProblem.value !== undefined && <p class="problem">{signInProblem.value}</p>}</div>
      <p>Open your sign-in link. It signs one browser in, until you have not used it for 30 days.</p>
      <p class="why">
        No link? An owner of your account makes one on the page “Members”. Whoever runs this service gets one with{' '}
        <code>npx declaim sign-in</code>.
      </p>
      {hasIdentityProvider.value && (
        <button type="button" class="button" disabled={isBusy.value} onClick={() => void attempt(signInWithProvider())}>
          <Icon name="people" /> Sign in with your organisation
        </button>
      )}
      {canUsePasskeys() && (
        <button type="button" class="button" disabled={isBusy.value} onClick={() => void attempt(signInWithPasskey())}>
          <Icon name="passkey" /> Sign in with a passkey
        </button>
      )}
      <form onSubmit={submit}>
        <label for="key">Or use an API key</label>
        <div class="actions">
          <input
            id="key"
            class="field"
            type="password"
            autocomplete="off"
            value={key.value}
            onInput={({ currentTarget }) => {
              key.value = currentTarget.value
            }}
          />
          <button type="submit" class="button button-primary" disabled={key.value.trim() === '' || isBusy.value}>
            Sign in
          </button>
        </div>
      </form>
    </main>
  )
}
