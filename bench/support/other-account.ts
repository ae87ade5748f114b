import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Creates an account of a plan with a key of its own in the data directory of a running service; returns the key. */
export async function createOtherAccount(dataDirectory: string, plan = 'owner'): Promise<string> {
  const declaim = async (...args: readonly string[]): Promise<string> => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDirectory }
    const { stdout } = await run(process.execPath, ['bin/declaim.mjs', ...args], { cwd: ROOT, env })
    return stdout
  }
  await declaim('accounts', 'create', 'other', '--plan', plan)
  const printed = await declaim('keys', 'create', '--account', 'other')
  const key = printed.split(/\s+/).find((word) => word.length >= 32)
  if (key === undefined) throw new Error(`Cannot find the key in ${JSON.stringify(printed)}`)
  return key
}
