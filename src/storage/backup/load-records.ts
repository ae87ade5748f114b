import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { isPostgres } from '../migrations/identity-column.ts'
import { describeUnstorable } from './describe-unstorable.ts'
import type { RecordLine } from './dump-records.ts'
import { listTables } from './list-tables.ts'

/** Tables whose rows make a database worth keeping. Of an earlier release too, which has fewer tables: projects have an account. */
const PRECIOUS = ['clips', 'api_keys', 'replacement_libraries', 'accounts'] as const
/** The audit log refuses deletions. It is empty if the tables above are. */
const APPEND_ONLY = 'audit_log'
/** Rows in one statement, and the parameters that any database takes in one. */
const ROWS = 100
const MAX_PARAMETERS = 2000

/** Whether nothing would be lost if all tables were emptied. */
export async function isEmptyDatabase(db: Database): Promise<boolean> {
  for (const table of PRECIOUS) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  return true
}

/**
 * Replaces the content of every table by these rows, all of them or none. The rows come in the order of `dumpRecords`. `finish` is
 * part of the transaction. Returns the number of rows.
 */
export async function loadRecords(
  db: Database,
  lines: AsyncIterable<RecordLine>,
  finish: (transaction: Database) => Promise<void>,
): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const tables = await listTables(transaction)
    for (const table of tables.toReversed())
      if (table !== APPEND_ONLY) await sql`delete from ${sql.table(table)}`.execute(transaction)
    let count = 0
    let waiting: RecordLine[] = []
    const flush = async (): Promise<void> => {
      if (waiting.length > 0) await insertRows(transaction, waiting)
      count += waiting.length
      waiting = []
    }
    for await (const line of lines) {
      if (!tables.includes(line.table))
        throw new Error(
          `Cannot restore the table ${line.table}: this release has none; restore with the release that made the backup`,
        )
      if (isPostgres(db)) refuseUnstorable(line)
      if (waiting.length > 0 && !fits(waiting, line)) await flush()
      waiting.push(line)
    }
    await flush()
    if (isPostgres(db)) await restartNumbers(transaction, tables)
    await finish(transaction)
    return count
  })
}

/** PostgreSQL names no row when it refuses one. */
function refuseUnstorable(line: RecordLine): void {
  const problem = describeUnstorable(line)
  if (problem === undefined) return
  throw new Error(
    `Cannot restore into PostgreSQL: ${problem}. Change or delete it where the backup was made, and make another backup; "declaim verify" lists all such rows`,
  )
}

function fits(waiting: readonly RecordLine[], line: RecordLine): boolean {
  const columns = Object.keys(line.row).length
  return waiting[0]!.table === line.table && waiting.length < ROWS && (waiting.length + 1) * columns <= MAX_PARAMETERS
}

async function insertRows(db: Database, lines: readonly RecordLine[]): Promise<void> {
  const [{ table, row }] = lines as [RecordLine]
  const columns = Object.keys(row)
  const tuples = lines.map((line) => sql`(${sql.join(columns.map((column) => line.row[column] ?? null))})`)
  // Rows keep the identity values that their database assigned.
  const override = isPostgres(db) ? sql`overriding system value` : sql``
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    ${override} values ${sql.join(tuples)}`.execute(db)
}

/** Continues the identity columns of PostgreSQL after their largest value. */
async function restartNumbers(db: Database, tables: readonly string[]): Promise<void> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(db)
  for (const { table_name: table, column_name: column } of rows) {
    if (!tables.includes(table)) continue
    await sql`
      select setval(pg_get_serial_sequence(${table}, ${column}), coalesce(max(${sql.ref(column)}), 0) + 1, false)
      from ${sql.table(table)}`.execute(db)
  }
}
