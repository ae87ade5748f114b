import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { LocalScript } from '../projects/local-scripts.ts'
import { SCRIPT_FILES } from '../script/import/read-script-file.ts'
import type { ScriptActions } from '../scripts/script-actions.ts'
import { ScriptList } from '../scripts/script-list.tsx'
import { signedInMember } from '../service.ts'
import { Icon } from './icons.tsx'
import { NavItem } from './nav-item.tsx'
import { setTheme, THEMES, type Theme, theme } from './theme.ts'
import { ARCHIVE, listPanels, mayOpen, type View } from './views.ts'

type Props = {
  readonly view: Signal<View>
  readonly openId: string
  readonly actions: ScriptActions
  readonly onOpen: (script: LocalScript) => void
  readonly onNew: () => void
  readonly onImport: (file: File) => void
  readonly onShortcuts: () => void
  readonly onSignOut: () => void
}

/** All scripts and views. On a small screen they are behind a button. */
export function Navigation({ view, openId, actions, onOpen, onNew, onImport, onShortcuts, onSignOut }: Props) {
  const isOpen = useSignal(false)
  const self = useRef<HTMLElement>(null)
  useEffect(() => closeOutside(self.current, isOpen), [])
  /** Does what was chosen, and uncovers it. */
  const choose = (act: () => void) => (): void => {
    isOpen.value = false
    act()
  }
  return (
    <nav ref={self} class={isOpen.value ? 'navigation is-open' : 'navigation'} aria-label="Studio">
      <div class="nav-top">
        <p class="brand">Declaim</p>
        <button
          type="button"
          class="icon-button nav-toggle"
          aria-label="Menu"
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value
          }}
        >
          <Icon name={isOpen.value ? 'close' : 'menu'} />
        </button>
      </div>
      <div class="nav-body">
        <div class="nav-head">
          <h2>Scripts</h2>
          {mayOpen(ARCHIVE) && (
            <button
              type="button"
              class="icon-button"
              aria-label={ARCHIVE.label}
              title={ARCHIVE.label}
              aria-current={view.value === ARCHIVE.view ? 'page' : undefined}
              onClick={choose(() => {
                view.value = ARCHIVE.view
              })}
            >
              <Icon name={ARCHIVE.icon} />
            </button>
          )}
          <ImportButton onImport={(file) => choose(() => onImport(file))()} />
          <button type="button" class="icon-button" aria-label="New script" title="New script" onClick={choose(onNew)}>
            <Icon name="plus" />
          </button>
        </div>
        <ScriptList
          shownId={view.value === 'script' ? openId : undefined}
          actions={actions}
          onOpen={(script) => choose(() => onOpen(script))()}
          onJump={choose(() => {})}
        />
        <ul class="nav-views">
          {listPanels().map(({ view: target, label, icon }) => (
            <NavItem
              key={target}
              icon={icon}
              label={label}
              isCurrent={view.value === target}
              onClick={choose(() => {
                view.value = target
              })}
            />
          ))}
        </ul>
        <ul class="nav-foot">
          <li>
            <label class="nav-item">
              <Icon name="theme" />
              <select
                class="quiet"
                aria-label="Colours"
                value={theme.value}
                onChange={({ currentTarget }) => setTheme(currentTarget.value as Theme)}
              >
                {Object.entries(THEMES).map(([one, label]) => (
                  <option key={one} value={one}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          </li>
          <NavItem icon="keyboard" label="Keyboard shortcuts" onClick={choose(onShortcuts)} />
          <li>
            <a class="nav-item" href="/docs">
              <Icon name="reference" />
              <span>API reference</span>
            </a>
          </li>
          {signedInMember.value !== undefined && (
            <li class="nav-person" title={`Signed in as ${signedInMember.value.name}, ${signedInMember.value.role}`}>
              <span dir="auto">{signedInMember.value.name}</span> · {signedInMember.value.role}
            </li>
          )}
          <NavItem icon="leave" label="Sign out" onClick={choose(onSignOut)} />
        </ul>
      </div>
    </nav>
  )
}

function ImportButton({ onImport }: { onImport: (file: File) => void }) {
  return (
    <label class="icon-button import" title="Import a script: Word, HTML, Markdown, text, CSV or captions">
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
  )
}

/** Closes the menu of a small screen by Escape, and by a click beside it. */
function closeOutside(self: HTMLElement | null, isOpen: Signal<boolean>): () => void {
  const close = (event: Event): void => {
    const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
    const isOutside = event.type === 'pointerdown' && self?.contains(event.target as Node) === false
    if (isOpen.value && isEscape) self?.querySelector<HTMLElement>('.nav-toggle')?.focus()
    if (isEscape || isOutside) isOpen.value = false
  }
  document.addEventListener('keydown', close)
  document.addEventListener('pointerdown', close)
  return () => {
    document.removeEventListener('keydown', close)
    document.removeEventListener('pointerdown', close)
  }
}
