import { readClientConfig, readConfig } from '../../config.ts'
import { connect, findLogin } from '../remote/connect.ts'
import { hasService } from '../with-database.ts'
import type { Administration } from './administration.ts'
import { createLocalAdministration } from './local-administration.ts'
import { createRemoteAdministration } from './remote-administration.ts'

/** Where a command administers. */
export type PlaceOptions = {
  /** Another service than the one that `declaim login` kept. */
  readonly url?: string | undefined
  readonly remote?: true | undefined
  /** Whether the service of `declaim login` is asked if this machine has none. */
  readonly orLogin?: boolean | undefined
}

/** The service of the options; the one of this machine's settings if they name none. Throws CommandError if its key is unknown. */
export async function openAdministration({ url, remote, orLogin = false }: PlaceOptions): Promise<Administration> {
  if (url === undefined && remote === undefined) {
    const config = readConfig()
    if (!orLogin || (await hasService(config)) || (await findLogin({}, readClientConfig())).url === undefined)
      return createLocalAdministration(config)
  }
  const connection = await connect({ url })
  process.stderr.write(`Using the service at ${connection.url}\n`)
  return createRemoteAdministration(connection)
}
