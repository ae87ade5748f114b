import { describe, expect, test } from 'vitest'
import { decodeAudio } from '../../../../test/support/decode-audio.ts'
import { encodeWhole } from '../../../../test/support/encode-whole.ts'
import { loadRecording } from '../../../../test/support/load-fixture.ts'
import { makeTone } from '../../../../test/support/make-tone.ts'
import { signalToNoiseDb } from '../../../../test/support/signal-to-noise.ts'
import { AAC_PRIMING_SAMPLES, aacBitrates } from './aac-encoder.ts'

const RATES = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
const FRAME = 1024

const encode = (samples: Float32Array, rate: number, bitrate?: number) =>
  encodeWhole(samples, {
    format: 'aac',
    inputSampleRate: rate,
    sampleRate: rate,
    length: 'stream',
    ...(bitrate !== undefined && { bitrate }),
  })

async function decode(bytes: Uint8Array): Promise<Int16Array> {
  return (await decodeAudio(bytes, { decoder: 'ffmpeg', format: 'aac' })).samples
}

/** The headers of all ADTS frames (ISO/IEC 13818-7, section 6.2). Throws if a frame does not begin where the last one ends. */
function readFrames(bytes: Uint8Array) {
  const frames: { profile: number; rateIndex: number; channels: number; length: number }[] = []
  for (let at = 0; at < bytes.length; at += frames.at(-1)!.length) {
    const [sync, protection, flags, channels, length, more] = bytes.subarray(at, at + 6)
    if (sync !== 0xff || (protection! & 0xf6) !== 0xf0) throw new Error(`No frame begins at ${at}`)
    frames.push({
      profile: flags! >> 6,
      rateIndex: (flags! >> 2) & 15,
      channels: ((flags! & 1) << 2) | (channels! >> 6),
      length: ((channels! & 3) << 11) | (length! << 3) | (more! >> 5),
    })
  }
  return frames
}

/** ADTS's numbers of the sample rates. */
const RATE_INDICES = new Map([
  [8000, 11],
  [16_000, 8],
  [22_050, 7],
  [24_000, 6],
  [32_000, 5],
  [44_100, 4],
  [48_000, 3],
])

describe.each(RATES)('AAC at %i Hz', (rate) => {
  test('decodes to what came, after the silence of one frame', async () => {
    const tone = makeTone(12_347, rate)
    const bytes = await encode(tone, rate)
    const decoded = await decode(bytes)
    expect(decoded.length).toBe(AAC_PRIMING_SAMPLES + Math.ceil(tone.length / FRAME) * FRAME)
    const heard = decoded.subarray(AAC_PRIMING_SAMPLES, AAC_PRIMING_SAMPLES + tone.length)
    expect(signalToNoiseDb(tone, heard)).toBeGreaterThan(30)
  })

  test('consists of ADTS frames of AAC-LC for one channel', async () => {
    const frames = readFrames(await encode(makeTone(12_347, rate), rate))
    const LOW_COMPLEXITY = 1
    for (const { profile, rateIndex, channels } of frames)
      expect([profile, rateIndex, channels]).toEqual([LOW_COMPLEXITY, RATE_INDICES.get(rate), 1])
  })

  test('keeps to its lowest and highest bitrate', async () => {
    const bitrates = aacBitrates(rate)
    const seconds = 2
    for (const bitrate of [bitrates[0]!, bitrates.at(-1)!]) {
      const frames = readFrames(await encode(makeTone(seconds * rate, rate), rate, bitrate))
      const bits = 8 * frames.reduce((sum, { length }) => sum + length, 0)
      expect((bits * rate) / (frames.length * FRAME) / 1000 / bitrate).toBeLessThan(1.05)
    }
  })
})

test.each(['rms', 'slt'] as const)('speech of %s keeps its level and its form', async (speaker) => {
  const { samples, sampleRate } = loadRecording(speaker).audio
  const decoded = await decode(await encode(samples, sampleRate))
  const heard = decoded.subarray(AAC_PRIMING_SAMPLES, AAC_PRIMING_SAMPLES + samples.length)
  expect(10 * Math.log10(powerOf(heard) / 32_768 ** 2 / powerOf(samples))).toBeCloseTo(0, 0)
  expect(signalToNoiseDb(samples, heard)).toBeGreaterThan(10)
})

function powerOf(samples: Float32Array | Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += sample ** 2
  return sum / samples.length
}

test.each([0, 1, 1023, 1024, 1025])('%i samples are a file that can be played', async (length) => {
  const decoded = await decode(await encode(makeTone(length, 24_000), 24_000))
  expect(decoded.length).toBe(FRAME * (1 + Math.ceil(length / FRAME)))
})

test('the bytes do not depend on how the samples come', async () => {
  const tone = makeTone(10_000, 24_000)
  const options = { format: 'aac', inputSampleRate: 24_000, sampleRate: 24_000, length: 'stream' } as const
  const whole = await encodeWhole(tone, { ...options, chunk: 10_000 })
  expect(await encodeWhole(tone, { ...options, chunk: 7 })).toEqual(whole)
  expect(await encodeWhole(tone, { ...options, length: 'file' })).toEqual(whole)
})
