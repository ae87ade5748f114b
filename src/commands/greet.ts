import { studioAddress } from '../accounts/relying-party.ts'
import type { Config } from '../config.ts'
import { DEFAULT_ACCOUNT } from '../storage/records/accounts.ts'
import { listApiKeys } from '../storage/records/api-keys.ts'
import { createOperatorKey } from './create-operator-key.ts'
import { createSignInLink, studioLink } from './sign-in.ts'
import type { RunningService } from './start-service.ts'

/** Prints a sign-in link, and a key if the service has none. Both are secrets, so only for a terminal. */
export async function greet(service: RunningService, config: Config, print: (line: string) => void): Promise<void> {
  const key = await createFirstKey(service)
  const code = await createSignInLink(service.db)
  print(
    `The Studio is at ${studioLink(config.publicUrl ?? studioAddress(service.url), code)}\n(this link signs one browser in, within an hour)`,
  )
  if (key !== undefined) {
    print(`\nThis is the first start, so here is an API key. It is shown only now:\n\n  ${key}\n\nTry it:\n`)
    print(`  ${curlLine(service.url, key)}\n`)
  }
}

/** Prints how to sign in and how to make a key. */
export async function explainSignIn(
  { db, url }: RunningService,
  config: Config,
  print: (line: string) => void,
): Promise<void> {
  print(
    `The Studio is at ${config.publicUrl ?? studioAddress(url)}/ ("declaim sign-in" prints a link that signs a browser in)`,
  )
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
