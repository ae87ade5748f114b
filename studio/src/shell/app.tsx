import { decideOffer, describeError, isConnected, offeredCode, signedIn, signInProblem } from '../service.ts'
import { SignIn } from './sign-in.tsx'
import { Workspace } from './workspace.tsx'

/** The page: a sign-in screen, or the workspace. */
export function App() {
  if (signedIn.value === undefined)
    return (
      <main class="loading">
        <p role="status">Loading…</p>
      </main>
    )
  if (offeredCode.value !== undefined && signedIn.value) return <OfferedLink />
  return (
    <>
      {!isConnected.value && (
        <p class="offline" role="status">
          The service does not answer. You can go on writing; everything is kept in this browser.
        </p>
      )}
      {signedIn.value ? <Workspace /> : <SignIn />}
    </>
  )
}

/** A link for another person or account was opened. Whoever sent it may have meant it as a trap, so the page asks. */
function OfferedLink() {
  const decide = (isTaken: boolean): void => {
    decideOffer(isTaken).catch((error: unknown) => {
      signInProblem.value = describeError(error)
    })
  }
  return (
    <main class="sign-in">
      <h1>Sign in by this link?</h1>
      <p>
        You are signed in already, and the link is for another person or account. What you make afterwards belongs to
        that account. Go on only if you expected the link.
      </p>
      <div class="actions">
        <button type="button" class="button button-primary" onClick={() => decide(false)}>
          Stay signed in
        </button>
        <button type="button" class="button" onClick={() => decide(true)}>
          Sign in by the link
        </button>
      </div>
    </main>
  )
}
