import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMBER } from '../../../../test/support/voice-packages.ts'
import { loadVoicePackage } from '../../voice-packages/load-voice-package.ts'
import { copyNoise, createNoiseTable, NOISE_LENGTH } from '../noise-table.ts'
import { type Networks, type NoiseSpectra, openNetworks } from './networks.ts'
import { parseNeuralSettings } from './neural-settings.ts'
import { NoiseSource } from './noise-source.ts'

const FRAME = 256
const EXTRA = 384
const noise = createNoiseTable()

/** Networks that name the samples they are given, three values a frame. */
function watch(): { calls: number; source: NoiseSource; failures: number } {
  const watched = { calls: 0, failures: 0 } as { calls: number; source: NoiseSource; failures: number }
  const analyzeNoise = async (samples: Float32Array): Promise<NoiseSpectra> => {
    watched.calls++
    if (watched.failures-- > 0) throw new Error('out of memory')
    const frames = (samples.length - EXTRA) / FRAME
    const spectra = Float32Array.from({ length: 3 * frames }, (_, i) => samples[Math.floor(i / 3) * FRAME + (i % 3)]!)
    return { spectra, excitation: Float32Array.from({ length: frames }, (_, i) => samples[i * FRAME + EXTRA]!) }
  }
  watched.source = new NoiseSource({ networks: { analyzeNoise }, noise, frameSamples: FRAME, extraSamples: EXTRA })
  return watched
}

const sampleAt = (frame: number, sample: number): number => {
  const one = new Float32Array(1)
  copyNoise(noise, frame * FRAME + sample, one)
  return one[0]!
}

test.each([
  ['within a block', 3, 9],
  ['across blocks', 60, 200],
  ['of a whole block', 64, 128],
  ['across the end of the noise', NOISE_LENGTH / FRAME - 2, NOISE_LENGTH / FRAME + 3],
  ['of nothing', 7, 7],
])('frames %s are those of the noise', async (_, from, to) => {
  const { spectra, excitation } = await watch().source.read(from, to)
  const frames = Array.from({ length: to - from }, (_, i) => from + i)
  expect([...spectra]).toEqual(frames.flatMap((frame) => [0, 1, 2].map((sample) => sampleAt(frame, sample))))
  expect([...excitation]).toEqual(frames.map((frame) => sampleAt(frame, EXTRA)))
})

test('no noise is analysed twice, and none before it is needed', async () => {
  const watched = watch()
  await Promise.all([watched.source.read(0, 40), watched.source.read(20, 64)])
  expect(watched.calls).toBe(1)
  await watched.source.read(0, 65)
  expect(watched.calls).toBe(2)
})

test('stretches of the noise are read without a copy', async () => {
  const { source } = watch()
  const [one, other] = [await source.read(0, 200), await source.read(60, 300)]
  expect(other.spectra.buffer).toBe(one.spectra.buffer)
  expect(other.excitation.buffer).toBe(one.excitation.buffer)
})

test('what could not be analysed is tried again', async () => {
  const watched = watch()
  watched.failures = 1
  await expect(watched.source.read(0, 4)).rejects.toThrow('out of memory')
  expect((await watched.source.read(0, 4)).excitation).toHaveLength(4)
})

let networks: Networks
beforeAll(async () => {
  const voicePackage = await loadVoicePackage(EMBER)
  networks = await openNetworks(voicePackage, parseNeuralSettings(voicePackage))
})
afterAll(() => networks.close())

test('spectra in blocks are those of the whole', async () => {
  const source = new NoiseSource({ networks, noise, frameSamples: FRAME, extraSamples: EXTRA })
  const whole = await networks.analyzeNoise(noise.subarray(0, 150 * FRAME + EXTRA))
  const read = await source.read(0, 150)
  for (const part of ['spectra', 'excitation'] as const) {
    expect(read[part]).toHaveLength(whole[part].length)
    const largest = read[part].reduce((most, value, i) => Math.max(most, Math.abs(value - whole[part][i]!)), 0)
    expect(largest).toBeLessThan(1e-4)
  }
})
