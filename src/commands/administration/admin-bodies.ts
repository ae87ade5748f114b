import { toSnakeCase } from '../../api/schemas/to-snake-case.ts'
import type { Account } from '../../storage/records/accounts.ts'
import type { StoredAuditEntry } from '../../storage/records/audit-log.ts'
import type { CreatedKey, Key, Plan } from './administration.ts'

/** An object of the admin API, with the field names of the API. */
export type Body = Readonly<Record<string, unknown>>
export type PlanBody = { readonly plan: string; readonly limits: Body }

export function toAccount({ account_id: id, ...body }: Body): Account {
  return { id, ...toCamelCase(body) } as unknown as Account
}

export function toKey({ key_id: id, account_id: _account, key: _secret, ...body }: Body, account: string): Key {
  return { id, account, ...toCamelCase(body) } as unknown as Key
}

export function toCreatedKey(body: Body, account: string): CreatedKey {
  return { key: String(body.key), ...toKey(body, account) }
}

export function toPlan({ plan: name, limits }: PlanBody): Plan {
  return { name, limits: toCamelCase(limits) }
}

export function toAuditEntry({ actor, details, ...body }: Body): StoredAuditEntry {
  return { ...toCamelCase(body), actor: toCamelCase(actor as Body), details } as unknown as StoredAuditEntry
}

export function toCamelCase(body: Body): Body {
  const rename = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [rename(name), value]))
}

export function toSnakeCaseBody(fields: object): Body {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [toSnakeCase(name), value]))
}
