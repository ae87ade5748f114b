import { type RawBuilder, sql } from 'kysely'

/** The ids of a key and of all keys that it replaced or that replaced it, as a list for `in`. */
export function keysOfFamily(keyId: string): RawBuilder<string[]> {
  return sql`(
    select ${keyId} union select id from api_keys where coalesce(family, id) =
      (select coalesce(family, id) from api_keys where id = ${keyId})
  )`
}
