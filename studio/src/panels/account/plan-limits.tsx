import type { Account } from '../../../../client/src/declaim.ts'
import { formatClock } from '../../shell/format-clock.ts'
import { FactsTable } from './facts-table.tsx'

type Limits = Account['limits']

const count = (value: number | null) => (value === null ? 'No limit' : value.toLocaleString('en'))
const length = (seconds: number | null) => (seconds === null ? 'No limit' : formatClock(seconds))

/** What the limits of a plan mean, in the order in which people meet them. */
function describeLimits(limits: Limits): readonly (readonly [label: string, value: string])[] {
  return [
    ['Characters of one text', count(limits.characters_per_text)],
    ['Characters a month', count(limits.characters_per_month)],
    ['Texts beyond the month', limits.month_end === 'soft' ? 'Spoken, and reported' : 'Refused until the next month'],
    ['Requests a second', count(limits.requests_per_second)],
    ['Streams at the same time', count(limits.concurrent_streams)],
    ['Unfinished clips at the same time', count(limits.queued_clips)],
    ['Length of one file', length(limits.file_seconds)],
    ['Length of all combined files of a day', length(limits.combined_seconds_per_day)],
    ['Days that a clip is kept', count(Math.round(limits.clip_lifetime_seconds / 8640) / 10)],
    ['Webhooks of clips', limits.webhooks ? 'Allowed' : 'Not allowed'],
  ]
}

/** The plan of the account, behind a line. */
export function PlanLimits({ account }: { account: Account }) {
  return (
    <details class="plan-limits">
      <summary>Limits of the plan “{account.plan}”</summary>
      <FactsTable label="Limits of the plan" rows={describeLimits(account.limits)} />
      <p class="why">Whoever runs the service can give the account another plan.</p>
    </details>
  )
}
