import { useSignal } from '@preact/signals'
import { describeError, signInProblem, signInWithKey } from '../service.ts'

/** For a browser without a session. A key that is typed here is exchanged for a session and forgotten. */
export function SignIn() {
  const key = useSignal('')
  const isBusy = useSignal(false)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    isBusy.value = true
    signInProblem.value = undefined
    await signInWithKey(key.value.trim()).catch((error: unknown) => {
      signInProblem.value = describeError(error)
    })
    isBusy.value = false
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
      <form onSubmit={(event) => void submit(event)}>
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
