import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readLogin, removeLogin, writeLogin } from './login-file.ts'

const LOGIN = { url: 'https://speech.example.com', apiKey: 'dcl_secret' }

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-login-'))
  file = join(folder, 'a', 'declaim', 'login.json')
})
afterEach(() => rm(folder, { recursive: true }))
const modeOf = async (path: string) => (await stat(path)).mode & 0o777

/** Writes what some other program or hand left there. */
async function leave(content: string, mode = 0o600): Promise<string> {
  const path = join(folder, 'login.json')
  await writeFile(path, content)
  await chmod(path, mode)
  return path
}

test('what was written is read, and forgotten once', async () => {
  expect(await readLogin(file)).toBeUndefined()
  await writeLogin(file, LOGIN)
  expect(await readLogin(file)).toEqual(LOGIN)
  expect([await removeLogin(file), await removeLogin(file)]).toEqual([true, false])
  expect(await readLogin(file)).toBeUndefined()
})

describe.skipIf(process.platform === 'win32')('only its owner', () => {
  test('reads a new file and its folder', async () => {
    await writeLogin(file, LOGIN)
    expect([await modeOf(file), await modeOf(join(file, '..'))]).toEqual([0o600, 0o700])
  })

  test('reads a file that others could read before', async () => {
    const path = await leave('{}', 0o644)
    await writeLogin(path, LOGIN)
    expect(await modeOf(path)).toBe(0o600)
  })

  test.each([0o640, 0o604, 0o660, 0o601])('may: a file of mode %o is refused', async (mode) => {
    const path = await leave(JSON.stringify(LOGIN), mode)
    await expect(readLogin(path)).rejects.toThrow(
      expect.objectContaining({ exitCode: 77, message: expect.stringContaining(`chmod 600 ${path}`) }),
    )
  })
})

test.each(['', 'null', '{}', '[]', '"text"', '{"url":"http://a"}', '{"apiKey":"k"}', '{"url":3,"apiKey":"k"}', '{'])(
  'a file that holds %j is refused, and says what to do',
  async (content) => {
    await expect(readLogin(await leave(content))).rejects.toThrow(
      expect.objectContaining({ exitCode: 78, message: expect.stringContaining('Run "declaim login" again') }),
    )
  },
)

test('an error about a file does not show the key', async () => {
  const path = await leave('{"apiKey":"dcl_secret"}')
  await expect(readLogin(path)).rejects.not.toThrow('dcl_secret')
  expect(await readFile(path, 'utf8')).toContain('dcl_secret')
})
