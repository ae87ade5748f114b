import { buffer } from 'node:stream/consumers'
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
      await expect(buffer(blobs.read('clips/ab/one.mp3'))).rejects.toBeInstanceOf(Error)
    })

    test('of many megabytes comes back as it was', async () => {
      const bytes = Buffer.from(Float64Array.from({ length: 1 << 20 }, (_, i) => Math.sin(i)).buffer)
      await storage.blobs.put('clips/ab/large.wav', [bytes.subarray(0, 44), bytes.subarray(44)])
      expect((await buffer(storage.blobs.read('clips/ab/large.wav'))).equals(bytes)).toBe(true)
    })

    test('can be stored now', async () => {
      expect(await storage.blobs.check()).toBeUndefined()
    })

    test.each(['../secret', 'a//b', '/etc/passwd', 'a/.hidden', ''])('has no key %j', async (key) => {
      await expect(async () => await storage.blobs.size(key)).rejects.toThrow('Cannot use blob key')
    })
  })
}
