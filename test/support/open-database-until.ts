import { DatabaseSync, StatementSync } from 'node:sqlite'
import { openDatabase } from '../../src/storage/embedded/open-database.ts'

// A process that opens the database at argv[2] and is killed before its argv[3]th statement. It prints how many it has run.
const [path = '', limit = '0'] = process.argv.slice(2)
let statements = 0

function count(): void {
  statements += 1
  if (statements === Number(limit)) process.kill(process.pid, 'SIGKILL')
}

/** Each of these runs one statement, or a few in a row. */
for (const [type, names] of [
  [StatementSync, ['run', 'all', 'get']],
  [DatabaseSync, ['exec']],
] as const) {
  for (const name of names) {
    const prototype = type.prototype as unknown as Record<string, (...values: unknown[]) => unknown>
    const original = prototype[name]!
    prototype[name] = function counted(this: unknown, ...values: unknown[]) {
      count()
      return original.apply(this, values)
    }
  }
}

const db = await openDatabase(path)
await db.destroy()
process.stdout.write(`${statements}\n`)
