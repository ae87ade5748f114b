import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Usage } from '../../../../client/src/declaim.ts'
import { declaim } from '../../service.ts'
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
  const { month, characters, characters_limit, characters_remaining, resets_at, usage: days = [] } = usage.value ?? {}
  const rows = [
    [
      'Month',
      month && new Date(`${month}-01`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    ],
    ['Characters spoken', count(characters)],
    ['Characters left', count(characters_remaining)],
    ['Characters a month', count(characters_limit)],
    ['Begins again', resets_at === undefined ? undefined : DATE.format(resets_at)],
  ]
  return (
    <Panel title="Usage" task={task}>
      {usage.value !== undefined && (
        <>
          <meter
            class="usage-meter"
            min={0}
            max={characters_limit}
            value={characters}
            aria-label="Share of the month's characters that is spoken"
          />
          <table class="table table-facts">
            <tbody>
              {rows.map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {days.length > 0 && (
        <Table label="Days" columns={['Day', 'Texts', 'Characters']}>
          {days.toReversed().map(({ day, requests, characters: spoken }) => (
            <tr key={day}>
              <td>{day === undefined ? '' : DATE.format(new Date(day))}</td>
              <td class="number-cell">{count(requests)}</td>
              <td class="number-cell">{count(spoken)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}
