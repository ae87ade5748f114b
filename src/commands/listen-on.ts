import type { AddressInfo } from 'node:net'
import type { App } from '../api/app.ts'

type Address = { readonly host: string; readonly port: number }
/** The settings that the address comes from. */
type SettingNames = { readonly host: string; readonly port: string }

const PROBLEMS: Readonly<Record<string, (settings: SettingNames) => string>> = {
  EADDRINUSE: ({ port }) => `another program uses this port; set ${port} to a free one`,
  EACCES: ({ port }) => `this user may not use this port; set ${port} to one from 1024 up`,
  EADDRNOTAVAIL: ({ host }) => `this machine does not have this address; set ${host} to one that it has`,
}

/** An address that cannot be used. The message says what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  /** Whether another program uses the address. */
  readonly isTaken: boolean

  constructor(message: string, { isTaken }: { readonly isTaken: boolean }) {
    super(message)
    this.isTaken = isTaken
  }
}

/**
 * Makes an app listen, and returns a URL that reaches it from this machine even if it listens on all addresses. Throws a ListenError that names the setting to
 * change if the address cannot be used.
 */
export async function listenOn(app: App, { host, port }: Address, settings: SettingNames): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const problem = PROBLEMS[code]
    if (problem === undefined) throw error
    throw new ListenError(`Cannot listen on ${host}:${port}: ${problem(settings)}`, { isTaken: code === 'EADDRINUSE' })
  }
  return addressToCall(host, app.server.address() as AddressInfo)
}

function addressToCall(host: string, { port }: AddressInfo): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
