import { useSignal } from '@preact/signals'
import { describeError, signInWithKey } from '../service.ts'

/** For a browser without a session. A key that is typed here is exchanged for a session and forgotten. */
export function SignIn() {
  const key = useSignal('')
  const problem = useSignal<string | undefined>(undefined)
  const submit = (event: Event): void => {
    event.preventDefault()
    signInWithKey(key.value).catch((error: unknown) => {
      problem.value = describeError(error)
    })
  }
  return (
    <main class="sign-in">
      <h1>Declaim Studio</h1>
      <p>
        Open the link that <code>npm start</code> prints, or run <code>npx declaim sign-in</code> on the server for a
        new one.
      </p>
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
          <button type="submit" class="button button-primary" disabled={key.value === ''}>
            Sign in
          </button>
        </div>
      </form>
      {problem.value !== undefined && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </main>
  )
}
