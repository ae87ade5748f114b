import { isConnected, signedIn } from '../service.ts'
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
