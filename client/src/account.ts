import type { components } from './api-types.ts'
import type { CallOptions, Send } from './send.ts'

type Schemas = components['schemas']
export type Account = Schemas['OwnAccount']
export type AuditEntry = Schemas['AuditEntry']

export type AuditQuery = CallOptions & {
  /** Such as createKey. */
  readonly action?: string | undefined
  /** The id of a key. */
  readonly keyId?: string | undefined
  /** The id of a member. */
  readonly memberId?: string | undefined
  /** A day or a time in UTC; `to` is exclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Entries before this position, for the next page. */
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

/** The calls about the caller's own account. */
export function createAccount(send: Send) {
  return {
    /** The account with its plan and limits. */
    async account({ signal }: CallOptions = {}): Promise<Account> {
      return (await (await send('/account', { signal })).json()) as Account
    },
    /** What has changed in the account, newest first. */
    async audit({
      action,
      keyId,
      memberId,
      from,
      to,
      before,
      limit,
      signal,
    }: AuditQuery = {}): Promise<readonly AuditEntry[]> {
      const query = {
        action,
        key_id: keyId,
        member_id: memberId,
        from,
        to,
        before: before?.toString(),
        limit: limit?.toString(),
      }
      return ((await (await send('/audit', { query, signal })).json()) as Schemas['AuditList']).entries
    },
  }
}
