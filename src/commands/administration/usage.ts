import type { Administration, UsageRange } from './administration.ts'
import { formatCsvRow } from './format-csv.ts'
import { type JsonOption, toJson } from './to-json.ts'

const COLUMNS = 'day,endpoint,key,avatar,requests,characters,audio_seconds,cache_hits'

/** `declaim usage`: prints the usage of an account as CSV. */
export async function usage(
  { json, ...range }: UsageRange & JsonOption,
  administration: Administration,
  print: (line: string) => void,
): Promise<void> {
  const sums = await administration.usage(range)
  if (json) return print(toJson(sums))
  print(COLUMNS)
  for (const { day, endpoint, key, avatar, requests, characters, audioSeconds, cacheHits } of sums)
    print(formatCsvRow([day, endpoint, key, avatar, requests, characters, audioSeconds, cacheHits]))
}
