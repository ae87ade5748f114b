import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Account, Usage } from '../../../../client/src/declaim.ts'
import { saveFile } from '../../exports/save-file.ts'
import { declaim } from '../../service.ts'
import { formatClock } from '../../shell/format-clock.ts'
import { Icon } from '../../shell/icons.tsx'
import { Panel, Table } from '../panel.tsx'
import { useTask } from '../use-task.ts'
import { loadNames } from './load-names.ts'
import { PlanLimits } from './plan-limits.tsx'
import { UsageChart } from './usage-chart.tsx'
import { UsageMonth } from './usage-month.tsx'
import { daysOf, PERIODS, type Period } from './usage-period.ts'
import {
  DETAILED_GROUPS,
  GROUPS,
  type Group,
  listDays,
  listRows,
  type Names,
  toDetailedCsv,
  toUsageCsv,
  type UsageRow,
} from './usage-rows.ts'

type Loaded = {
  readonly usage: Usage
  readonly byDay: Usage
  readonly names: Names
  readonly group: Group
  readonly period: Period
}

/** Characters of this month; and of each day, person, key, voice or call of a period. */
export function UsagePanel() {
  const loaded = useSignal<Loaded | undefined>(undefined)
  const account = useSignal<Account | undefined>(undefined)
  const group = useSignal<Group>('day')
  const period = useSignal<Period>('month')
  const task = useTask()
  useEffect(() => {
    const wanted = { group: group.value, period: period.value }
    void task.run(async (signal) => {
      const days = daysOf(wanted.period, Date.now())
      const names =
        wanted.group === 'key' || wanted.group === 'member' ? await loadNames(signal) : new Map<string, string>()
      const usage = await declaim.usage({ ...days, groupBy: wanted.group, signal })
      const byDay = wanted.group === 'day' ? usage : await declaim.usage({ ...days, groupBy: 'day', signal })
      account.value ??= await declaim.account({ signal })
      if (group.peek() === wanted.group && period.peek() === wanted.period)
        loaded.value = { usage, byDay, names, ...wanted }
    })
  }, [group.value, period.value])
  const saveDetails = () =>
    task.run(async (signal) => {
      const days = daysOf(period.peek(), Date.now())
      const { usage = [] } = await declaim.usage({ ...days, groupBy: DETAILED_GROUPS, signal })
      const csv = toDetailedCsv(usage, await loadNames(signal))
      saveFile(`Usage ${days.from} to ${days.to}.csv`, new Blob([csv]))
    })
  if (loaded.value === undefined) return <Panel title="Usage" task={task} children={undefined} />
  const { usage, byDay, names } = loaded.value
  const days = daysOf(loaded.value.period, Date.now())
  const rows = listRows(usage.usage ?? [], { group: loaded.value.group, names })
  return (
    <Panel title="Usage" task={task}>
      <UsageMonth usage={usage} plan={account.value?.plan} />
      {account.value !== undefined && <PlanLimits account={account.value} />}
      <div class="bulk">
        <Choice label="Period" options={PERIODS} chosen={period} />
        <Choice label="Usage by" options={GROUPS} chosen={group} />
        {rows.length > 0 && (
          <>
            <button
              type="button"
              class="button"
              title="What this table shows"
              onClick={() =>
                saveFile(`Usage ${days.from} to ${days.to} ${group.value}.csv`, new Blob([toUsageCsv(rows)]))
              }
            >
              <Icon name="export" /> CSV
            </button>
            <button
              type="button"
              class="button"
              title="A line for each day, person, key, voice and call"
              onClick={() => void saveDetails()}
            >
              <Icon name="export" /> Detailed CSV
            </button>
          </>
        )}
      </div>
      {rows.length > 0 && <UsageChart days={listDays(byDay.usage ?? [], days)} />}
      <Rows label={GROUPS[loaded.value.group]} rows={rows} />
    </Panel>
  )
}

type ChoiceProps<Name extends string> = {
  readonly label: string
  readonly options: Readonly<Record<Name, string>>
  readonly chosen: { value: Name }
}

function Choice<Name extends string>({ label, options, chosen }: ChoiceProps<Name>) {
  return (
    <select
      class="field field-short"
      aria-label={label}
      value={chosen.value}
      onChange={({ currentTarget }) => {
        chosen.value = currentTarget.value as Name
      }}
    >
      {Object.entries<string>(options).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  )
}

/** What was spoken in a period, with a bar for the share of the most that any row has. */
function Rows({ label, rows }: { label: string; rows: readonly UsageRow[] }) {
  if (rows.length === 0) return <p class="empty">Nothing was spoken in this time.</p>
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
            {requests.toLocaleString('en')}
          </td>
          <td class="number-cell" data-label="Audio">
            {formatClock(audio_seconds)}
          </td>
          <td class="number-cell" data-label="Characters">
            {characters.toLocaleString('en')}
          </td>
        </tr>
      ))}
    </Table>
  )
}
