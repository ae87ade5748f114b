import type { Logger } from 'pino'
import { createOperationsServer } from '../api/operations-server.ts'
import type { Operations } from '../api/services.ts'
import type { Config } from '../config.ts'
import { ListenError, listenOn } from './listen-on.ts'
import type { OnClose } from './open-speaking.ts'

type OpenOperationsOptions = { readonly services: Operations; readonly log: Logger; readonly onClose: OnClose }

const SETTING = { host: 'METRICS_ADDRESS', port: 'METRICS_ADDRESS' }

/**
 * Opens METRICS_ADDRESS and returns its URL; undefined if it is off. A second service on the machine goes without it if nobody has set
 * the address, because the first one has the default. Throws if an address that the operator has set cannot be used.
 */
export async function openOperations(
  { metricsAddress }: Pick<Config, 'metricsAddress'>,
  { services, log, onClose }: OpenOperationsOptions,
): Promise<string | undefined> {
  if (metricsAddress === undefined) return undefined
  const app = createOperationsServer(services, { loggerInstance: log })
  onClose(() => app.close())
  try {
    return await listenOn(app, metricsAddress, SETTING)
  } catch (error) {
    if (!metricsAddress.isDefault || !(error instanceof ListenError && error.isTaken)) throw error
    const { host, port } = metricsAddress
    log.warn(
      `There are no metrics: another program uses ${host}:${port}; set METRICS_ADDRESS to a free address, or to "off"`,
    )
    return undefined
  }
}
