import { effect, useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { DeclaimError } from '../../../client/src/declaim.ts'
import { loadCatalogue } from '../catalogue.ts'
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
import { findOpenScript, forgetScript, type LocalScript, loadScripts, scripts } from '../projects/local-scripts.ts'
import { closeScript, type OpenScript, openScript, openScriptId, sendScript } from '../projects/open-script.ts'
import { refreshScripts } from '../projects/refresh-scripts.ts'
import { FindDialog } from '../script/find-replace/find-dialog.tsx'
import { beginImport, ImportDialog } from '../script/import/import-dialog.tsx'
import { receiveFiles } from '../script/import/receive-files.ts'
import { createDefaultScript, createEmptyScript } from '../script/new-script.ts'
import { PausesDialog } from '../script/pauses-dialog.tsx'
import { ScriptPage } from '../script/script-page.tsx'
import { doc, title } from '../script/script-state.ts'
import { focusTextWhenOpen } from '../script/text-focus.ts'
import { offerUndo, outsideChange } from '../script/undo-outside.ts'
import { VoicePicker } from '../script/voice-picker.tsx'
import { declaim, describeError, isConnected, signOut } from '../service.ts'
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
  const { script, problem, load, open } = useScript(view)
  useEffect(() => listenForKeys(() => shortcuts.current?.showModal()), [])
  useEffect(nameTab, [])
  useEffect(followAddress, [])
  useEffect(() => receiveFiles(importFile), [])
  if (script === undefined) return <Loading problem={problem} onRetry={load} />
  return (
    <div class="workspace" data-view={view.value}>
      <Navigation
        view={view}
        openId={openScriptId.value}
        onOpen={(next) => void open(next)}
        onNew={() => {
          focusTextWhenOpen()
          void open(createEmptyScript())
        }}
        onImport={importFile}
        onShortcuts={() => shortcuts.current?.showModal()}
        onSignOut={() => void sendScript().then(closeScript).then(signOut)}
      />
      <main class="main">
        <Notices />
        <ScriptPage
          key={script.id}
          script={script}
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
      <ImportDialog onImport={(imported) => void open(imported)} />
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

type Open = (next: LocalScript) => Promise<void>

/** The script that is open: loads the first one, and changes to others. */
function useScript(view: { value: View }) {
  const script = useSignal<OpenScript | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const load = async (): Promise<void> => {
    problem.value = undefined
    try {
      await Promise.all([loadScripts(), loadCatalogue()])
      // A session may lack the scope to read scripts. It writes in this browser alone.
      if (scripts.value.length === 0) await refreshScripts().catch(refuseUnlessForbidden)
      script.value = await openScript(findOpenScript() ?? createDefaultScript())
      void refreshScripts().catch(() => {})
      void resumeExport()
    } catch (error) {
      problem.value = describeError(error)
    }
  }
  const open: Open = async (next) => {
    if (next.id !== openScriptId.value) {
      stop()
      outsideChange.value = undefined
      try {
        script.value = await openScript(next)
      } catch (error) {
        notice.value = describeError(error)
        return
      }
    }
    view.value = 'script'
  }
  useEffect(() => stop, [])
  useEffect(() => () => void closeScript(), [])
  useEffect(() => {
    if (!isConnected.value) return
    if (script.value === undefined) void load()
    else void refreshScripts().catch(() => {})
  }, [isConnected.value])
  return { script: script.value, problem: problem.value, load: () => void load(), open }
}

function refuseUnlessForbidden(error: unknown): void {
  if (!(error instanceof DeclaimError) || error.code !== 'FORBIDDEN') throw error
}

function importFile(file: File): void {
  notice.value = undefined
  void beginImport(file).catch((error: unknown) => {
    notice.value = describeError(error)
  })
}

async function removeScript(open: Open): Promise<void> {
  const { value: id } = openScriptId
  const gone = scripts.value.find((script) => script.id === id)
  if (gone === undefined) return
  const name = title.value || 'Untitled'
  await sendScript()
  try {
    await declaim.projects.update(id, { is_trashed: true })
  } catch (error) {
    notice.value = describeError(error)
    return
  }
  await open(scripts.value.find((script) => script.id !== id) ?? createEmptyScript())
  await forgetScript(id)
  const undo = async (): Promise<void> => {
    await declaim.projects.update(id, { is_trashed: false })
    await open({ ...gone, state: undefined, isUnsent: false })
  }
  offerUndo({ label: `“${name}” is in the trash`, undo }, doc.value)
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
