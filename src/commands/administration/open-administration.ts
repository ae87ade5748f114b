import { readConfig } from '../../config.ts'
import { connect } from '../remote/connect.ts'
import type { Administration } from './administration.ts'
import { createLocalAdministration } from './local-administration.ts'
import { createRemoteAdministration } from './remote-administration.ts'

/** Where a command administers. */
export type PlaceOptions = {
  /** Another service than the one that `declaim login` kept. */
  readonly url?: string | undefined
  readonly remote?: true | undefined
}

/** The service of the options; the one of this machine's settings if they name none. Throws CommandError if its key is unknown. */
export async function openAdministration({ url, remote }: PlaceOptions): Promise<Administration> {
  if (url === undefined && remote === undefined) return createLocalAdministration(readConfig())
  const connection = await connect({ url })
  process.stderr.write(`Using the service at ${connection.url}\n`)
  return createRemoteAdministration(connection)
}
