import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AudioFormat } from '../../src/audio/encoding/audio-encoder.ts'
import { createEncoders } from '../../src/audio/encoding/create-encoders.ts'
import { loadResampler } from '../../src/audio/resampling/load-resampler.ts'
import { decodeAudio } from '../support/decode-audio.ts'
import { loadRecording } from '../support/load-fixture.ts'
import { signalToNoiseDb } from '../support/signal-to-noise.ts'

const ROOT = join(import.meta.dirname, '../..')
const CODECS = [
  ['aac', 'aac.wasm'],
  ['lame', 'lame.wasm'],
  ['opus', 'opus.wasm'],
  ['speex', 'speex-resampler.wasm'],
] as const
const SPEAKERS = ['rms', 'slt'] as const

/** The shipped codecs, and builds of the same sources without our patches and without vector instructions of our own. */
const shipped = openCodecs('data/codecs')
const plain = openCodecs('test/fixtures/codecs')

function openCodecs(folder: string) {
  const compile = (file: string) => new WebAssembly.Module(readFileSync(join(ROOT, folder, file)))
  const createResampler = loadResampler(compile('speex-resampler.wasm'))
  const loadOpus = async () => compile('opus.wasm')
  const loadAac = async () => compile('aac.wasm')
  return {
    createResampler,
    encoders: createEncoders({ mp3: compile('lame.wasm'), loadOpus, loadAac, createResampler }),
  }
}

type Codecs = ReturnType<typeof openCodecs>

function resample({ createResampler }: Codecs, samples: Float32Array, rates: { from: number; to: number }) {
  const resampler = createResampler(rates)
  return Float32Array.from([...resampler.resample(samples), ...resampler.flush()])
}

async function encode(
  codecs: Codecs,
  samples: Float32Array,
  to: { format: AudioFormat; rate: number; bitrate: number },
) {
  const { format, rate: sampleRate, bitrate } = to
  const options = { format, sampleRate, inputSampleRate: sampleRate, bitrate, length: samples.length }
  const encoder = await codecs.encoders.open(options)
  const bytes = Buffer.concat([encoder.encode(samples), encoder.finish().tail])
  return { bytes, decoded: (await decodeAudio(bytes, { decoder: 'ffmpeg', format })).samples }
}

test.each(CODECS)('the checked-in builds of %s have the hashes in its README', (folder, file) => {
  const readme = readFileSync(join(ROOT, 'codecs', folder, 'README.md'), 'utf8')
  for (const path of [`data/codecs/${file}`, `test/fixtures/codecs/${file}`]) {
    const hash = createHash('sha256')
      .update(readFileSync(join(ROOT, path)))
      .digest('hex')
    expect(readme, path).toMatch(new RegExp(`\`${path}\`,? has the SHA-256\\s\`${hash}\``))
  }
})

test.each(CODECS)('the README of %s names the hash of the source that its build verifies', (folder) => {
  const readme = readFileSync(join(ROOT, 'codecs', folder, 'README.md'), 'utf8')
  const build = readFileSync(join(ROOT, 'codecs', folder, 'build.sh'), 'utf8')
  const hash = /^unpack "\$1" ([0-9a-f]{64}) /m.exec(build)?.[1]
  expect(hash).toBeDefined()
  expect(readme).toContain(`SHA-256 \`${hash}\`, from`)
})

for (const speaker of SPEAKERS) {
  const { audio } = loadRecording(speaker)

  test.each([8000, 11_025, 22_050, 24_000, 44_100, 48_000])(
    `the resampler gives the samples of its plain build for ${speaker} at %i Hz, but for rounding`,
    (to) => {
      const rates = { from: audio.sampleRate, to }
      const ours = resample(shipped, audio.samples, rates)
      const reference = resample(plain, audio.samples, rates)
      expect(ours.length).toBe(reference.length)
      const difference = ours.reduce((most, sample, i) => Math.max(most, Math.abs(sample - reference[i]!)), 0)
      expect(difference).toBeLessThan(1e-6)
    },
  )

  test(`aac of ${speaker} is that of its plain build, byte for byte`, async () => {
    const samples = resample(shipped, audio.samples, { from: audio.sampleRate, to: 24_000 })
    const to = { format: 'aac', rate: 24_000, bitrate: 48 } as const
    const [ours, reference] = [await encode(shipped, samples, to), await encode(plain, samples, to)]
    expect(ours.bytes.length).toBeGreaterThan(1000)
    expect(Buffer.from(ours.bytes).equals(reference.bytes)).toBe(true)
  })

  // Rounding alone changes some of an encoder's decisions, so files differ: compare their size and their noise.
  test.each([
    { format: 'mp3', rate: 16_000, bitrate: 32, closerThanDb: 24, sizeTolerance: 0 },
    { format: 'mp3', rate: 24_000, bitrate: 64, closerThanDb: 45, sizeTolerance: 0 },
    { format: 'mp3', rate: 44_100, bitrate: 128, closerThanDb: 55, sizeTolerance: 0 },
    { format: 'opus', rate: 48_000, bitrate: 48, closerThanDb: 18, sizeTolerance: 0.01 },
    { format: 'opus', rate: 48_000, bitrate: 24, closerThanDb: 15, sizeTolerance: 0.1 },
    { format: 'opus', rate: 24_000, bitrate: 16, closerThanDb: 13, sizeTolerance: 0.1 },
  ] as const)(
    `$format of ${speaker} at $rate Hz and $bitrate kb/s sounds like that of its plain build`,
    async ({ closerThanDb, sizeTolerance, ...to }) => {
      const samples = resample(shipped, audio.samples, { from: audio.sampleRate, to: to.rate })
      const ours = await encode(shipped, samples, to)
      const reference = await encode(plain, samples, to)
      expect(Math.abs(ours.bytes.length / reference.bytes.length - 1)).toBeLessThanOrEqual(sizeTolerance)
      expect(ours.decoded.length).toBe(reference.decoded.length)
      const asSamples = Float32Array.from(reference.decoded, (sample) => sample / 32_768)
      expect(signalToNoiseDb(asSamples, ours.decoded)).toBeGreaterThan(closerThanDb)
      const noiseAdded = signalToNoiseDb(samples, reference.decoded) - signalToNoiseDb(samples, ours.decoded)
      expect(noiseAdded).toBeLessThan(0.5)
    },
  )
}
