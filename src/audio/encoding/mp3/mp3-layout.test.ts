import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeWhole } from '../../../../test/support/encode-whole.ts'
import { makeTone } from '../../../../test/support/make-tone.ts'
import { countMp3Bytes, countMp3Frames, MP3_SAMPLE_RATES, mp3Layout } from './mp3-layout.ts'

test('frames and bytes are known before the first sample', async () => {
  const lengths = fc.oneof(fc.nat(4000), fc.nat(60_000))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...MP3_SAMPLE_RATES), lengths, async (sampleRate, length) => {
      const options = { format: 'mp3', inputSampleRate: sampleRate, sampleRate, length: 'stream' } as const
      const mp3 = await encodeWhole(makeTone(length, sampleRate), options)
      const layout = mp3Layout(sampleRate)
      expect(mp3.length).toBe(countMp3Bytes(countMp3Frames(length, layout), layout))
    }),
    { numRuns: 150 },
  )
})

test('the info header fits into a frame at every rate', () => {
  for (const layout of MP3_SAMPLE_RATES.map(mp3Layout))
    expect(layout.bytesPerFrame).toBeGreaterThanOrEqual(layout.dataOffset + 120 + 36)
})
