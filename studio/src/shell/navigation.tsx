import type { Signal } from '@preact/signals'
import type { Draft } from '../drafts.ts'
import { drafts } from '../drafts.ts'
import { SCRIPT_FILES } from '../script/import/read-script-file.ts'
import { Icon, type IconName } from './icons.tsx'

export type View = 'script' | 'voices' | 'libraries' | 'clips' | 'usage' | 'keys' | 'webhooks'

const VIEWS: readonly { readonly view: View; readonly label: string; readonly icon: IconName }[] = [
  { view: 'libraries', label: 'Libraries', icon: 'book' },
  { view: 'clips', label: 'Clips', icon: 'clips' },
  { view: 'voices', label: 'Voices', icon: 'voice' },
  { view: 'usage', label: 'Usage', icon: 'usage' },
  { view: 'keys', label: 'Keys', icon: 'key' },
  { view: 'webhooks', label: 'Webhooks', icon: 'hook' },
]

type Props = {
  readonly view: Signal<View>
  readonly openId: string
  readonly onOpen: (draft: Draft) => void
  readonly onNew: () => void
  readonly onImport: (file: File) => void
  readonly onSignOut: () => void
}

export function Navigation({ view, openId, onOpen, onNew, onImport, onSignOut }: Props) {
  return (
    <nav class="navigation" aria-label="Studio">
      <p class="brand">Declaim</p>
      <div class="nav-head">
        <h2>Scripts</h2>
        <label class="icon-button import" title="Import a script">
          <span class="visually-hidden">Import a script</span>
          <Icon name="import" />
          <input
            class="visually-hidden"
            type="file"
            accept={SCRIPT_FILES}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              if (file !== undefined) onImport(file)
              currentTarget.value = ''
            }}
          />
        </label>
        <button type="button" class="icon-button" aria-label="New script" title="New script" onClick={onNew}>
          <Icon name="plus" />
        </button>
      </div>
      <ul>
        {drafts.value.map((draft) => (
          <li key={draft.id}>
            <button
              type="button"
              class="nav-item"
              aria-current={view.value === 'script' && draft.id === openId ? 'page' : undefined}
              onClick={() => onOpen(draft)}
            >
              <Icon name="script" />
              <span>{draft.title || 'Untitled'}</span>
            </button>
          </li>
        ))}
      </ul>
      <ul class="nav-views">
        {VIEWS.map(({ view: target, label, icon }) => (
          <li key={target}>
            <button
              type="button"
              class="nav-item"
              aria-current={view.value === target ? 'page' : undefined}
              onClick={() => {
                view.value = target
              }}
            >
              <Icon name={icon} />
              <span>{label}</span>
            </button>
          </li>
        ))}
        <li>
          <a class="nav-item" href="/docs">
            <Icon name="reference" />
            <span>API reference</span>
          </a>
        </li>
        <li>
          <button type="button" class="nav-item" onClick={onSignOut}>
            <Icon name="leave" />
            <span>Sign out</span>
          </button>
        </li>
      </ul>
    </nav>
  )
}
