import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'
import { openDatabase } from '../../src/storage/embedded/open-database.ts'
import { openPostgres } from '../../src/storage/postgres/open-postgres.ts'

// A process that opens the database at argv[2], a file or a URL, as every start of the service does, and prints its statements as JSON. With
// argv[3], it is killed before that statement, counted from 0. With argv[4] `sent`, it is killed right after it has sent the statement.
const [target = '', at = '-1', when = 'before'] = process.argv.slice(2)
const statements: string[] = []

/** Has each call of a method counted, which is one statement. */
function watch(prototype: object, name: string, textOf: (self: unknown, values: readonly unknown[]) => unknown): void {
  const methods = prototype as Record<string, (...values: unknown[]) => unknown>
  const original = methods[name]!
  methods[name] = function watched(this: unknown, ...values: unknown[]) {
    const isLast = statements.length === Number(at)
    statements.push(String(textOf(this, values)))
    if (isLast && when === 'before') process.kill(process.pid, 'SIGKILL')
    const result = original.apply(this, values)
    if (isLast) process.kill(process.pid, 'SIGKILL')
    return result
  }
}

const isUrl = target.startsWith('postgres:')
if (isUrl) {
  watch(pg.Client.prototype, 'query', (_, [query]) => (query as { readonly text?: string }).text ?? query)
} else {
  for (const name of ['run', 'all', 'get'])
    watch(StatementSync.prototype, name, (self) => (self as StatementSync).sourceSQL)
  watch(DatabaseSync.prototype, 'exec', (_, [text]) => text)
}
const db = await (isUrl ? openPostgres({ url: target, onError: () => {} }) : openDatabase(target))
await db.destroy()
process.stdout.write(JSON.stringify(statements))
