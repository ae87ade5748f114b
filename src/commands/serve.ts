import type { Config } from '../config.ts'
import { DEFAULT_ACCOUNT } from '../storage/records/accounts.ts'
import { listApiKeys } from '../storage/records/api-keys.ts'
import { createLog } from './create-log.ts'
import { createOperatorKey } from './create-operator-key.ts'
import { keepHeapSmall } from './keep-heap-small.ts'
import { createSignInLink, studioLink } from './sign-in.ts'
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
    if (process.stdout.isTTY) await greet(service, config, print)
    else await explainSignIn(service, config, print)
  }
  await stopping
}

async function greet(service: RunningService, config: Config, print: (line: string) => void): Promise<void> {
  const key = await createFirstKey(service)
  const code = await createSignInLink(service.db)
  print(
    `The Studio is at ${studioLink(config.publicUrl ?? service.url, code)}\n(this link signs one browser in, within an hour)`,
  )
  if (key !== undefined) {
    print(`\nThis is the first start, so here is an API key. It is shown only now:\n\n  ${key}\n\nTry it:\n`)
    print(`  ${curlLine(service.url, key)}\n`)
  }
}

async function explainSignIn(
  { db, url }: RunningService,
  config: Config,
  print: (line: string) => void,
): Promise<void> {
  print(`The Studio is at ${config.publicUrl ?? url}/ ("declaim sign-in" prints a link that signs a browser in)`)
  if ((await listApiKeys(db)).length === 0)
    print('There is no API key yet: "declaim keys create --name first" prints one')
}

/** A key for a service that has none; undefined if one was ever made. */
async function createFirstKey({ db }: RunningService): Promise<string | undefined> {
  const keys = await listApiKeys(db)
  if (keys.length > 0) return undefined
  const { key } = await createOperatorKey(db, { name: 'first', account: DEFAULT_ACCOUNT })
  return key
}

function curlLine(url: string, key: string): string {
  const body = JSON.stringify({ speaker_id: 3, text: 'Hello! This is Declaim, speaking on your own machine.' })
  return `curl -s ${url}/v1/tts/stream -H 'X-Api-Key: ${key}' -H 'Content-Type: application/json' -d '${body}' -o hello.mp3`
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
