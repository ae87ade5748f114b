import { expect, test } from 'vitest'
import { encodeWhole } from '../../../test/support/encode-whole.ts'
import { makeTone } from '../../../test/support/make-tone.ts'
import { isOnlyRounded, openPcmInPlace } from './pcm-in-place.ts'

const TONE = makeTone(5000, 16_000)
const OPTIONS = { format: 'wav', inputSampleRate: 16_000, sampleRate: 16_000, length: TONE.length } as const

test.each([
  ['pcm', 16_000, true],
  ['wav', 16_000, true],
  ['wav', 8000, false],
  ['mp3', 16_000, false],
  ['mulaw', 16_000, false],
] as const)('whether samples at 16 kHz are only rounded for %s at %d Hz', (format, sampleRate, expected) => {
  expect(isOnlyRounded({ ...OPTIONS, format, sampleRate })).toBe(expected)
})

test.each(['pcm', 'wav'] as const)(
  '%s has the bytes of an encoder in a thread, whichever call ends it',
  async (format) => {
    const options = { ...OPTIONS, format }
    const expected = await encodeWhole(TONE, options)
    const one = openPcmInPlace(options)
    const parts = [one.encode(TONE.subarray(0, 3000)), one.encodeLast(TONE.subarray(3000))]
    expect(Buffer.concat(await Promise.all(parts))).toEqual(expected)
    const other = openPcmInPlace(options)
    const all = await other.encode(TONE)
    expect(Buffer.concat([all, (await other.finish()).tail])).toEqual(expected)
  },
)

test('a wrong length, and calls after the end, reject', async () => {
  const encoder = openPcmInPlace(OPTIONS)
  await encoder.encode(TONE.subarray(1))
  await expect(encoder.finish()).rejects.toThrow('Cannot finish PCM')
  await expect(encoder.encode(TONE)).rejects.toThrow('the encoder is not open')
  const left = openPcmInPlace(OPTIONS)
  left.abandon()
  await expect(left.encodeLast(TONE)).rejects.toThrow('the encoder is not open')
})
