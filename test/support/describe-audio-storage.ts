import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BlobStore } from '../../src/storage/blob-store.ts'

/** A store of audio, empty. */
export type OpenAudioStorage = { readonly blobs: BlobStore; close(): Promise<void> }

/** States what every store of audio must do. */
export function describeAudioStorage(name: string, open: () => Promise<OpenAudioStorage>): void {
  describe(`${name}: audio`, () => {
    let storage: OpenAudioStorage
    beforeEach(async () => {
      storage = await open()
    })
    afterEach(() => storage.close())

    test('is stored whole, read in ranges and deleted', async () => {
      const { blobs } = storage
      await blobs.put('clips/ab/one.mp3', [Buffer.from('hello '), Buffer.from('world')])
      expect(await blobs.size('clips/ab/one.mp3')).toBe(11)
      expect((await buffer(blobs.read('clips/ab/one.mp3'))).toString()).toBe('hello world')
      expect((await buffer(blobs.read('clips/ab/one.mp3', { start: 6, end: 8 }))).toString()).toBe('wor')
      await blobs.put('clips/ab/one.mp3', [Buffer.from('again')])
      expect((await buffer(blobs.read('clips/ab/one.mp3'))).toString()).toBe('again')
      await blobs.delete('clips/ab/one.mp3')
      await blobs.delete('clips/ab/one.mp3')
      expect(await blobs.size('clips/ab/one.mp3')).toBeUndefined()
      await expect(buffer(blobs.read('clips/ab/one.mp3'))).rejects.toThrow(/ENOENT|NoSuchKey|not exist/)
    })

    test('of many megabytes comes back as it was', async () => {
      const bytes = Buffer.from(Float64Array.from({ length: 1 << 20 }, (_, i) => Math.sin(i)).buffer)
      await storage.blobs.put('clips/ab/large.wav', [bytes.subarray(0, 44), bytes.subarray(44)])
      expect((await buffer(storage.blobs.read('clips/ab/large.wav'))).equals(bytes)).toBe(true)
    })

    test.each([0, 1, 9])(
      'that comes in %i megabytes one after another is stored whole, with its checksum',
      async (count) => {
        const megabyte = Buffer.from(Float64Array.from({ length: 1 << 17 }, (_, i) => Math.sin(i)).buffer)
        async function* parts() {
          for (let i = 0; i < count; i += 1) yield megabyte.subarray(i)
        }
        const stored = await storage.blobs.putStream('clips/ab/streamed.wav', parts())
        const whole = await buffer(storage.blobs.read('clips/ab/streamed.wav'))
        expect(whole.equals(Buffer.concat(Array.from({ length: count }, (_, i) => megabyte.subarray(i))))).toBe(true)
        expect(stored).toEqual({ bytes: whole.length, crc32: crc32(whole) })
      },
    )

    test('that breaks off is not stored, and leaves what was there', async () => {
      async function* parts(megabytes: number) {
        for (let i = 0; i < megabytes; i += 1) yield Buffer.alloc(1 << 20)
        throw new Error('the engine died')
      }
      const { blobs } = storage
      await blobs.put('clips/ab/old.wav', [Buffer.from('old')])
      for (const megabytes of [0, 9]) {
        await expect(blobs.putStream('clips/ab/new.wav', parts(megabytes))).rejects.toThrow('the engine died')
        await expect(blobs.putStream('clips/ab/old.wav', parts(megabytes))).rejects.toThrow('the engine died')
      }
      expect([await blobs.size('clips/ab/new.wav'), await blobs.size('clips/ab/old.wav')]).toEqual([undefined, 3])
    })

    test('is listed by folder, with its age', async () => {
      const { blobs } = storage
      const begun = Date.now()
      for (const key of ['clips/ab/one.mp3', 'clips/ab/two.mp3', 'clips/cd/three.wav', 'masters/ab/one.wav'])
        await blobs.put(key, [Buffer.from(key)])
      const list = async (folder: string) => {
        const found = []
        for await (const blob of blobs.list(folder)) found.push(blob)
        return found
      }
      const keys = (await list('clips/')).map(({ key }) => key)
      expect(new Set(keys)).toEqual(new Set(['clips/ab/one.mp3', 'clips/ab/two.mp3', 'clips/cd/three.wav']))
      // Servers round to seconds.
      for (const { modifiedAt } of await list('masters/')) expect(Math.abs(modifiedAt - begun)).toBeLessThan(60_000)
      expect(await list('parts/')).toEqual([])
    })

    test('can be stored now', async () => {
      await expect(storage.blobs.check()).resolves.toBeUndefined()
    })

    test.each(['../secret', 'a//b', '/etc/passwd', 'a/.hidden', ''])('has no key %j', async (key) => {
      await expect(async () => await storage.blobs.size(key)).rejects.toThrow('Cannot use blob key')
    })
  })
}
