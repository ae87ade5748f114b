import { useSignal } from '@preact/signals'
import { EditDialog } from '../panels/account/edit-dialog.tsx'
import { typed } from '../panels/account/typed.ts'
import { type LocalScript, scripts } from '../projects/local-scripts.ts'
import { fileScript, renameScript } from './script-actions.ts'
import { groupByFolder, nameOf } from './script-folders.ts'

type Props = {
  /** What the dialog changes. */
  readonly field: 'name' | 'folder'
  readonly script: LocalScript
  readonly onClose: () => void
}

/** Renames a script, or puts it in a folder. */
export function DetailsDialog({ field, script, onClose }: Props) {
  return field === 'name' ? (
    <NameDialog script={script} onClose={onClose} />
  ) : (
    <FolderDialog script={script} onClose={onClose} />
  )
}

type DialogProps = Omit<Props, 'field'>

function NameDialog({ script, onClose }: DialogProps) {
  const name = useSignal(nameOf(script))
  return (
    <EditDialog
      heading={<>Rename “{nameOf(script)}”</>}
      isComplete={name.value.trim() !== ''}
      onSave={() => renameScript(script, name.value.trim())}
      onClose={onClose}
    >
      <label class="labelled">
        Name
        <input class="field" maxLength={200} dir="auto" autofocus {...typed(name)} />
      </label>
    </EditDialog>
  )
}

function FolderDialog({ script, onClose }: DialogProps) {
  const folder = useSignal(script.folder)
  const known = groupByFolder(scripts.value).filter(({ name }) => name !== '')
  return (
    <EditDialog
      heading={<>Move “{nameOf(script)}” to a folder</>}
      isComplete={folder.value.trim() !== script.folder}
      onSave={() => fileScript(script, folder.value.trim())}
      onClose={onClose}
    >
      <label class="labelled">
        Folder
        <input class="field" maxLength={200} dir="auto" autofocus list="known-folders" {...typed(folder)} />
      </label>
      <p class="why">A new name makes a new folder. Leave the field empty for no folder.</p>
      <datalist id="known-folders">
        {known.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </EditDialog>
  )
}
