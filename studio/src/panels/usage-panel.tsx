import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Usage } from '../../../client/src/declaim.ts'
import { declaim, describeError } from '../service.ts'

/** Characters of this month. */
export function UsagePanel() {
  const usage = useSignal<Usage | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  useEffect(() => {
    declaim
      .usage()
      .then((found) => {
        usage.value = found
      })
      .catch((error: unknown) => {
        problem.value = describeError(error)
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
    <section class="panel" aria-label="Usage">
      <header class="panel-head">
        <h1>Usage</h1>
      </header>
      {problem.value !== undefined && <p class="problem">{problem.value}</p>}
      {usage.value !== undefined && (
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
      )}
    </section>
  )
}
