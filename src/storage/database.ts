import type { Kysely } from 'kysely'
import type { Schema } from './records/schema.ts'

/** The records of the service, whichever database holds them. */
export type Database = Kysely<Schema>
