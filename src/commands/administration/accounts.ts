import type { AccountTerms } from '../../storage/records/account-terms.ts'
import type { Account } from '../../storage/records/accounts.ts'
import { showTime } from '../../storage/storable.ts'
import { type JsonOption, toJson } from '../to-json.ts'
import type { Administration } from './administration.ts'

type Print = (line: string) => void

// Accounts are named by their name or their id.

/** `declaim accounts create`. */
export async function createAccountCommand(
  { json, ...asked }: JsonOption & { readonly name: string; readonly plan?: string | undefined },
  administration: Administration,
  print: Print,
): Promise<void> {
  const account = await administration.createAccount(asked)
  print(json ? toJson(account) : `Account ${account.name} (${account.id}) has the plan ${account.plan}.`)
}

/** `declaim accounts list`. */
export async function listAccountsCommand(
  { json }: JsonOption,
  administration: Administration,
  print: Print,
): Promise<void> {
  const accounts = await administration.listAccounts()
  if (json) return print(toJson(accounts))
  for (const account of accounts) print(describeAccount(account))
}

function describeAccount({ id, name, plan, status, createdAt }: Account): string {
  return `${id}  ${name}  ${plan}  ${status}  made ${showTime(createdAt).split('T')[0]}`
}

/** `declaim accounts set-plan`. */
export async function setAccountPlanCommand(
  { account, plan, json }: JsonOption & { readonly account: string; readonly plan: string },
  administration: Administration,
  print: Print,
): Promise<void> {
  const changed = await administration.changeAccount(account, { plan })
  print(json ? toJson(changed) : `Account ${changed.name} (${changed.id}) has the plan ${plan}.`)
}

/** `declaim accounts suspend` and `resume`. */
export async function setAccountStatusCommand(
  { account, status, json }: JsonOption & { readonly account: string; readonly status: 'active' | 'suspended' },
  administration: Administration,
  print: Print,
): Promise<void> {
  const changed = await administration.changeAccount(account, { status })
  print(json ? toJson(changed) : `Account ${changed.name} (${changed.id}) is ${status}.`)
}

/** `declaim accounts delete`. */
export async function deleteAccountCommand(
  { account, json }: JsonOption & { readonly account: string },
  administration: Administration,
  print: Print,
): Promise<void> {
  const deleted = await administration.deleteAccount(account)
  const sentence = `Account ${deleted.name} (${deleted.id}) is deleted. A worker removes its clips and libraries within minutes.`
  print(json ? toJson(deleted) : sentence)
}

export type TermOptions = JsonOption & {
  readonly account: string
  readonly allow?: readonly string[] | undefined
  readonly deny?: readonly string[] | undefined
  /** Terms that shall be in neither list. */
  readonly remove?: readonly string[] | undefined
}

/** `declaim accounts terms`: prints the terms that an account may or may not say, after the changes that are asked for. */
export async function accountTermsCommand(
  { account, allow = [], deny = [], remove = [], json }: TermOptions,
  administration: Administration,
  print: Print,
): Promise<void> {
  const named = new Set([...allow, ...deny, ...remove])
  const others = (list: readonly string[]) => list.filter((term) => !named.has(term))
  const change = (terms: AccountTerms): AccountTerms => ({
    allow: [...others(terms.allow), ...new Set(allow)],
    deny: [...others(terms.deny), ...new Set(deny)],
  })
  const terms = await administration.terms(account, named.size === 0 ? undefined : change)
  if (json) return print(toJson(terms))
  for (const term of terms.allow) print(`allow  ${term}`)
  for (const term of terms.deny) print(`deny  ${term}`)
}
