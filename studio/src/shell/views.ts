import { effect, type Signal, signal } from '@preact/signals'
import { may, type Scope, signedInMember } from '../service.ts'
import type { IconName } from './icons.tsx'

export type View = 'script' | PanelView
export type PanelView =
  | 'libraries'
  | 'exports'
  | 'clips'
  | 'voices'
  | 'usage'
  | 'members'
  | 'passkeys'
  | 'keys'
  | 'webhooks'
  | 'audit'

type PanelOfView = {
  readonly view: PanelView
  readonly label: string
  readonly icon: IconName
  /** What a session needs to see it; undefined if any may. */
  readonly scope?: Scope
  /** Whether it is about the member that is signed in. */
  readonly isOfMember?: boolean
}

/** The views beside the script, in the order of the navigation. */
const PANELS: readonly PanelOfView[] = [
  { view: 'libraries', label: 'Libraries', icon: 'book', scope: 'libraries:read' },
  { view: 'exports', label: 'Exports', icon: 'export', scope: 'clips:read' },
  { view: 'clips', label: 'Clips', icon: 'clips', scope: 'clips:read' },
  { view: 'voices', label: 'Voices', icon: 'voice' },
  { view: 'usage', label: 'Usage', icon: 'usage', scope: 'usage' },
  { view: 'members', label: 'Members', icon: 'people', scope: 'members' },
  { view: 'passkeys', label: 'Passkeys', icon: 'passkey', isOfMember: true },
  { view: 'keys', label: 'API keys', icon: 'key', scope: 'keys' },
  { view: 'webhooks', label: 'Webhooks', icon: 'hook', scope: 'webhooks' },
  { view: 'audit', label: 'Audit log', icon: 'log', scope: 'audit' },
]

/** The views that the session may see. */
export function listPanels(): readonly PanelOfView[] {
  return PANELS.filter(mayOpen)
}

/** The label of a view that the session may not see; undefined for any other. */
export function nameIfClosed(view: View): string | undefined {
  const panel = PANELS.find((one) => one.view === view)
  return panel === undefined || mayOpen(panel) ? undefined : panel.label
}

function mayOpen({ scope, isOfMember = false }: PanelOfView): boolean {
  if (isOfMember && signedInMember.value === undefined) return false
  return scope === undefined || may(scope)
}

/** The view of the page's address, such as `#usage`. */
function viewOfAddress(): View {
  return PANELS.find(({ view }) => location.hash === `#${view}`)?.view ?? 'script'
}

/** The view that is shown. The address of the page follows it, so that a link leads to it. */
export const shownView: Signal<View> = signal('script')

/** Keeps the view and the address of the page the same, until the returned function is called. */
export function followAddress(): () => void {
  const follow = (): void => {
    shownView.value = viewOfAddress()
  }
  follow()
  addEventListener('hashchange', follow)
  const stop = effect(() => {
    const { value: view } = shownView
    if (view !== viewOfAddress())
      history.replaceState(null, '', view === 'script' ? location.pathname : `${location.pathname}#${view}`)
  })
  return () => {
    removeEventListener('hashchange', follow)
    stop()
  }
}
