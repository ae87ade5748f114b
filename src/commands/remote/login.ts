import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { createDeclaim } from '../../../client/src/declaim.ts'
import { readClientConfig } from '../../config.ts'
import { CommandError } from '../exit-codes.ts'
import { checkUrl } from './connect.ts'
import { removeLogin, writeLogin } from './login-file.ts'

/** `declaim login`: reads a key from standard input, tries it, and keeps it with the address in a file of the user's own. */
export async function login(address: string, print: (line: string) => void): Promise<void> {
  const url = address.replace(/\/+$/, '')
  checkUrl(url)
  const apiKey = (await readKey(url)).trim()
  if (apiKey === '') throw new CommandError('usage', 'Cannot log in: no key was given on standard input')
  const avatars = await createDeclaim({ baseUrl: url, apiKey }).avatars()
  const { loginFile } = readClientConfig()
  await writeLogin(loginFile, { url, apiKey })
  print(`${url} accepts the key and has ${avatars.length} avatars. Both are kept in ${loginFile}.`)
}

/** `declaim logout`. */
export async function logout(print: (line: string) => void): Promise<void> {
  const { loginFile } = readClientConfig()
  print((await removeLogin(loginFile)) ? `${loginFile} is removed.` : 'No login was kept.')
}

/** A key that is typed is not shown. */
async function readKey(url: string): Promise<string> {
  if (!process.stdin.isTTY) return await readText(process.stdin)
  process.stderr.write(`API key for ${url} (it is not shown): `)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
