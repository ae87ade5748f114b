import { createNoiseTable } from '../noise-table.ts'
import type { Networks } from './networks.ts'
import type { ReaderSettings } from './neural-settings.ts'
import { NoiseSource } from './noise-source.ts'

type OpenedPackage = {
  readonly settings: ReaderSettings
  /** Hz. */
  readonly sampleRate: number
  readonly networks: Networks
}

/** An opened voice: the data that all segments share. */
export type NeuralVoice = OpenedPackage & {
  /** See `createNoiseTable`. It varies the times of pulses. */
  readonly noise: Float32Array
  /** The same noise for the vocoder. */
  readonly noiseSource: NoiseSource
}

/** Adds the noise to an opened package. */
export function createNeuralVoice(opened: OpenedPackage): NeuralVoice {
  const { networks } = opened
  const { frameSamples, vocoderExtraSamples: extraSamples } = opened.settings
  const noise = createNoiseTable()
  return { ...opened, noise, noiseSource: new NoiseSource({ networks, noise, frameSamples, extraSamples }) }
}
