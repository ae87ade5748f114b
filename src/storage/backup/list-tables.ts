import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { isPostgres } from '../migrations/identity-column.ts'

/** Not part of a backup: the record of migrations belongs to the schema, rates of requests last for seconds, and the version of the rules matters only to running processes. */
const LEFT_OUT: ReadonlySet<string> = new Set(['kysely_migration', 'token_buckets', 'rules_version'])

type Reference = { readonly child: string; readonly parent: string }

/** Names of all tables that hold records, each after those that its rows refer to. */
export async function listTables(db: Database): Promise<readonly string[]> {
  const tables = await (isPostgres(db) ? listPostgresTables(db) : listSqliteTables(db))
  const references = await (isPostgres(db) ? listPostgresReferences(db) : listSqliteReferences(db))
  const ordered: string[] = []
  const add = (table: string): void => {
    if (ordered.includes(table)) return
    for (const { child, parent } of references) if (child === table && parent !== table) add(parent)
    ordered.push(table)
  }
  for (const table of tables) if (!LEFT_OUT.has(table)) add(table)
  return ordered
}

async function listPostgresTables(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by tablename`.execute(db)
  return rows.map(({ name }) => name)
}

async function listSqliteTables(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`.execute(db)
  return rows.map(({ name }) => name)
}

async function listPostgresReferences(db: Database): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    select child.relname as child, parent.relname as parent from pg_constraint
    join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and child.relnamespace = current_schema()::regnamespace`.execute(db)
  return rows
}

async function listSqliteReferences(db: Database): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    select s.name as child, f."table" as parent
    from sqlite_schema s, pragma_foreign_key_list(s.name) f where s.type = 'table'`.execute(db)
  return rows
}
