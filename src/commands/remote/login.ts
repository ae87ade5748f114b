import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { createDeclaim } from '../../../client/src/declaim.ts'
import { readClientConfig } from '../../config.ts'
import { CommandError } from '../exit-codes.ts'
import { readStandardInput } from '../files.ts'
import { type JsonOption, toJson } from '../to-json.ts'
import { checkKey, checkUrl } from './connect.ts'
import { removeLogin, writeLogin } from './login-file.ts'

/** `declaim login`: reads a key from standard input, tries it, and keeps it with the address in a file of the user's own. */
export async function login(
  { address, json }: JsonOption & { readonly address: string },
  print: (line: string) => void,
): Promise<void> {
  const url = address.replace(/\/+$/, '')
  checkUrl(url)
  const apiKey = (await readKey(url)).trim()
  if (apiKey === '') throw new CommandError('usage', 'Cannot log in: no key was given on standard input')
  checkKey(apiKey)
  const avatars = await createDeclaim({ baseUrl: url, apiKey }).avatars()
  const { loginFile } = readClientConfig()
  await writeLogin(loginFile, { url, apiKey })
  const sentence = `${url} accepts the key and has ${avatars.length} avatars. Both are kept in ${loginFile}.`
  print(json ? toJson({ url, avatars: avatars.length, file: loginFile }) : sentence)
}

/** `declaim logout`. */
export async function logout({ json }: JsonOption, print: (line: string) => void): Promise<void> {
  const { loginFile } = readClientConfig()
  const removed = await removeLogin(loginFile)
  if (json) print(toJson({ file: loginFile, removed }))
  else print(removed ? `${loginFile} is removed.` : 'No login was kept.')
}

/** A key that is typed is not shown. */
async function readKey(url: string): Promise<string> {
  if (!process.stdin.isTTY) return await readStandardInput()
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
