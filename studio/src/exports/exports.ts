import { signal } from '@preact/signals'
import type { Export, ExportEstimate, ExportInput } from '../../../client/src/declaim.ts'
import { keepLocally } from '../keep-locally.ts'
import { openScriptId } from '../projects/open-script.ts'
import { libraryIds, title } from '../script/script-state.ts'
import { accountId, declaim, describeError } from '../service.ts'
import { type ExportChoice, type Scope, toSettings } from './export-choice.ts'
import { listExported } from './list-exported.ts'

/** The export that was asked for last in this page, as it goes on at the service. */
export type ExportState =
  | { readonly kind: 'idle' }
  /** The paragraphs are on their way to the service. */
  | { readonly kind: 'sending' }
  | { readonly kind: 'running'; readonly export: Export }
  | { readonly kind: 'ended'; readonly export: Export }
  | { readonly kind: 'failed'; readonly message: string }

export const exportState = signal<ExportState>({ kind: 'idle' })
/** Rises when an export begins or ends, for whoever lists them. */
export const exportsRevision = signal(0)

/** Where the id of the export is that this browser saves when it is ready, also after a reload. */
const awaitedKey = () => `declaim-export ${accountId.value}`
/** After a lost connection, the service is asked again. */
const RETRY_MS = 2000

/** What an export of the open script asks for. */
function toInput(choice: ExportChoice, paragraphs: ExportInput['paragraphs']): ExportInput {
  return {
    title: title.value || 'Untitled',
    script_id: openScriptId.value,
    library_ids: libraryIds.value,
    ...toSettings(choice),
    paragraphs,
  }
}

export type ScopedEstimate = ExportEstimate & { readonly input: ExportInput }

/** Asks what an export would render and cost; undefined if there is nothing to export. */
export async function estimateExport(
  scope: Scope,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<ScopedEstimate | undefined> {
  const all = listExported(scope === 'changed' ? 'all' : scope)
  if (all.length === 0) return undefined
  const input = toInput(choice, all)
  const estimate = await declaim.exports.estimate(input, { signal })
  if (scope !== 'changed') return { ...estimate, input }
  const changed = new Set(
    estimate.paragraphs.flatMap(({ is_changed }, i) => (is_changed ? (all[i]!.id as string) : [])),
  )
  if (changed.size === 0) return undefined
  const some = toInput(choice, listExported('changed', changed))
  return { ...(await declaim.exports.estimate(some, { signal })), input: some }
}

/** Exports what was estimated, and saves the file when it is ready. */
export async function startExport(input: ExportInput): Promise<void> {
  exportState.value = { kind: 'sending' }
  try {
    const id = await declaim.exports.create(input)
    keepLocally(awaitedKey(), id)
    exportsRevision.value += 1
    await follow(id)
  } catch (error) {
    exportState.value = { kind: 'failed', message: describeError(error) }
  }
}

/** Goes on with the export that a reload interrupted, if there is one. */
export async function resumeExport(): Promise<void> {
  const id = localStorage.getItem(awaitedKey())
  if (id === null || id.startsWith('{')) return
  await follow(id).catch(() => {
    // It was deleted meanwhile.
    localStorage.removeItem(awaitedKey())
    exportState.value = { kind: 'idle' }
  })
}

async function follow(id: string): Promise<void> {
  for (;;) {
    try {
      const ended = await declaim.exports.waitFor(id, {
        onProgress: (one) => {
          if (one.status === 'PROCESSING') exportState.value = { kind: 'running', export: one }
        },
      })
      if (localStorage.getItem(awaitedKey()) === id) localStorage.removeItem(awaitedKey())
      exportState.value = { kind: 'ended', export: ended }
      exportsRevision.value += 1
      if (ended.url !== null) download(ended.url)
      return
    } catch (error) {
      if ((error as { status?: number }).status === 404) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

/** Has the browser save what is at a link. The service names the file. */
export function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

export async function cancelExport(id: string): Promise<void> {
  await declaim.exports.cancel(id).catch(() => {})
  exportsRevision.value += 1
}

/** Forgets an export that has ended, so that the next dialog begins anew. */
export function dismissExport(): void {
  const { kind } = exportState.value
  if (kind === 'ended' || kind === 'failed') exportState.value = { kind: 'idle' }
}
