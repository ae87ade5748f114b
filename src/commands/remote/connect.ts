import { createDeclaim, type Declaim } from '../../../client/src/declaim.ts'
import { type ClientConfig, readClientConfig } from '../../config.ts'
import { CommandError } from '../exit-codes.ts'
import { readLogin } from './login-file.ts'

/** Options of every command that calls a service. */
export type ConnectOptions = { readonly url?: string | undefined }

/** A service and how it is called. */
export type Connection = { readonly declaim: Declaim; readonly url: string; readonly apiKey: string }

/** The address and the key that a command uses, as far as they are known. */
type FoundLogin = { readonly url: string | undefined; readonly apiKey: string | undefined }

/**
 * Finds the service that a command calls: the option, else the settings, else what `declaim login` kept. The kept key belongs
 * to the kept address alone.
 */
export async function findLogin({ url }: ConnectOptions, config: ClientConfig): Promise<FoundLogin> {
  const kept = await readLogin(config.loginFile)
  const address = (url ?? config.url ?? kept?.url)?.replace(/\/+$/, '')
  return { url: address, apiKey: config.apiKey ?? (kept?.url === address ? kept?.apiKey : undefined) }
}

/** Connects to the service that a command calls. Throws CommandError if the address or the key is missing. */
export async function connect(options: ConnectOptions, config: ClientConfig = readClientConfig()): Promise<Connection> {
  const { url: address, apiKey } = await findLogin(options, config)
  if (address === undefined) {
    throw new CommandError(
      'config',
      'Cannot call a service: none is known. Run "declaim login URL", or set DECLAIM_URL',
    )
  }
  checkUrl(address)
  if (apiKey === undefined) {
    throw new CommandError(
      'config',
      `Cannot call ${address} without a key: run "declaim login", or set DECLAIM_API_KEY`,
    )
  }
  checkKey(apiKey)
  return { declaim: createDeclaim({ baseUrl: address, apiKey }), url: address, apiKey }
}

/** Throws if a key cannot be sent as a header; the key is not shown. */
export function checkKey(apiKey: string): void {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return
  throw new CommandError(
    'usage',
    'Cannot use the API key: it has a space, a line break or a letter that no key has; copy it again',
  )
}

/** Throws if a URL is no address of a service. */
export function checkUrl(url: string): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new CommandError('usage', `Cannot use the address "${url}": expected a URL such as http://127.0.0.1:8787`)
  }
}
