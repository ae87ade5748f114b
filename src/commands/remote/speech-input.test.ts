import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AUDIO_FORMATS } from '../../audio/encoding/audio-encoder.ts'
import { formatOf, readSource } from './speech-input.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-source-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('the format of a file', () => {
  test.each([
    ['a.mp3', 'mp3'],
    ['a.wav', 'wav'],
    ['a.flac', 'flac'],
    ['a.ogg', 'opus'],
    ['a.opus', 'opus'],
    ['a.aac', 'aac'],
    ['a.pcm', 'pcm'],
    ['a.raw', 'pcm'],
    ['a.ulaw', 'mulaw'],
    ['LOUD.MP3', 'mp3'],
    ['folder.wav/a.b.flac', 'flac'],
  ])('%s is %s', (file, format) => {
    expect(formatOf(file)).toBe(format)
  })

  test('can be any that the service has', () => {
    const endings = ['mp3', 'wav', 'flac', 'opus', 'aac', 'pcm', 'ulaw']
    expect(endings.map((ending) => formatOf(`a.${ending}`)).toSorted()).toEqual([...AUDIO_FORMATS].toSorted())
  })

  test.each(['a', 'a.', 'a.txt', '.mp3', 'mp3', 'a.mp3/b', 'a.mp33', 'a.constructor'])('%s has none', (file) => {
    expect(() => formatOf(file)).toThrow(
      expect.objectContaining({ exitCode: 64, message: expect.stringContaining(`Cannot write ${file}`) }),
    )
  })
})

describe('a text', () => {
  test('is what the arguments say', async () => {
    expect(await readSource({ words: ['Hello', 'there,', 'world.'] })).toBe('Hello there, world.')
    expect(await readSource({ words: ['-', 'is a dash'] })).toBe('- is a dash')
  })

  test('is what a file holds, to its last line', async () => {
    const file = join(folder, 'a.txt')
    await writeFile(file, 'First.\n\nSecond – naïve.\n')
    expect(await readSource({ words: [], file })).toBe('First.\n\nSecond – naïve.\n')
  })

  test('comes from one place', async () => {
    await expect(readSource({ words: ['Hello'], file: 'a.txt' })).rejects.toThrow(
      expect.objectContaining({ exitCode: 64, message: expect.stringContaining('give one of them') }),
    )
    await expect(readSource({ words: ['Hello'], file: '-' })).rejects.toThrow('give one of them')
  })

  test('of a file that is not there is an error that names it', async () => {
    const file = join(folder, 'missing.txt')
    await expect(readSource({ words: [], file })).rejects.toThrow(
      expect.objectContaining({ exitCode: 66, message: `Cannot read ${file}: there is no such file` }),
    )
  })

  test('in another encoding than UTF-8 is refused', async () => {
    const file = join(folder, 'latin1.txt')
    await writeFile(file, Buffer.from('naïve', 'latin1'))
    await expect(readSource({ words: [], file })).rejects.toThrow('it is no text in UTF-8')
  })
})
