import { describe, expect, test } from 'vitest'
import { decodeAudio, probeBitrate } from '../../../../test/support/decode-audio.ts'
import { encodeWhole } from '../../../../test/support/encode-whole.ts'
import { loadEncoders } from '../../../../test/support/load-audio.ts'
import { loadRecording } from '../../../../test/support/load-fixture.ts'
import { makeTone } from '../../../../test/support/make-tone.ts'
import { readFrames } from '../../../../test/support/read-mp3-frames.ts'
import { signalToNoiseDb } from '../../../../test/support/signal-to-noise.ts'
import { crc16 } from './crc16.ts'
import { mp3Bitrates } from './mp3-bitrates.ts'
import { MP3_SAMPLE_RATES, mp3Layout } from './mp3-layout.ts'

// If a file is shorter than its padding, ffmpeg 5.1 trims only the start or only the end, even if LAME wrote the file.
const LENGTHS = [
  ...[1, 575, 576, 1153, 12345].map((length) => [length, 'mpg123'] as const),
  ...[576, 1153, 12345].map((length) => [length, 'ffmpeg'] as const),
]
/** The padding at both ends depends on the version and the bitrate; other rates of a version and other modes can only break it as a whole. */
const FEW_LENGTHS = [
  [1, 'mpg123'],
  [1153, 'mpg123'],
  [12345, 'ffmpeg'],
] as const

const SETTINGS = [
  ['a constant bitrate', {}],
  ['a variable bitrate', { bitrateMode: 'variable' }],
  ['a mean bitrate', { bitrateMode: 'variable', bitrate: 48 }],
] as const

/** One rate of each version of MPEG. Settings other than the usual are tested at these, and the usual ones with more lengths and decoders. */
const ONE_OF_EACH_VERSION: readonly number[] = [8000, 22_050, 44_100]

const optionsFor = (sampleRate: number) => ({ format: 'mp3', inputSampleRate: sampleRate, sampleRate }) as const

describe.each(MP3_SAMPLE_RATES)('at %i Hz', (sampleRate) => {
  const isThorough = ONE_OF_EACH_VERSION.includes(sampleRate)
  describe.each(isThorough ? SETTINGS : SETTINGS.slice(0, 1))('with %s', (_, settings) => {
    test.each(isThorough && settings === SETTINGS[0][1] ? LENGTHS : FEW_LENGTHS)(
      'files and streams of %i samples decode to them all with %s',
      async (length, decoder) => {
        const tone = makeTone(length, sampleRate)
        for (const known of ['file', length] as const) {
          const mp3 = await encodeWhole(tone, { ...optionsFor(sampleRate), ...settings, length: known })
          const { samples, warnings } = await decodeAudio(mp3, { decoder, format: 'mp3' })
          expect(warnings).toBe('')
          expect(samples.length).toBe(length)
        }
      },
    )

    test.each([
      ['mpg123', ['file', 'known']],
      ['ffmpeg', ['file', 'known']],
      ['ffmpegStream', ['known']],
    ] as const)('seconds of sound decode without a shift with %s', async (decoder, lengths) => {
      // What grows with the length does so by frames, of which three seconds have 40 at the least.
      const tone = makeTone((isThorough && settings === SETTINGS[0][1] ? 10 : 3) * sampleRate, sampleRate)
      for (const known of lengths.map((length) => (length === 'file' ? length : tone.length))) {
        const mp3 = await encodeWhole(tone, { ...optionsFor(sampleRate), ...settings, length: known })
        const { samples, warnings } = await decodeAudio(mp3, { decoder, format: 'mp3' })
        expect(warnings).toBe('')
        expect(samples.length).toBe(tone.length)
        expect(signalToNoiseDb(tone, samples)).toBeGreaterThan(25)
      }
    })
  })

  test('every bitrate is written as asked', async () => {
    const tone = makeTone(sampleRate, sampleRate)
    for (const bitrate of mp3Bitrates(sampleRate)) {
      const mp3 = await encodeWhole(tone, { ...optionsFor(sampleRate), bitrate, length: 'file' })
      const frames = readFrames(mp3).slice(1)
      expect(new Set(frames.map((frame) => frame.bitrate))).toEqual(new Set([bitrate]))
    }
  })

  test('the lowest and the highest bitrate decode to the length that went in', async () => {
    const tone = makeTone(sampleRate, sampleRate)
    const bitrates = mp3Bitrates(sampleRate)
    for (const bitrate of [bitrates[0]!, bitrates.at(-1)!]) {
      const mp3 = await encodeWhole(tone, { ...optionsFor(sampleRate), bitrate, length: 'file' })
      const { samples, warnings } = await decodeAudio(mp3, { decoder: 'mpg123', format: 'mp3' })
      expect(warnings).toBe('')
      expect(samples.length).toBe(tone.length)
    }
  })

  test.runIf(isThorough)('ffprobe reads the bitrate that was asked for', async () => {
    const tone = makeTone(10 * sampleRate, sampleRate)
    const all = mp3Bitrates(sampleRate)
    for (const bitrate of [all[0]!, 64, all.at(-1)!]) {
      const mp3 = await encodeWhole(tone, { ...optionsFor(sampleRate), bitrate, length: 'stream' })
      expect(await probeBitrate(mp3)).toBe(bitrate * 1000)
    }
  })
})

test('a variable bitrate varies, and gives sound more than silence', async () => {
  const { samples, sampleRate } = loadRecording('rms').audio
  const withSilence = Float32Array.from({ length: 2 * samples.length }, (_, i) => samples[i] ?? 0)
  const options = { ...optionsFor(sampleRate), bitrateMode: 'variable' } as const
  const frames = readFrames(await encodeWhole(withSilence, { ...options, length: 'stream' }))
  const bitrates = frames.map((frame) => frame.bitrate)
  expect(new Set(bitrates).size).toBeGreaterThan(5)
  const half = frames.length >> 1
  const bytesOf = (part: typeof frames) => part.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(bytesOf(frames.slice(0, half))).toBeGreaterThan(3 * bytesOf(frames.slice(half + 2)))
})

test('a mean bitrate is the mean of a steady sound', async () => {
  const noise = Float32Array.from({ length: 160_000 }, (_, i) => 0.3 * Math.sin(i * i))
  for (const bitrate of [24, 48, 96]) {
    const options = { ...optionsFor(16_000), bitrateMode: 'variable', bitrate, length: 'stream' } as const
    const frames = readFrames(await encodeWhole(noise, options))
    expect(new Set(frames.map((frame) => frame.bitrate)).size).toBeGreaterThan(2)
    const mean = frames.reduce((sum, frame) => sum + frame.bitrate, 0) / frames.length
    expect(Math.abs(mean - bitrate)).toBeLessThan(1.5)
  }
})

describe.each(SETTINGS)('a minute with %s whose length nobody knew', async (_, settings) => {
  const sampleRate = 22_050
  const tone = makeTone(60 * sampleRate, sampleRate).map((sample, i) => sample * Math.sin(i / 9000))
  const mp3 = await encodeWhole(tone, { ...optionsFor(sampleRate), ...settings, length: 'stream' })

  test.each([
    ['ffmpeg', 0],
    ['ffmpegStream', 0],
    ['mpg123', 1105],
  ] as const)('decodes whole with %s, %i samples late', async (decoder, late) => {
    const { samples } = await decodeAudio(mp3, { decoder, format: 'mp3' })
    expect(samples.length).toBeGreaterThanOrEqual(late + tone.length)
    expect(samples.length).toBeLessThan(late + tone.length + 2 * mp3Layout({ sampleRate }).samplesPerFrame)
    expect(signalToNoiseDb(tone, samples.subarray(late, late + tone.length))).toBeGreaterThan(25)
  })
})

test.each(SETTINGS)('files and streams with %s have the same sound', async (_, settings) => {
  const tone = makeTone(30_000, 22_050)
  const { info, dataOffset } = mp3Layout({ sampleRate: 22_050, ...settings })
  const encode = (length: 'file' | 'stream' | number) =>
    encodeWhole(tone, { ...optionsFor(22_050), ...settings, length })
  const [file, known, stream] = await Promise.all([encode('file'), encode(30_000), encode('stream')])
  expect(known.subarray(info.bytes)).toEqual(file.subarray(info.bytes))
  expect(stream.subarray(info.bytes)).toEqual(file.subarray(info.bytes))
  const checksums = dataOffset + 152
  expect(file.readUInt16BE(checksums)).toBe(crc16(file.subarray(info.bytes)))
  expect(file.readUInt16BE(checksums + 2)).toBe(crc16(file.subarray(0, checksums + 2)))
})

test.each(SETTINGS)('a file with %s tells its bytes and where each hundredth of it begins', async (_, settings) => {
  const { samples, sampleRate } = loadRecording('rms').audio
  const mp3 = await encodeWhole(samples, { ...optionsFor(sampleRate), ...settings, length: 'file', chunk: 1237 })
  const { dataOffset } = mp3Layout({ sampleRate, ...settings })
  const frames = readFrames(mp3)
  expect(mp3.readUInt32BE(dataOffset + 4)).toBe(15)
  expect(mp3.readUInt32BE(dataOffset + 8)).toBe(frames.length - 1)
  expect(mp3.readUInt32BE(dataOffset + 12)).toBe(mp3.length)
  for (let percent = 0; percent < 100; percent++) {
    const { start } = frames[1 + Math.floor((percent * (frames.length - 1)) / 100)]!
    expect(mp3[dataOffset + 16 + percent]).toBe(Math.floor((start * 256) / mp3.length))
  }
})

test.each(SETTINGS)(
  'a stream with %s tells its frames where they are known, and else no length',
  async (_, settings) => {
    const tone = makeTone(30_000, 24_000)
    const { dataOffset } = mp3Layout({ sampleRate: 24_000, ...settings })
    const known = await encodeWhole(tone, { ...optionsFor(24_000), ...settings, length: 30_000 })
    const unknown = await encodeWhole(tone, { ...optionsFor(24_000), ...settings, length: 'stream' })
    const name = 'bitrateMode' in settings ? 'Xing' : 'Info'
    for (const mp3 of [known, unknown]) expect(mp3.toString('latin1', dataOffset, dataOffset + 4)).toBe(name)
    expect([known.readUInt32BE(dataOffset + 4), known.readUInt32BE(dataOffset + 8)]).toEqual([
      9,
      readFrames(known).length - 1,
    ])
    expect([unknown.readUInt32BE(dataOffset + 4), unknown.readUInt32BE(dataOffset + 8)]).toEqual([10, 0xffff_ffff])
  },
)

test('sound comes with the info frame, before 60 ms of audio have gone in', async () => {
  const encoder = await (await loadEncoders()).open({ ...optionsFor(24_000), length: 'stream' })
  const bytes = encoder.encode(makeTone(0.06 * 24_000, 24_000))
  encoder.abandon()
  expect(readFrames(Buffer.from(bytes)).length).toBeGreaterThan(1)
})

test('a promised length is a promise', async () => {
  const encoding = encodeWhole(makeTone(99, 24000), { ...optionsFor(24000), length: 100 })
  await expect(encoding).rejects.toThrow('Cannot finish MP3: 99 samples came, expected 100')
})

test('what is outside of [-1, 1] is clipped', async () => {
  const loud = makeTone(4000, 16000).map((sample) => 6 * sample)
  const clipped = loud.map((sample) => Math.max(-1, Math.min(1, sample)))
  const options = { ...optionsFor(16000), length: 'stream' } as const
  expect(await encodeWhole(loud, options)).toEqual(await encodeWhole(clipped, options))
})
