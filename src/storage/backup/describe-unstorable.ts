import { findUnstorable } from '../storable.ts'
import type { RecordLine } from './dump-records.ts'

/** What names a row of a table without an id. */
const NAMES = ['id', 'name', 'clip_id', 'key', 'account_id', 'process_id'] as const

/** Names a row with a value that some storage could not keep, and says which; undefined if there is none. */
export function describeUnstorable(line: RecordLine): string | undefined {
  for (const [column, value] of Object.entries(line.row)) {
    const problem = findUnstorable(value)
    if (problem !== undefined) return `${nameRow(line)}: ${column} ${problem}`
  }
  return undefined
}

/** Such as `Row 5 of clips`. */
function nameRow({ table, row }: RecordLine): string {
  const column = NAMES.find((name) => row[name] !== undefined && row[name] !== null)
  const name = column === undefined ? Object.values(row)[0] : row[column]
  return `Row ${JSON.stringify(name)} of ${table}`
}
