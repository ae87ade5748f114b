import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeAudio } from '../write-audio.ts'
import { placeFile } from './tool-files.ts'

let folder: string
let inside: string
let outside: string
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'declaim-files-')))
  inside = join(folder, 'inside')
  outside = join(folder, 'outside')
  await Promise.all([mkdir(inside), mkdir(outside)])
})
afterEach(() => rm(folder, { recursive: true }))

const audio = (text: string): ReadableStream<Uint8Array> => new Blob([text]).stream()

describe('a file of a tool', () => {
  test.each(['a.mp3', 'a/b/c.mp3', './a.mp3', 'a/../b.mp3', '..a.mp3', 'a/..b.mp3'])('may be %s', async (file) => {
    expect(await placeFile(inside, file)).toBe(join(inside, file))
  })

  test.each(['', '.', '..', '../a.mp3', '../inside-too/a.mp3', 'a/../../a.mp3', '/etc/a.mp3'])(
    'may not be %j',
    async (file) => {
      await expect(placeFile(inside, file)).rejects.toThrow('expected a file inside')
    },
  )

  test.each(['link/a.mp3', 'link/new/a.mp3', 'near/../link/a.mp3', 'chain/a.mp3'])(
    'may not be outside through a link: %s',
    async (file) => {
      await symlink(outside, join(inside, 'link'))
      await symlink('link', join(inside, 'chain'))
      await expect(placeFile(inside, file)).rejects.toThrow('expected a file inside')
      expect(await readdir(outside)).toEqual([])
    },
  )

  test('may be reached through a link that stays inside, and through one to the directory itself', async () => {
    await mkdir(join(inside, 'real'))
    await symlink('real', join(inside, 'link'))
    await symlink(inside, join(folder, 'directory'))
    expect(await placeFile(inside, 'link/a.mp3')).toBe(join(inside, 'real', 'a.mp3'))
    expect(await placeFile(join(folder, 'directory'), 'a.mp3')).toBe(join(inside, 'a.mp3'))
  })

  test('replaces a link in its place, and does not write through it', async () => {
    const target = join(outside, 'precious')
    await writeFile(target, 'precious')
    for (const name of ['a.mp3', 'a.mp3.part']) await symlink(target, join(inside, name))
    await writeAudio(audio('sound'), await placeFile(inside, 'a.mp3'))
    expect(await readFile(target, 'utf8')).toBe('precious')
    expect(await readFile(join(inside, 'a.mp3'), 'utf8')).toBe('sound')
    expect(await readdir(inside)).toEqual(['a.mp3'])
  })
})
