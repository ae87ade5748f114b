import { useSignal } from '@preact/signals'
import type { LocalScript } from '../projects/local-scripts.ts'
import { may } from '../service.ts'
import { Icon, type IconName } from '../shell/icons.tsx'
import type { ScriptActions } from './script-actions.ts'
import { openScriptDialog } from './script-dialogs.tsx'
import { nameOf } from './script-folders.ts'

type Props = { readonly script: LocalScript; readonly actions: ScriptActions }

/** What can be done with a script as a whole, behind a button. */
export function ScriptMenu({ script, actions }: Props) {
  const isOpen = useSignal(false)
  if (!may('projects:read')) return null
  const menu = `script-menu-${script.id}`
  const label = `More about ${nameOf(script)}`
  return (
    <>
      <button type="button" class="icon-button nav-more" aria-label={label} popoverTarget={menu}>
        <Icon name="more" />
      </button>
      <div
        id={menu}
        popover="auto"
        class="menu menu-right"
        onBeforeToggle={({ newState }) => {
          isOpen.value = newState === 'open'
        }}
      >
        {isOpen.value && <Items script={script} actions={actions} menu={menu} />}
      </div>
    </>
  )
}

/** Made when the menu opens. */
function Items({ script, actions, menu }: Props & { menu: string }) {
  const item = (icon: IconName, label: string, act: () => void) => (
    <button
      type="button"
      onClick={() => {
        document.getElementById(menu)?.hidePopover()
        act()
      }}
    >
      <Icon name={icon} /> {label}
    </button>
  )
  return (
    <>
      {may('projects:write') && (
        <>
          {item('edit', 'Rename…', () => openScriptDialog('name', script))}
          {item('folder', 'Move to a folder…', () => openScriptDialog('folder', script))}
          {item('copy', 'Duplicate', () => void actions.duplicate(script))}
        </>
      )}
      {item('history', 'History…', () => openScriptDialog('history', script))}
      {may('projects:write') && (
        <>
          {item('archive', 'Archive', () => void actions.archive(script))}
          {item('trash', 'Delete', () => void actions.trash(script))}
        </>
      )}
    </>
  )
}
