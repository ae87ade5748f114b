import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Usage } from '../../../client/src/declaim.ts'
import { declaim } from '../service.ts'
import { Panel } from './panel.tsx'
import { useTask } from './use-task.ts'

/** Characters of this month. */
export function UsagePanel() {
  const usage = useSignal<Usage | undefined>(undefined)
  const task = useTask()
  useEffect(() => {
    void task.run(async (signal) => {
      usage.value = await declaim.usage({ signal })
    })
  }, [])
  const { month, characters, characters_limit, characters_remaining, resets_at } = usage.value ?? {}
  const rows = [
    ['Month', month],
    ['Characters spoken', characters?.toLocaleString('en')],
    ['Characters left', characters_remaining?.toLocaleString('en')],
    ['Characters a month', characters_limit?.toLocaleString('en')],
    [
      'Begins again',
      resets_at === undefined ? undefined : new Date(resets_at).toLocaleDateString('en', { dateStyle: 'long' }),
    ],
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
    </Panel>
  )
}
