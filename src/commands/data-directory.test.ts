import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDataDirectory } from './data-directory.ts'

const run = promisify(execFile)
const MODULE = fileURLToPath(new URL('data-directory.ts', import.meta.url))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-data-directory-'))
})
afterEach(() => rm(folder, { recursive: true }))

const silent = { warn: () => {} }
const storage = () => ({ dataDirectory: folder, databaseUrl: undefined, audioStore: undefined })

describe('audio without records', () => {
  test.each([
    ['is missing', undefined],
    ['is empty', ''],
  ])('is left alone: declaim.sqlite %s', async (state, content) => {
    await mkdir(join(folder, 'audio', 'unfinished'), { recursive: true })
    await writeFile(join(folder, 'audio', 'clip.flac'), 'audio')
    if (content !== undefined) await writeFile(join(folder, 'declaim.sqlite'), content)
    await expect(openDataDirectory(storage(), silent)).rejects.toThrow(
      `Cannot start on ${folder}: declaim.sqlite ${state}, but audio/ has 1 file;`,
    )
    expect(await readdir(join(folder, 'audio'))).toContain('clip.flac')
  })

  test('is usual with PostgreSQL', async () => {
    await mkdir(join(folder, 'audio'))
    await writeFile(join(folder, 'audio', 'clip.flac'), 'audio')
    const opened = openDataDirectory({ ...storage(), databaseUrl: 'postgres://db/declaim' }, silent)
    await expect(opened).resolves.toBeUndefined()
  })

  test('may be what a broken-off write has left', async () => {
    await mkdir(join(folder, 'audio', 'unfinished'), { recursive: true })
    await writeFile(join(folder, 'audio', 'unfinished', 'part'), 'audio')
    await expect(openDataDirectory(storage(), silent)).resolves.toBeUndefined()
  })
})

/** Opens the data directory in a process with few file handles, as a user who is not root. */
async function openElsewhere(limit: string): Promise<string> {
  const script = `
    const { openDataDirectory } = await import(${JSON.stringify(MODULE)})
    if (process.getuid() === 0) process.setuid(65534)
    const storage = { dataDirectory: ${JSON.stringify(folder)} }
    const log = { warn: (...words) => console.log(words.at(-1)) }
    await openDataDirectory(storage, log).catch((error) => console.log(error.message, error.exitCode))`
  const command = `ulimit -n ${limit}; exec "$0" --input-type=module --eval "$1"`
  return (await run('/bin/sh', ['-c', command, process.execPath, script])).stdout
}

describe.runIf(process.platform === 'linux')('a process of another user', () => {
  test('is told which folder it may not use', async () => {
    await chmod(folder, 0o500)
    expect(await openElsewhere('2048')).toContain(`Cannot use ${folder}: this user may not read and write it`)
    await chmod(folder, 0o777)
    await mkdir(join(folder, 'audio'), { mode: 0o500 })
    expect(await openElsewhere('2048')).toMatch(/Cannot use \S+\/audio: .* 77\n$/)
  })

  test('is warned of few file handles', async () => {
    await chmod(folder, 0o777)
    expect(await openElsewhere('512')).toContain('This process may open 512 files at once')
    expect(await openElsewhere('1024')).not.toContain('files at once')
  })
})
