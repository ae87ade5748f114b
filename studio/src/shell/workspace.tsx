import { effect, useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { loadCatalogue } from '../catalogue.ts'
import { type Draft, drafts, loadDrafts, removeDraft, saveDraft } from '../drafts.ts'
import { ExportDialog } from '../exports/export-dialog.tsx'
import { exportState, resumeExport } from '../exports/exports.ts'
import { AuditPanel } from '../panels/account/audit-panel.tsx'
import { KeysPanel } from '../panels/account/keys-panel.tsx'
import { MembersPanel } from '../panels/account/members-panel.tsx'
import { PasskeysPanel } from '../panels/account/passkeys-panel.tsx'
import { UsagePanel } from '../panels/account/usage-panel.tsx'
import { WebhooksPanel } from '../panels/account/webhooks-panel.tsx'
import { ClipsPanel } from '../panels/clips/clips-panel.tsx'
import { ExportsPanel } from '../panels/exports/exports-panel.tsx'
import { Inspector } from '../panels/inspector/inspector.tsx'
import { LibrariesPanel } from '../panels/libraries/libraries-panel.tsx'
import { Panel } from '../panels/panel.tsx'
import { VoicesPanel } from '../panels/voices/voices-panel.tsx'
import { stop } from '../playback/player.ts'
import { FindDialog } from '../script/find-replace/find-dialog.tsx'
import { beginImport, ImportDialog } from '../script/import/import-dialog.tsx'
import { receiveFiles } from '../script/import/receive-files.ts'
import {
  createEmptyDraft,
  currentDraft,
  openDraftId,
  openFirstDraft,
  storeOpenDraft,
  takeDraft,
  useStoredDraft,
} from '../script/open-draft.ts'
import { PausesDialog } from '../script/pauses-dialog.tsx'
import { ScriptPage } from '../script/script-page.tsx'
import { doc, title } from '../script/script-state.ts'
import { focusTextWhenOpen } from '../script/text-focus.ts'
import { offerUndo, outsideChange } from '../script/undo-outside.ts'
import { VoicePicker } from '../script/voice-picker.tsx'
import { describeError, isConnected, signOut } from '../service.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { listenForKeys } from './listen-for-keys.ts'
import { Navigation } from './navigation.tsx'
import { notice } from './notice.ts'
import { Notices } from './notices.tsx'
import { PlayerBar } from './player/player-bar.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { UndoToast } from './undo-toast.tsx'
import { followAddress, nameIfClosed, type PanelView, shownView, type View } from './views.ts'

/** Everything a signed-in person works with. */
export function Workspace() {
  const view = shownView
  const exportDialog = useRef<HTMLDialogElement>(null)
  const shortcuts = useRef<HTMLDialogElement>(null)
  const { draft, problem, load, open } = useDraft(view)
  useStoredDraft()
  useEffect(() => listenForKeys(() => shortcuts.current?.showModal()), [])
  useEffect(nameTab, [])
  useEffect(followAddress, [])
  useEffect(() => receiveFiles(importFile), [])
  if (draft === undefined) return <Loading problem={problem} onRetry={load} />
  return (
    <div class="workspace" data-view={view.value}>
      <Navigation
        view={view}
        openId={openDraftId.value}
        onOpen={(next) => void open(next)}
        onNew={() => {
          focusTextWhenOpen()
          void open(createEmptyDraft())
        }}
        onImport={importFile}
        onShortcuts={() => shortcuts.current?.showModal()}
        onSignOut={() => void storeOpenDraft(currentDraft()).then(signOut)}
      />
      <main class="main">
        <Notices />
        <ScriptPage
          key={draft.id}
          draft={draft}
          isShown={view.value === 'script'}
          onDelete={() => void removeScript(open)}
        />
        {view.value !== 'script' && <OpenPanel view={view.value} />}
      </main>
      {view.value === 'script' && <Inspector />}
      <UndoToast />
      <PlayerBar isScript={view.value === 'script'} onExport={() => exportDialog.current?.showModal()} />
      <ExportDialog dialog={exportDialog} />
      <ShortcutsDialog dialog={shortcuts} />
      <ImportDialog onImport={(draft) => void open(draft)} />
      <VoicePicker />
      <FindDialog />
      <PausesDialog />
      <ConfirmDialog />
      <p class="visually-hidden" role="status">
        {exportState.value.kind === 'ended' && exportState.value.export.status === 'COMPLETE'
          ? 'The export is ready'
          : ''}
      </p>
    </div>
  )
}

const PANELS: Readonly<Record<PanelView, ComponentType>> = {
  voices: VoicesPanel,
  clips: ClipsPanel,
  exports: ExportsPanel,
  libraries: LibrariesPanel,
  usage: UsagePanel,
  keys: KeysPanel,
  webhooks: WebhooksPanel,
  members: MembersPanel,
  passkeys: PasskeysPanel,
  audit: AuditPanel,
}

/** A view beside the script, or a sentence if a link leads to one that the session may not see. */
function OpenPanel({ view }: { view: PanelView }) {
  const closed = nameIfClosed(view)
  if (closed !== undefined)
    return (
      <Panel title={closed}>
        <p class="empty">You may not see this page. An owner of your account can give you the right to.</p>
      </Panel>
    )
  const Shown = PANELS[view]
  return <Shown />
}

function nameTab(): () => void {
  return effect(() => {
    document.title = `${title.value || 'Untitled'} – Declaim Studio`
  })
}

type OpenDraft = (next: Draft) => Promise<void>

/** The draft that is open: loads the first one, and changes to others. */
function useDraft(view: { value: View }) {
  const draft = useSignal<Draft | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const load = async (): Promise<void> => {
    problem.value = undefined
    try {
      await Promise.all([loadDrafts(), loadCatalogue()])
      draft.value = await takeDraft(await openFirstDraft())
      void resumeExport()
    } catch (error) {
      problem.value = describeError(error)
    }
  }
  const open: OpenDraft = async (next) => {
    if (next.id !== openDraftId.value) {
      stop()
      if (draft.value !== undefined) await storeOpenDraft(currentDraft())
      outsideChange.value = undefined
      draft.value = await takeDraft(next)
    }
    view.value = 'script'
  }
  useEffect(() => stop, [])
  useEffect(() => {
    if (isConnected.value && draft.value === undefined) void load()
  }, [isConnected.value])
  return { draft: draft.value, problem: problem.value, load: () => void load(), open }
}

function importFile(file: File): void {
  notice.value = undefined
  void beginImport(file).catch((error: unknown) => {
    notice.value = describeError(error)
  })
}

async function removeScript(open: OpenDraft): Promise<void> {
  const gone = currentDraft()
  await open(drafts.value.find(({ id }) => id !== gone.id) ?? createEmptyDraft())
  await removeDraft(gone.id)
  const undo = async (): Promise<void> => {
    await saveDraft(gone)
    await open(gone)
  }
  offerUndo({ label: `“${gone.title || 'Untitled'}” is deleted`, undo }, doc.value)
}

/** Until voices and scripts have come; and if they do not come, why, and another try. */
function Loading({ problem, onRetry }: { problem: string | undefined; onRetry: () => void }) {
  return (
    <main class="loading">
      <p role="status">{problem ?? 'Loading…'}</p>
      {problem !== undefined && (
        <button type="button" class="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </main>
  )
}
