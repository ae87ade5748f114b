import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AuditEntry } from '../../../../client/src/declaim.ts'
import { saveFile } from '../../exports/save-file.ts'
import { declaim } from '../../service.ts'
import { Icon } from '../../shell/icons.tsx'
import { Panel, Table } from '../panel.tsx'
import { useTask } from '../use-task.ts'
import { loadNames } from './load-names.ts'
import type { Names } from './usage-rows.ts'

const PAGE = 100
const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/** What has changed in the account, and by whom: the newest first, page by page. */
export function AuditPanel() {
  const entries = useSignal<readonly AuditEntry[] | undefined>(undefined)
  const hasMore = useSignal(false)
  const names = useSignal<Names>(new Map())
  const task = useTask()
  const load = () =>
    task.run(async (signal) => {
      if (entries.value === undefined) names.value = await loadNames(signal)
      const shown = entries.value ?? []
      const found = await declaim.audit({ before: shown.at(-1)?.position, limit: PAGE, signal })
      entries.value = [...shown, ...found]
      hasMore.value = found.length === PAGE
    })
  useEffect(() => void load(), [])
  const save = (): void => {
    const lines = (entries.value ?? []).map((entry) => `${JSON.stringify(entry)}\n`)
    saveFile('Audit log.jsonl', new Blob(lines))
  }
  return (
    <Panel title="Audit log" task={task}>
      <p class="why">Who changed what in this account, and who was refused. Nobody can change or delete an entry.</p>
      {entries.value !== undefined && entries.value.length > 0 && (
        <div class="bulk">
          <button type="button" class="button" onClick={save}>
            <Icon name="export" /> JSON of these {entries.value.length.toLocaleString('en')}
          </button>
        </div>
      )}
      {entries.value?.length === 0 && <p class="empty">No entry yet.</p>}
      {(entries.value?.length ?? 0) > 0 && (
        <Table label="Entries" columns={['Time', 'What', 'By', 'Address']}>
          {entries.value?.map((entry) => (
            <Row key={entry.position} entry={entry} names={names.value} />
          ))}
        </Table>
      )}
      {hasMore.value && (
        <p class="more">
          <button type="button" class="button" aria-disabled={task.isBusy.value} onClick={() => void load()}>
            Show older entries
          </button>
        </p>
      )}
    </Panel>
  )
}

function Row({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { time, action, actor, details, account_id: accountId } = entry
  const target = entry.target === accountId ? '' : (entry.target ?? '')
  const about = typeof details.name === 'string' ? details.name : (names.get(target) ?? target)
  return (
    <tr>
      <td class="nowrap">
        <time dateTime={new Date(time).toISOString()}>{TIME.format(time)}</time>
      </td>
      <td>
        {describeAction(action)}
        {about !== '' && <span class="rules break">{about}</span>}
      </td>
      <td data-label="By">{describeActor(actor, names)}</td>
      <td data-label="Address">{actor.address ?? ''}</td>
    </tr>
  )
}

/** `createKey` as “Create key”. */
function describeAction(action: string): string {
  const words = action.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function describeActor({ kind, key_id: keyId, member_id: memberId }: AuditEntry['actor'], names: Names): string {
  if (kind === 'operator') return 'Whoever runs the service'
  if (kind === 'unknown') return 'Unknown'
  if (memberId !== undefined) return names.get(memberId) ?? memberId
  if (keyId === undefined) return 'A browser with a sign-in link'
  return `${kind === 'session' ? 'A browser with the key' : 'The key'} ${names.get(keyId) ?? keyId}`
}
