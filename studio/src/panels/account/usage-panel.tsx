import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Usage } from '../../../../client/src/declaim.ts'
import { declaim } from '../../service.ts'
import { formatClock } from '../../shell/format-clock.ts'
import { Panel, Table } from '../panel.tsx'
import { useTask } from '../use-task.ts'

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

const count = (value: number | undefined) => value?.toLocaleString('en')

/** Characters of this month, and of each of its days. */
export function UsagePanel() {
  const usage = useSignal<Usage | undefined>(undefined)
  const task = useTask()
  useEffect(() => {
    void task.run(async (signal) => {
      const { month } = await declaim.usage({ signal })
      usage.value = await declaim.usage({ from: `${month}-01`, groupBy: 'day', signal })
    })
  }, [])
  return (
    <Panel title="Usage" task={task}>
      {usage.value !== undefined && <Month usage={usage.value} />}
      {usage.value !== undefined && <Days days={usage.value.usage ?? []} />}
    </Panel>
  )
}

function megabytes(bytes: number): string {
  return `${count(Math.round(bytes / 1e6))} MB`
}

/** The characters used this month, those left, and what the clips take. */
function Month({ usage }: { usage: Usage }) {
  const { month, characters, characters_limit, characters_remaining, resets_at, stored_bytes, stored_bytes_limit } =
    usage
  const most = stored_bytes_limit === null ? '' : ` of ${megabytes(stored_bytes_limit)}`
  const name = new Date(`${month}-01`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const rows = [
    ['Characters spoken', count(characters)],
    ['Characters left', count(characters_remaining)],
    ['Characters a month', count(characters_limit)],
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

type Day = NonNullable<Usage['usage']>[number]

/** The days of the month on which something was spoken, the newest first. */
function Days({ days }: { days: readonly Day[] }) {
  if (days.length === 0) return <p class="empty">Nothing was spoken this month.</p>
  return (
    <Table label="Days" columns={['Day', 'Requests', 'Audio', 'Characters']}>
      {days.toReversed().map(({ day, requests, audio_seconds, characters }) => (
        <tr key={day}>
          <td>{day === undefined ? '' : DATE.format(new Date(day))}</td>
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
