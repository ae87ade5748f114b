import type { Config } from '../config.ts'
import { findAccount } from '../storage/records/accounts.ts'
import { sumUsage, USAGE_GROUPS } from '../storage/records/usage.ts'
import { formatCsvRow } from './format-csv.ts'
import { withDatabase } from './with-database.ts'

/** Days are in UTC, such as 2026-03-14. */
export type UsageOptions = { readonly account: string; readonly from: string; readonly to: string }

/** `declaim usage`: prints the usage of an account as CSV. */
export async function usage(
  { account, from, to }: UsageOptions,
  config: Config,
  print: (line: string) => void,
): Promise<void> {
  await withDatabase(config, async (db) => {
    const { id } = await findAccount(db, account)
    print([...USAGE_GROUPS, 'requests', 'characters', 'audio_seconds', 'cache_hits'].join(','))
    const sums = await sumUsage(db, { accountId: id, from, to, groupBy: USAGE_GROUPS })
    for (const { requests, characters, audioMs, cacheHits, ...sum } of sums) {
      const groups = USAGE_GROUPS.map((group) => sum[group] ?? '')
      print(formatCsvRow([...groups, requests, characters, audioMs / 1000, cacheHits]))
    }
  })
}
