import type { Account } from '../../storage/records/accounts.ts'
import type { Administration } from './administration.ts'
import { type JsonOption, toJson } from './to-json.ts'

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
  return `${id}  ${name}  ${plan}  ${status}  made ${new Date(createdAt).toISOString().slice(0, 10)}`
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
