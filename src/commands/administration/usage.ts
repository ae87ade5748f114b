import { toSnakeCase } from '../../api/schemas/to-snake-case.ts'
import { type JsonOption, toJson } from '../to-json.ts'
import type { Administration, UsageRange } from './administration.ts'
import { formatCsvRow } from './format-csv.ts'

const COLUMNS = ['day', 'endpoint', 'key', 'avatar', 'requests', 'characters', 'audioSeconds', 'cacheHits'] as const

/** `declaim usage`: prints the usage of an account as CSV. */
export async function usage(
  { json, ...range }: UsageRange & JsonOption,
  administration: Administration,
  print: (line: string) => void,
): Promise<void> {
  const sums = await administration.usage(range)
  const rows = sums.map((sum) => COLUMNS.map((column) => sum[column]))
  if (json) return print(toJson(rows.map((row) => Object.fromEntries(row.map((cell, i) => [COLUMNS[i], cell])))))
  print(COLUMNS.map(toSnakeCase).join(','))
  for (const row of rows) print(formatCsvRow(row))
}
