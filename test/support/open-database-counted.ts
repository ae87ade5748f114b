import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { openDatabase } from '../../src/storage/embedded/open-database.ts'

// A process that opens the database at argv[2] and prints how many statements it ran. If argv[3] is a number, the process is killed
// before that statement. If it is a folder, the files of the database are copied there before each statement.
const [path = '', until = ''] = process.argv.slice(2)
const killAt = Number(until)
let statements = 0

function count(): void {
  statements += 1
  if (statements === killAt) process.kill(process.pid, 'SIGKILL')
  if (Number.isNaN(killAt)) copyFiles(join(until, `${statements}.sqlite`))
}

function copyFiles(to: string): void {
  for (const ending of ['', '-journal', '-wal', '-shm'])
    if (existsSync(path + ending)) copyFileSync(path + ending, to + ending)
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
