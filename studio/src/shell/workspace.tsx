import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { loadCatalogue } from '../catalogue.ts'
import { type Draft, drafts, loadDrafts, removeDraft, saveDraft, storageProblem } from '../drafts.ts'
import { ExportDialog } from '../exports/export-dialog.tsx'
import { exportState, resumeExport } from '../exports/export-script.ts'
import { saveFile } from '../exports/save-file.ts'
import { KeysPanel } from '../panels/account/keys-panel.tsx'
import { UsagePanel } from '../panels/account/usage-panel.tsx'
import { WebhooksPanel } from '../panels/account/webhooks-panel.tsx'
import { ClipsPanel } from '../panels/clips/clips-panel.tsx'
import { Inspector } from '../panels/inspector/inspector.tsx'
import { LibrariesPanel } from '../panels/libraries/libraries-panel.tsx'
import { VoicesPanel } from '../panels/voices/voices-panel.tsx'
import { stop } from '../playback/player.ts'
import { readScriptFile } from '../script/import/read-script-file.ts'
import {
  createEmptyDraft,
  createImportedDraft,
  currentDraft,
  openDraftId,
  openFirstDraft,
  storeOpenDraft,
  takeDraft,
  useStoredDraft,
} from '../script/open-draft.ts'
import { ScriptPage } from '../script/script-page.tsx'
import { doc, title } from '../script/script-state.ts'
import { offerUndo, outsideChange } from '../script/undo-outside.ts'
import { describeError, signOut } from '../service.ts'
import { Icon } from './icons.tsx'
import { Navigation, type View } from './navigation.tsx'
import { notice } from './notice.ts'
import { PlayerBar, playFromCursor } from './player/player-bar.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

/** Everything a signed-in person works with. */
export function Workspace() {
  const view = useSignal<View>('script')
  const draft = useSignal<Draft | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const exportDialog = useRef<HTMLDialogElement>(null)
  const shortcuts = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    Promise.all([loadDrafts(), loadCatalogue()])
      .then(async () => {
        draft.value = await takeDraft(await openFirstDraft())
        await resumeExport()
      })
      .catch((error: unknown) => {
        problem.value = describeError(error)
      })
    return stop
  }, [])
  useStoredDraft()
  useEffect(() => listenForKeys(() => shortcuts.current?.showModal()), [])
  const open = async (next: Draft): Promise<void> => {
    if (next.id === openDraftId.value) {
      view.value = 'script'
      return
    }
    stop()
    if (draft.value !== undefined) await storeOpenDraft(currentDraft())
    outsideChange.value = undefined
    draft.value = await takeDraft(next)
    view.value = 'script'
  }
  const importFile = async (file: File): Promise<void> => {
    notice.value = undefined
    try {
      await open(createImportedDraft(await readScriptFile(file)))
    } catch (error) {
      notice.value = describeError(error)
    }
  }
  const remove = async (): Promise<void> => {
    const gone = currentDraft()
    await open(drafts.value.find(({ id }) => id !== gone.id) ?? createEmptyDraft())
    await removeDraft(gone.id)
    const undo = async (): Promise<void> => {
      await saveDraft(gone)
      await open(gone)
    }
    offerUndo({ label: `“${gone.title || 'Untitled'}” is deleted`, undo }, doc.value)
  }
  if (draft.value === undefined) {
    return (
      <p class="loading" role="status">
        {problem.value ?? ''}
      </p>
    )
  }
  return (
    <div class="workspace" data-view={view.value}>
      <Navigation
        view={view}
        openId={openDraftId.value}
        onOpen={(next) => void open(next)}
        onNew={() => void open(createEmptyDraft())}
        onImport={(file) => void importFile(file)}
        onSignOut={() => void storeOpenDraft(currentDraft()).then(signOut)}
      />
      <main class="main">
        <Notices />
        <ScriptPage
          key={draft.value.id}
          draft={draft.value}
          isShown={view.value === 'script'}
          onDelete={() => void remove()}
        />
        {view.value === 'voices' && <VoicesPanel />}
        {view.value === 'clips' && <ClipsPanel />}
        {view.value === 'libraries' && <LibrariesPanel />}
        {view.value === 'usage' && <UsagePanel />}
        {view.value === 'keys' && <KeysPanel />}
        {view.value === 'webhooks' && <WebhooksPanel />}
      </main>
      {view.value === 'script' && <Inspector />}
      <PlayerBar onExport={() => exportDialog.current?.showModal()} />
      <ExportDialog dialog={exportDialog} />
      <ShortcutsDialog dialog={shortcuts} />
      <p class="visually-hidden" role="status">
        {exportState.value.kind === 'ready' ? 'The export is ready' : ''}
      </p>
    </div>
  )
}

/** The script as a text file, which can be imported again. */
function saveAsText(): void {
  const text = doc.value.children.map((paragraph) => paragraph.textContent).join('\n\n')
  saveFile(`${title.value || 'script'}.txt`, new Blob([text], { type: 'text/plain' }))
}

/** Above everything else: what could not be stored, imported or pasted. */
function Notices() {
  return (
    <div role="alert">
      {storageProblem.value !== undefined && (
        <p class="notice">
          {storageProblem.value}
          <button type="button" class="button" onClick={saveAsText}>
            Save as a file
          </button>
        </p>
      )}
      {notice.value !== undefined && (
        <p class="notice">
          {notice.value}
          <button
            type="button"
            class="icon-button"
            aria-label="Dismiss"
            onClick={() => {
              notice.value = undefined
            }}
          >
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  )
}

function focusScript(): void {
  document.querySelector<HTMLElement>('.ProseMirror')?.focus()
}

/** Keys that work wherever nothing else wants them. */
function listenForKeys(showShortcuts: () => void): () => void {
  const listen = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement
    if (event.key === 'Escape' && target.closest('.inspector') !== null) focusScript()
    const takesText = target.closest('input, select, textarea, dialog, [contenteditable="true"]') !== null
    const takesSpace = takesText || target.closest('button, a, summary, [role="slider"]') !== null
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === ' ' && !takesSpace) playFromCursor()
    else if (event.key === '?' && !takesText) showShortcuts()
    else if (event.key === 'e' && !takesText) focusScript()
    else return
    event.preventDefault()
  }
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}
