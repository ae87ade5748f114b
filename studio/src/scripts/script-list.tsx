import { useSignal } from '@preact/signals'
import { type LocalScript, scripts } from '../projects/local-scripts.ts'
import { Outline } from '../script/outline.tsx'
import { Icon } from '../shell/icons.tsx'
import { NavItem } from '../shell/nav-item.tsx'
import type { ScriptActions } from './script-actions.ts'
import {
  type Folder,
  findScripts,
  foldedFolders,
  groupByFolder,
  MANY_SCRIPTS,
  nameOf,
  toggleFolder,
} from './script-folders.ts'
import { ScriptMenu } from './script-menu.tsx'

type Props = {
  /** The script that is shown; undefined while another view is. */
  readonly shownId: string | undefined
  readonly actions: ScriptActions
  readonly onOpen: (script: LocalScript) => void
  /** Called when a scene of the shown script was chosen. */
  readonly onJump: () => void
}

/** All scripts by folder, and a field that finds one by its name. */
export function ScriptList(props: Props) {
  const { onOpen } = props
  const wanted = useSignal('')
  const all = scripts.value
  const found = findScripts(all, wanted.value, nameOf)
  const isFiltered = wanted.value.trim() !== ''
  return (
    <>
      {(all.length >= MANY_SCRIPTS || isFiltered) && (
        <div class="nav-find">
          <input
            type="search"
            class="field"
            placeholder="Find a script"
            aria-label="Find a script"
            value={wanted.value}
            onInput={({ currentTarget }) => {
              wanted.value = currentTarget.value
            }}
            onKeyDown={({ key }) => {
              const [first] = found
              if (key === 'Enter' && isFiltered && first !== undefined) onOpen(first)
            }}
          />
          <p class="visually-hidden" role="status">
            {isFiltered ? `${found.length} ${found.length === 1 ? 'script' : 'scripts'} found` : ''}
          </p>
        </div>
      )}
      <ul class={all.length < MANY_SCRIPTS ? 'nav-scripts' : 'nav-scripts is-long'} aria-label="Scripts">
        {groupByFolder(found).map((folder) =>
          folder.name === '' ? (
            folder.scripts.map((script) => <ScriptItem key={script.id} script={script} {...props} />)
          ) : (
            <FolderItem key={`folder ${folder.name}`} folder={folder} isFiltered={isFiltered} {...props} />
          ),
        )}
        {isFiltered && found.length === 0 && <li class="nav-empty">No script has this name.</li>}
      </ul>
    </>
  )
}

function FolderItem({ folder, isFiltered, ...props }: Props & { folder: Folder; isFiltered: boolean }) {
  const { name, scripts: inside } = folder
  const isFolded = !isFiltered && foldedFolders.value.has(name)
  return (
    <li>
      <button
        type="button"
        class="nav-item"
        title={`${name}: ${inside.length} ${inside.length === 1 ? 'script' : 'scripts'}`}
        aria-expanded={!isFolded}
        onClick={() => toggleFolder(name)}
      >
        <Icon name={isFolded ? 'folded' : 'unfolded'} />
        <span dir="auto">{name}</span>
      </button>
      {!isFolded && (
        <ul class="nav-folder" aria-label={name}>
          {inside.map((script) => (
            <ScriptItem key={script.id} script={script} {...props} />
          ))}
        </ul>
      )}
    </li>
  )
}

function ScriptItem({ script, shownId, actions, onOpen, onJump }: Props & { script: LocalScript }) {
  const isShown = script.id === shownId
  return (
    <NavItem
      icon="script"
      label={nameOf(script)}
      isCurrent={isShown}
      onClick={() => onOpen(script)}
      tools={<ScriptMenu script={script} actions={actions} />}
    >
      {isShown && <Outline onJump={onJump} />}
    </NavItem>
  )
}
