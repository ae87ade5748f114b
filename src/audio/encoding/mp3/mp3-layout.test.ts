import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeWhole } from '../../../../test/support/encode-whole.ts'
import { makeTone } from '../../../../test/support/make-tone.ts'
import { mp3Bitrates } from './mp3-bitrates.ts'
import { countConstantBytes, countMp3Frames, MP3_SAMPLE_RATES, mp3Layout } from './mp3-layout.ts'

test('frames and bytes are known before the first sample', async () => {
  const lengths = fc.oneof(fc.nat(4000), fc.nat(60_000))
  const settings = fc
    .constantFrom(...MP3_SAMPLE_RATES)
    .chain((sampleRate) => fc.record({ sampleRate: fc.constant(sampleRate), bitrate: bitratesAt(sampleRate) }))
  await fc.assert(
    fc.asyncProperty(settings, lengths, async ({ sampleRate, bitrate }, length) => {
      const options = { format: 'mp3', inputSampleRate: sampleRate, sampleRate, length: 'stream' } as const
      const chosen = bitrate === undefined ? {} : { bitrate }
      const mp3 = await encodeWhole(makeTone(length, sampleRate), { ...options, ...chosen })
      const layout = mp3Layout({ sampleRate, ...chosen })
      const frames = countMp3Frames(length, layout)
      expect(mp3.length).toBe(layout.info.bytes + countConstantBytes(frames, layout.constant!, sampleRate))
    }),
    { numRuns: 150 },
  )
})

const bitratesAt = (sampleRate: number) => fc.constantFrom(undefined, ...mp3Bitrates(sampleRate))

test('the info header fits into its frame, whatever the others hold', () => {
  for (const sampleRate of MP3_SAMPLE_RATES) {
    const constant = mp3Bitrates(sampleRate).map((bitrate) => mp3Layout({ sampleRate, bitrate }))
    for (const { info, dataOffset } of [...constant, mp3Layout({ sampleRate, bitrateMode: 'variable' })])
      expect(info.bytes).toBeGreaterThanOrEqual(dataOffset + 120 + 36)
  }
})

test('the info frame is as long as the others where it fits into one', () => {
  for (const sampleRate of MP3_SAMPLE_RATES) {
    const { info, constant } = mp3Layout({ sampleRate })
    expect(info.bytes).toBe(constant?.bytesPerFrame)
  }
})

describe('what MP3 does not have is refused with the choices', () => {
  test.each([
    [{ sampleRate: 9000 }, 'at 9000 Hz: expected one of 8000, 11025'],
    [{ sampleRate: 24_000, bitrate: 320 }, 'of 320 kb/s at 24000 Hz: expected one of 8, 16, 24, 32'],
    [{ sampleRate: 44_100, bitrate: 24 }, 'of 24 kb/s at 44100 Hz: expected one of 32, 40, 48'],
    [{ sampleRate: 8000, bitrate: 80, bitrateMode: 'variable' }, 'expected one of 8, 16, 24, 32, 40, 48, 56, 64'],
  ] as const)('%j', (options, message) => {
    expect(() => mp3Layout(options)).toThrow(message)
  })
})
