import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { App } from '../api/app.ts'

type Address = { readonly host: string; readonly port: number }
/** The settings that the address comes from. */
type SettingNames = { readonly host: string; readonly port: string }

const PROBLEMS: Readonly<Record<string, (settings: SettingNames) => string>> = {
  EADDRINUSE: ({ port }) => `another program uses this port; set ${port} to a free one`,
  EACCES: ({ port }) => `this user may not use this port; set ${port} to one from 1024 up`,
  EAFNOSUPPORT: ({ host }) => `this machine does not have this kind of address; set ${host} to one that it has`,
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
  await listening({ host, port }, settings, () => app.listen({ host, port }))
  return addressToCall(host, app.server.address() as AddressInfo)
}

/**
 * Makes an app that listens at an IPv4 address for `localhost` listen at `::1` too. Browsers try both addresses of `localhost`, and must not come to
 * another program. Does nothing if the machine has no `::1`. Throws a ListenError if another program uses it.
 */
export async function listenOnLocalhost(
  app: App,
  { host, port: wanted }: Address,
  settings: SettingNames,
): Promise<{ close(): Promise<void> } | undefined> {
  if (host !== '127.0.0.1' && host !== '0.0.0.0') return undefined
  const { port } = app.server.address() as AddressInfo
  const server = createServer((socket) => void app.server.emit('connection', socket))
  const own = { host: '::1', port }
  try {
    await listening(own, settings, async () => {
      server.listen(own)
      await once(server, 'listening')
    })
  } catch (error) {
    if (!(error instanceof ListenError)) throw error
    // Nobody has chosen a port of 0, so it may be taken there.
    if (error.isTaken && wanted !== 0) throw error
    return undefined
  }
  return {
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}

async function listening(
  { host, port }: Address,
  settings: SettingNames,
  listen: () => Promise<unknown>,
): Promise<void> {
  try {
    await listen()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const problem = PROBLEMS[code]
    if (problem === undefined) throw error
    throw new ListenError(`Cannot listen on ${host}:${port}: ${problem(settings)}`, { isTaken: code === 'EADDRINUSE' })
  }
}

function addressToCall(host: string, { port }: AddressInfo): string {
  return urlOf({ host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port })
}

/** The URL of an address, whose host may be an IPv6 address. */
export function urlOf({ host, port }: Address): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
