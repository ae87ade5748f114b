import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeclaim, type Declaim } from '../../../client/src/declaim.ts'
import { AUDIO_FORMATS } from '../../audio/encoding/audio-encoder.ts'
import { createInput, formatOf, readSource } from './speech-input.ts'

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
    const endings = ['mp3', 'wav', 'flac', 'opus', 'aac', 'pcm', 'ulaw', 'alaw']
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
    await expect(readSource({ words: [], file })).rejects.toThrow('it is not text in UTF-8')
  })
})

describe('a request', () => {
  const AVATARS = [
    { id: 7, name: 'Silas', style: 'Narration' },
    { id: 3, name: 'Nora', style: 'Narration' },
    { id: 4, name: 'Nora', style: 'Conversational' },
  ]
  const LIBRARIES = [
    { library_id: 'brands', name: 'names' },
    { library_id: 'b', name: 'brands' },
    { library_id: 'c', name: 'twice' },
    { library_id: 'd', name: 'twice' },
  ]
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url!.includes('avatars') ? { avatars: AVATARS } : { libraries: LIBRARIES }))
  })
  let declaim: Declaim
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    declaim = createDeclaim({ baseUrl: url, apiKey: 'key' })
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  test('has the first voice and no format of its own if nothing is said about them', async () => {
    expect(await createInput(declaim, 'Hello', {})).toEqual({ speaker_id: 7, text: 'Hello' })
  })

  test.each([
    ['Nora', 3],
    ['nora conversational', 4],
    ['SILAS', 7],
    ['99', '99'],
  ])('by the voice %j has the speaker %j', async (voice, speaker) => {
    expect((await createInput(declaim, 'Hello', { voice })).speaker_id).toBe(speaker)
  })

  test('by an unknown voice is refused, and says which are known', async () => {
    await expect(createInput(declaim, 'Hello', { voice: 'Ann' })).rejects.toThrow('Known are Silas, Nora')
  })

  test('has the format of the file that it is written to, unless an option says another', async () => {
    const configsOf = async (format?: string) =>
      (await createInput(declaim, 'Hello', { voice: '3', format, sampleRate: '8000' }, 'a.flac')).audio_configs
    expect(await configsOf()).toEqual({ file_format: 'flac', sample_rate: '8000' })
    expect(await configsOf('wav')).toEqual({ file_format: 'wav', sample_rate: '8000' })
  })

  test('names libraries by id before name', async () => {
    const input = await createInput(declaim, 'Hello', { voice: '3', library: ['brands', 'names', 'b'] })
    expect(input.library_ids).toEqual(['brands', 'brands', 'b'])
    await expect(createInput(declaim, 'Hello', { library: ['none'], voice: '3' })).rejects.toThrow(
      'Cannot find library',
    )
  })

  test('names no library by a name that several have', async () => {
    const choose = (name: string) => createInput(declaim, 'Hello', { voice: '3', library: [name] })
    await expect(choose('twice')).rejects.toThrow('several have this name; use one of the ids c, d')
    expect((await choose('d')).library_ids).toEqual(['d'])
  })
})
