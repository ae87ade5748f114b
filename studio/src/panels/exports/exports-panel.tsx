import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Export } from '../../../../client/src/declaim.ts'
import { cancelExport, download, exportsRevision } from '../../exports/exports.ts'
import { declaim, may } from '../../service.ts'
import { confirm } from '../../shell/confirm-dialog.tsx'
import { formatClock } from '../../shell/format-clock.ts'
import { IconAction } from '../../shell/icon-action.tsx'
import { Panel, Table } from '../panel.tsx'
import { useTask } from '../use-task.ts'

const PAGE = 50
const POLL_MS = 1000
const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** What was exported, what it cost, and where its files are. */
export function ExportsPanel() {
  const exports = useSignal<readonly Export[] | undefined>(undefined)
  const hasMore = useSignal(false)
  const task = useTask()
  const load = async (): Promise<void> => {
    const shown = Math.max(PAGE, exports.peek()?.length ?? 0)
    const newest = await declaim.exports.list({ limit: Math.min(100, shown) })
    const older = exports.peek()?.slice(newest.length) ?? []
    exports.value = [...newest, ...older.filter(({ id }) => newest.every((one) => one.id !== id))]
    if (older.length === 0) hasMore.value = newest.length === Math.min(100, shown)
  }
  const loadMore = async (): Promise<void> => {
    const before = exports.value?.at(-1)?.id
    const older = await declaim.exports.list({ limit: PAGE, ...(before !== undefined && { before }) })
    exports.value = [...(exports.value ?? []), ...older]
    hasMore.value = older.length === PAGE
  }
  useEffect(() => {
    void task.run(load)
  }, [exportsRevision.value])
  const isRunning = exports.value?.some(({ status }) => status === 'PROCESSING') === true
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void load().catch(() => {}), POLL_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  const remove = async (one: Export): Promise<void> => {
    const text = 'Its files are deleted. The speech is kept for the next export.'
    if (!(await confirm({ title: `Delete the export “${one.title}”?`, text, action: 'Delete' }))) return
    void task.run(async () => {
      await declaim.exports.delete(one.id)
      exports.value = exports.value?.filter(({ id }) => id !== one.id)
    })
  }
  return (
    <Panel title="Exports" task={task}>
      {exports.value?.length === 0 && (
        <p class="empty">No exports yet. “Export” in the player makes files of a script.</p>
      )}
      {(exports.value?.length ?? 0) > 0 && (
        <Table
          label="All exports"
          columns={['Script', 'Created', 'Length', 'Rendered', 'Characters', 'State']}
          hasActions
        >
          {exports.value?.map((one) => (
            <ExportRow
              key={one.id}
              one={one}
              onCancel={() => void task.run(() => cancelExport(one.id))}
              onRemove={() => void remove(one)}
            />
          ))}
        </Table>
      )}
      {hasMore.value && (
        <button type="button" class="button" onClick={() => void task.run(loadMore)}>
          Show older exports
        </button>
      )}
    </Panel>
  )
}

type RowProps = { readonly one: Export; readonly onCancel: () => void; readonly onRemove: () => void }

function ExportRow({ one, onCancel, onRemove }: RowProps) {
  const { title, url, file, status, audio_seconds: seconds } = one
  return (
    <tr>
      <td>
        <span dir="auto">{title}</span>
        {file !== null && (
          <span class="excerpt">{file.files === 1 ? file.name : `${file.name}, ${file.files} files`}</span>
        )}
      </td>
      <td class="nowrap">{DATE.format(one.created_at)}</td>
      <td class="number-cell" data-label={seconds === null ? undefined : 'Length'}>
        {seconds === null ? '' : formatClock(seconds)}
      </td>
      <td class="number-cell nowrap" data-label="Rendered">
        {one.paragraphs_rendered} of {one.paragraphs}
      </td>
      <td class="number-cell" data-label="Characters">
        {one.characters.toLocaleString('en')}
      </td>
      <td>
        <State one={one} />
      </td>
      <td class="row-actions">
        {url !== null && <IconAction icon="export" label={`Save ${title}`} onClick={() => download(url)} />}
        {may('clips:write') && status === 'PROCESSING' && (
          <IconAction icon="close" label={`Cancel ${title}`} onClick={onCancel} />
        )}
        {may('clips:write') && status !== 'PROCESSING' && (
          <IconAction icon="trash" label={`Delete ${title}`} onClick={onRemove} />
        )}
      </td>
    </tr>
  )
}

function State({ one: { status, progress, error } }: { one: Export }) {
  switch (status) {
    case 'COMPLETE':
      return <>Ready</>
    case 'CANCELED':
      return <>Cancelled</>
    case 'FAILED':
      return <span class="problem">{error?.message ?? 'Failed'}</span>
    case 'PROCESSING':
      return <>{Math.floor(progress * 100)} %</>
  }
}
