import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Usage } from '../../../../client/src/declaim.ts'
import { avatarOf } from '../../catalogue.ts'
import { saveFile } from '../../exports/save-file.ts'
import { declaim } from '../../service.ts'
import { formatClock } from '../../shell/format-clock.ts'
import { Icon } from '../../shell/icons.tsx'
import { Panel, Table } from '../panel.tsx'
import { useTask } from '../use-task.ts'

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

const count = (value: number | undefined) => value?.toLocaleString('en')

/** By what usage is listed. */
const GROUPS = { day: 'Days', key: 'API keys', avatar: 'Voices', endpoint: 'Calls' } as const
type Group = keyof typeof GROUPS

/** Characters of this month, and of each of its days, keys, voices or calls. */
export function UsagePanel() {
  const usage = useSignal<Usage | undefined>(undefined)
  const group = useSignal<Group>('day')
  const keyNames = useSignal<ReadonlyMap<string, string>>(new Map())
  const task = useTask()
  useEffect(() => {
    const groupBy = group.value
    void task.run(async (signal) => {
      const { month } = await declaim.usage({ signal })
      // Without the right to list keys, they are named by their ids.
      const keys = groupBy === 'key' ? await declaim.keys.list({ signal }).catch(() => []) : []
      const found = await declaim.usage({ from: `${month}-01`, groupBy, signal })
      keyNames.value = new Map(keys.map(({ key_id, name, hint }) => [key_id, `${name} …${hint}`]))
      if (group.peek() === groupBy) usage.value = found
    })
  }, [group.value])
  const rows = listRows(usage.value?.usage ?? [], keyNames.value)
  return (
    <Panel title="Usage" task={task}>
      {usage.value !== undefined && <Month usage={usage.value} />}
      {usage.value !== undefined && (
        <div class="bulk">
          <select
            class="field field-short"
            aria-label="Usage by"
            value={group.value}
            onChange={({ currentTarget }) => {
              group.value = currentTarget.value as Group
            }}
          >
            {Object.entries(GROUPS).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
          {rows.length > 0 && (
            <button
              type="button"
              class="button"
              onClick={() => saveFile(`Usage ${usage.value!.month} ${group.value}.csv`, new Blob([toCsv(rows)]))}
            >
              <Icon name="export" /> CSV
            </button>
          )}
        </div>
      )}
      {usage.value !== undefined && <Rows label={GROUPS[group.value]} rows={rows} />}
    </Panel>
  )
}

function megabytes(bytes: number): string {
  return `${count(Math.round(bytes / 1e6))} MB`
}

/** The characters used this month, those left, and what the clips take. */
function Month({ usage }: { usage: Usage }) {
  const { month, characters, characters_limit, characters_remaining, key, resets_at } = usage
  const { stored_bytes, stored_bytes_limit } = usage
  const most = stored_bytes_limit === null ? '' : ` of ${megabytes(stored_bytes_limit)}`
  const name = new Date(`${month}-01`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const rows = [
    ['Characters spoken', count(characters)],
    ['Characters left', count(characters_remaining)],
    ['Characters a month', count(characters_limit)],
    // A session from an API key meets whichever ends first.
    ...(key === undefined
      ? []
      : [['Left for this API key', `${count(key.characters_remaining)} of ${count(key.characters_limit)}`] as const]),
    ['Begins again', DATE.format(resets_at)],
    ['Clips stored', `${megabytes(stored_bytes)}${most}`],
  ]
  return (
    <section class="usage-month" aria-label={name}>
      <h2>{name}</h2>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw meters in ways that cannot be changed */}
      <div
        class="usage-meter"
        role="meter"
        aria-label="Share of the month's characters that is spoken"
        aria-valuemin={0}
        aria-valuemax={characters_limit}
        aria-valuenow={characters}
      >
        {characters > 0 && <span style={{ width: `${(characters / characters_limit) * 100}%` }} />}
      </div>
      <table class="table table-facts">
        <tbody>
          {rows.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td class="number-cell">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Sum = NonNullable<Usage['usage']>[number]
type Row = Pick<Sum, 'requests' | 'audio_seconds' | 'characters'> & { readonly name: string }

/** The newest day first; of other groups, the one with the most characters. */
function listRows(sums: readonly Sum[], keyNames: ReadonlyMap<string, string>): readonly Row[] {
  const rows = sums.map((sum): Row => ({ ...sum, name: nameOf(sum, keyNames) }))
  return sums[0]?.day === undefined ? rows.toSorted((a, b) => b.characters - a.characters) : rows.toReversed()
}

function nameOf({ day, key, avatar, endpoint }: Sum, keyNames: ReadonlyMap<string, string>): string {
  if (day !== undefined) return DATE.format(new Date(day))
  if (key !== undefined) return key === '' ? 'The Studio' : (keyNames.get(key) ?? key)
  if (avatar === undefined) return endpoint ?? ''
  const voice = avatarOf(avatar)
  return voice === undefined ? `Voice ${avatar}` : `${voice.name} · ${voice.style}`
}

function toCsv(rows: readonly Row[]): string {
  const lines = rows.map(({ name, requests, audio_seconds, characters }) =>
    [`"${name.replaceAll('"', '""')}"`, requests, audio_seconds, characters].join(','),
  )
  return ['name,requests,audio_seconds,characters', ...lines, ''].join('\r\n')
}

/** What was spoken this month, with a bar for the share of the most that any row has. */
function Rows({ label, rows }: { label: string; rows: readonly Row[] }) {
  if (rows.length === 0) return <p class="empty">Nothing was spoken this month.</p>
  const most = Math.max(1, ...rows.map(({ characters }) => characters))
  return (
    <Table label={label} columns={[label, 'Requests', 'Audio', 'Characters']}>
      {rows.map(({ name, requests, audio_seconds, characters }) => (
        <tr key={name}>
          <td>
            {name}
            <span class="usage-bar" style={{ width: `${(characters / most) * 100}%` }} />
          </td>
          <td class="number-cell" data-label="Requests">
            {count(requests)}
          </td>
          <td class="number-cell" data-label="Audio">
            {formatClock(audio_seconds)}
          </td>
          <td class="number-cell" data-label="Characters">
            {count(characters)}
          </td>
        </tr>
      ))}
    </Table>
  )
}
