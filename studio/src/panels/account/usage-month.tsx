import type { Usage } from '../../../../client/src/declaim.ts'
import { FactsTable } from './facts-table.tsx'
import { DATE } from './usage-rows.ts'

const count = (value: number | undefined) => value?.toLocaleString('en')

function megabytes(bytes: number): string {
  return `${count(Math.round(bytes / 1e6))} MB`
}

/** The characters used this month, those left, and what the clips take. */
export function UsageMonth({ usage, plan }: { usage: Usage; plan: string | undefined }) {
  const { month, characters, characters_limit, characters_remaining, key, member, resets_at } = usage
  const { stored_bytes, stored_bytes_limit } = usage
  const most = stored_bytes_limit === null ? '' : ` of ${megabytes(stored_bytes_limit)}`
  const name = new Date(`${month}-01`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Characters spoken', count(characters)],
    ['Characters left', count(characters_remaining)],
    ['Characters a month', count(characters_limit)],
    // A session from an API key meets whichever ends first.
    ...(key === undefined
      ? []
      : [['Left for this API key', `${count(key.characters_remaining)} of ${count(key.characters_limit)}`] as const]),
    ...(member === undefined
      ? []
      : [['Left for you', `${count(member.characters_remaining)} of ${count(member.characters_limit)}`] as const]),
    ['Begins again', DATE.format(resets_at)],
    ['Clips stored', `${megabytes(stored_bytes)}${most}`],
    ...(plan === undefined ? [] : [['Plan', plan] as const]),
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
        {characters > 0 && <span style={{ width: `${Math.min(1, characters / characters_limit) * 100}%` }} />}
      </div>
      <FactsTable rows={rows} />
    </section>
  )
}
