import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { concatBytes } from './concat-bytes.ts'
import { formatPcm16, readPcm16, readPcm16AsIntegers } from './pcm16.ts'
import { formatVorbisComments } from './vorbis-comments.ts'
import { formatWavHeader, readWavHeader, WAV_HEADER_BYTES } from './wav-header.ts'

describe('16-bit PCM', () => {
  test('comes back as it was, each of its 65,536 values', () => {
    const all = new Uint8Array(Int16Array.from({ length: 65_536 }, (_, i) => i - 32_768).buffer)
    expect(formatPcm16(readPcm16(all))).toEqual(all)
    expect([...readPcm16AsIntegers(all)]).toEqual(Array.from({ length: 65_536 }, (_, i) => i - 32_768))
  })

  test('is the nearest value, and the last one for what is beyond', () => {
    const values = (samples: readonly number[]) => [...readPcm16AsIntegers(formatPcm16(Float32Array.from(samples)))]
    expect(values([1, -1, 1.5, -7, 1e9])).toEqual([32_767, -32_768, 32_767, -32_768, 32_767])
    expect(values([0, 0.4 / 32_768, 0.6 / 32_768, -0.6 / 32_768])).toEqual([0, 0, 1, -1])
    fc.assert(
      fc.property(fc.double({ min: -0.999, max: 0.999, noNaN: true }), (sample) => {
        const [value] = values([sample])
        expect(Math.abs(value! / 32_768 - Math.fround(sample))).toBeLessThanOrEqual(0.5 / 32_768)
      }),
    )
  })

  test('is read wherever its bytes are, without a last odd one', () => {
    const bytes = Uint8Array.of(9, 0x34, 0x12, 0xff, 0xff, 7)
    expect([...readPcm16AsIntegers(bytes.subarray(1))]).toEqual([0x1234, -1])
    expect([...readPcm16(bytes.subarray(1))]).toEqual([0x1234 / 32_768, -1 / 32_768])
  })
})

describe('the header of a WAV file', () => {
  const fields = (header: Uint8Array) => {
    const view = new DataView(header.buffer)
    const [riff, data, rate, perSecond] = [4, 40, 24, 28].map((at) => view.getUint32(at, true))
    const [format, channels, bytes, bits] = [20, 22, 32, 34].map((at) => view.getUint16(at, true))
    return { riff, data, rate, perSecond, format, channels, bytes, bits }
  }

  test('says what is in the file, and is read back', () => {
    const rates = fc.constantFrom(8000, 11_025, 22_050, 24_000, 44_100, 48_000)
    fc.assert(
      fc.property(rates, fc.nat(2 ** 31 - 19), (rate, samples) => {
        const header = formatWavHeader(rate, samples)
        expect(header).toHaveLength(WAV_HEADER_BYTES)
        expect(fields(header)).toEqual({
          riff: 36 + 2 * samples,
          data: 2 * samples,
          rate,
          perSecond: 2 * rate,
          format: 1,
          channels: 1,
          bytes: 2,
          bits: 16,
        })
        expect(readWavHeader(header)).toEqual({ sampleRate: rate, dataOffset: 44, dataBytes: 2 * samples })
      }),
    )
  })

  test.each([undefined, 2 ** 31 - 18, 2 ** 31, 3e9])('of %d samples says that its size is not known', (samples) => {
    const header = formatWavHeader(48_000, samples)
    expect(fields(header)).toMatchObject({ riff: 0xffff_ffff, data: 0xffff_ffff })
    expect(readWavHeader(header).dataBytes).toBeUndefined()
  })

  test('is found behind any chunks', () => {
    const chunk = fc.tuple(fc.stringMatching(/^[A-Zbce-z]{4}$/), fc.uint8Array({ maxLength: 40 }))
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 4 }), (chunks) => {
        const header = formatWavHeader(16_000, 7)
        const between = chunks.flatMap(([name, content]) => {
          const size = new Uint8Array(Uint32Array.of(content.length).buffer)
          return [new TextEncoder().encode(name), size, content, new Uint8Array(content.length % 2)]
        })
        const wav = concatBytes([header.subarray(0, 36), ...between, header.subarray(36)])
        expect(readWavHeader(wav)).toEqual({ sampleRate: 16_000, dataOffset: wav.length, dataBytes: 14 })
      }),
    )
  })
})

/** Reads comments as https://xiph.org/vorbis/doc/v-comment.html describes them. */
function readComments(bytes: Uint8Array): readonly string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const readText = () => {
    const length = view.getUint32(at, true)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
    return text
  }
  readText()
  const count = view.getUint32(at, true)
  at += 4
  const comments = Array.from({ length: count }, readText)
  expect(at).toBe(bytes.length)
  return comments
}

describe('the comments of FLAC and Opus', () => {
  test('are none without tags', () => {
    expect(readComments(formatVorbisComments())).toEqual([])
  })

  test('hold title, artist and chapters', () => {
    const chapters = [
      { title: 'One', startSeconds: 0, endSeconds: 59.9996 },
      { title: 'Größe 日本', startSeconds: 59.9996, endSeconds: 3661.007 },
      { title: '', startSeconds: 3661.007, endSeconds: 4000 },
    ]
    const comments = readComments(formatVorbisComments({ title: 'A=B', artist: 'Ä', chapters }))
    expect(comments.filter((one) => !one.startsWith('ENCODER='))).toEqual([
      'TITLE=A=B',
      'ARTIST=Ä',
      'CHAPTER001=00:00:00.000',
      'CHAPTER001NAME=One',
      'CHAPTER002=00:01:00.000',
      'CHAPTER002NAME=Größe 日本',
      'CHAPTER003=01:01:01.007',
      'CHAPTER003NAME=',
    ])
  })
})
