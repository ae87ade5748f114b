import { signal } from '@preact/signals'
import type { LocalScript } from '../projects/local-scripts.ts'
import { lazily } from '../shell/lazily.tsx'

export type ScriptDialogName = 'name' | 'folder'
export type OpenDialog = { readonly name: ScriptDialogName; readonly script: LocalScript }

const opened = signal<OpenDialog | undefined>(undefined)

/** Opens a dialog about a script. */
export function openScriptDialog(name: ScriptDialogName, script: LocalScript): void {
  opened.value = { name, script }
}

const DetailsDialog = lazily(async () => (await import('./details-dialog.tsx')).DetailsDialog)

/** The dialog about a script that is open, if there is one. */
export function ScriptDialogs() {
  if (opened.value === undefined) return null
  const { name, script } = opened.value
  const close = (): void => {
    opened.value = undefined
  }
  return <DetailsDialog key={script.id} field={name} script={script} onClose={close} />
}
