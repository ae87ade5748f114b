import type { Config } from '../config.ts'
import { createLog } from './create-log.ts'
import { keepHeapSmall } from './keep-heap-small.ts'
import { type Role, type RunningService, startService } from './start-service.ts'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const
const REPEATED_SIGNAL_MS = 500

/**
 * Runs the service until the process receives a signal. Prints its addresses. Prints a sign-in link, and a key on the very first start, only
 * to a terminal: anything else that takes standard output is a log, which others read and keep.
 */
export async function serve(config: Config, print: (line: string) => void, role: Role = 'serve'): Promise<void> {
  keepHeapSmall()
  const log = createLog(config.logLevel)
  const service = await startService(config, { log, role })
  const stopping = stopOnSignal(service)
  if (service.operationsUrl !== undefined) print(`Metrics are at ${service.operationsUrl}/metrics`)
  if (role === 'worker') print(`A Declaim worker is at ${service.url}`)
  else {
    print(`Declaim is at ${service.url}/v1/tts`)
    const { explainSignIn, greet } = await import('./greet.ts')
    await (process.stdout.isTTY ? greet : explainSignIn)(service, config, print)
  }
  await stopping
}

/**
 * Resolves after a graceful stop; a later signal ends the process at once. A terminal sends Ctrl-C to npm and to this process, and npm
 * passes its own on: signals within half a second of the first count as one.
 */
async function stopOnSignal(service: RunningService): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isStopping = false
  const stop = (): void => {
    resolve()
    if (isStopping) return
    isStopping = true
    // A signal without a handler ends the process without waiting for its threads.
    setTimeout(() => {
      for (const name of STOP_SIGNALS) process.off(name, stop)
    }, REPEATED_SIGNAL_MS).unref()
  }
  for (const name of STOP_SIGNALS) process.on(name, stop)
  await promise
  await service.close()
}
