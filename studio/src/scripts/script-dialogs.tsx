import { signal } from '@preact/signals'
import type { LocalScript } from '../projects/local-scripts.ts'
import { lazily } from '../shell/lazily.tsx'

export type ScriptDialogName = 'name' | 'folder' | 'history'
export type OpenDialog = { readonly name: ScriptDialogName; readonly script: LocalScript }

const opened = signal<OpenDialog | undefined>(undefined)

/** Opens a dialog about a script. */
export function openScriptDialog(name: ScriptDialogName, script: LocalScript): void {
  opened.value = { name, script }
}

const DetailsDialog = lazily(async () => (await import('./details-dialog.tsx')).DetailsDialog)

const HistoryDialog = lazily(async () => (await import('../history/history-dialog.tsx')).HistoryDialog)

/** The dialog about a script that is open, if there is one. */
export function ScriptDialogs({ onOpen }: { onOpen: (script: LocalScript) => Promise<void> }) {
  if (opened.value === undefined) return null
  const { name, script } = opened.value
  const close = (): void => {
    opened.value = undefined
  }
  if (name === 'history') return <HistoryDialog key={script.id} script={script} onOpen={onOpen} onClose={close} />
  return <DetailsDialog key={script.id} field={name} script={script} onClose={close} />
}
