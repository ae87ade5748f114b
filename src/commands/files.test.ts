import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { exitCodeOf } from './exit-codes.ts'
import { listFolder, makeFolder, readTextFile, refuseFile, writeOutput } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'declaim-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = (name: string): string => join(folder, name)
writeFileSync(at('latin-1.txt'), Buffer.from('caf\u00e9', 'latin1'))
writeFileSync(at('marked.txt'), '\uFEFFcafé')

test('texts are read without their byte order mark, and files are written', async () => {
  expect(await readTextFile(at('marked.txt'))).toBe('café')
  await writeOutput(at('out.txt'), 'café')
  expect(await readFile(at('out.txt'), 'utf8')).toBe('café')
})

test.each([
  ['a file that is missing', () => readTextFile(at('none')), 66, 'Cannot read .*/none: there is no such file'],
  ['a folder', () => readTextFile(folder), 66, 'Cannot read .*: it is a folder; name a file'],
  ['another encoding', () => readTextFile(at('latin-1.txt')), 65, 'latin-1.txt: it is not text in UTF-8'],
  ['a folder that is missing', () => writeOutput(at('none/a'), ''), 73, 'Cannot write .*: there is no folder .*/none'],
  ['a folder as a file', () => writeOutput(folder, ''), 73, 'Cannot write .*: it is a folder'],
  ['a file as a folder', () => makeFolder(at('latin-1.txt')), 73, 'Cannot make the folder .*: a file has this name'],
  [
    'a name that is too long',
    () => makeFolder(at('a'.repeat(300))),
    73,
    'Cannot make the folder .*: its name is too long',
  ],
  [
    'a file above',
    () => makeFolder(at('latin-1.txt/a')),
    73,
    'Cannot make the folder .*: a part of its path is a file',
  ],
])('%s is refused by name', async (_, act, code, message) => {
  const error = await act().catch((caught: unknown) => caught)
  expect([exitCodeOf(error), (error as Error).message]).toEqual([code, expect.stringMatching(message)])
})

test('a folder is made with those above it, by several at once', async () => {
  const path = at('one/two/three')
  await Promise.all([makeFolder(path, 0o700), makeFolder(path, 0o700), makeFolder(at('one/two/four'))])
  expect(await readdir(at('one/two'))).toEqual(['four', 'three'])
  expect((await stat(path)).mode & 0o777).toBe(0o700)
  await makeFolder(path)
  await makeFolder('/')
})

test.skipIf(process.platform !== 'linux')('a folder in a file system that takes none is refused at once', async () => {
  for (const path of ['/proc/none', '/proc/none/below']) {
    const error = await makeFolder(path).catch((caught: unknown) => caught)
    expect([exitCodeOf(error), (error as Error).message]).toEqual([
      73,
      `Cannot make the folder ${path}: its file system takes no folders; name another place`,
    ])
  }
})

test.skipIf(process.platform === 'win32')('a folder that its user may not list is refused by name', async () => {
  const closed = at('closed')
  mkdirSync(closed)
  chmodSync(folder, 0o755)
  chmodSync(closed, 0)
  const isRoot = process.geteuid!() === 0
  // Root may list everything.
  if (isRoot) process.seteuid!(65_534)
  try {
    const error = await listFolder(closed).catch((caught: unknown) => caught)
    expect([exitCodeOf(error), (error as Error).message]).toEqual([
      77,
      expect.stringMatching('Cannot read .*/closed: this user may not'),
    ])
  } finally {
    if (isRoot) process.seteuid!(0)
  }
})

test.each([
  ['EACCES', 77],
  ['EDQUOT', 74],
  ['EIO', 74],
  ['EROFS', 73],
  ['ENOSPC', 74],
])('%s ends with %i', async (code, exit) => {
  const refuse = async () => refuseFile('write', 'a.mp3', Object.assign(new Error(code), { code }))
  const error = await refuse().catch((caught: unknown) => caught)
  expect([exitCodeOf(error), (error as Error).message]).toEqual([exit, expect.stringContaining('Cannot write a.mp3: ')])
})
