import { type Call, createSend } from '../../../client/src/send.ts'
import { ServiceError } from '../../errors.ts'
import type { Account } from '../../storage/records/accounts.ts'
import type { Connection } from '../remote/connect.ts'
import { type Body, toAccount, toKey } from './admin-bodies.ts'
import type { Key } from './administration.ts'

/** Makes calls of the admin API, and finds accounts by their names or ids and keys by their ids. */
export function createAdminCalls({ url, apiKey }: Pick<Connection, 'url' | 'apiKey'>) {
  const send = createSend({ baseUrl: url, apiKey })
  const ask = async <Result>(path: string, call: Call = {}): Promise<Result> =>
    (await (await send(`/admin${path}`, call)).json()) as Result
  const pathOf = ({ id }: Account): string => `/accounts/${encodeURIComponent(id)}`

  const listAccounts = async (): Promise<readonly Account[]> =>
    (await ask<{ accounts: readonly Body[] }>('/accounts')).accounts.map(toAccount)
  const findByName = async (account: string): Promise<Account | undefined> => {
    const all = await listAccounts()
    return all.find(({ id }) => id === account) ?? all.find(({ name }) => name === account)
  }
  const find = async (account: string): Promise<Account> => {
    const found = await findByName(account)
    if (found === undefined) throw new ServiceError('NOT_FOUND', `Cannot find account "${account}"`)
    return found
  }
  const listKeysOf = async (account: Account): Promise<readonly Key[]> => {
    const { keys } = await ask<{ keys: readonly Body[] }>(`${pathOf(account)}/keys`)
    return keys.map((key) => toKey(key, account.name))
  }
  /** The path of a key. Throws NOT_FOUND if no account has it. */
  const findKey = async (id: string, action: string): Promise<{ readonly path: string; readonly account: Account }> => {
    for (const account of await listAccounts()) {
      if ((await listKeysOf(account)).some((key) => key.id === id))
        return { path: `${pathOf(account)}/keys/${encodeURIComponent(id)}`, account }
    }
    throw new ServiceError('NOT_FOUND', `Cannot ${action} key ${id}: no valid key has this id`)
  }
  const change = async (account: string, body: Body): Promise<Account> =>
    toAccount(await ask<Body>(pathOf(await find(account)), { method: 'PATCH', body }))

  return { ask, pathOf, listAccounts, listKeysOf, findByName, find, findKey, change }
}
