/** A thread of a pool for tests: it answers, fails, dies, hangs, and computes in a model. `workerData` may keep it from starting. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { workerData } from 'node:worker_threads'
import { answerCalls } from '../../src/speaking/threads/pool/answer-calls.ts'
import type { Networks } from '../../src/synthesis/engines/neural/networks.ts'
import type { NeuralSettings } from '../../src/synthesis/engines/neural/neural-settings.ts'

export type EchoCalls = {
  echo(input: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
  fail(input: string): Promise<never>
  die(input: string): void
  hang(input: string): void
  /** Never answers, but goes on taking messages. */
  wait(input: string): Promise<never>
  /** One run of the vocoder of a voice that `workerData` names, which is native code, for so many frames: some 150 microseconds each. */
  vocode(frames: number): Promise<void>
}

/** It cannot start while the file `waitFor` is missing. */
const { waitFor, voice: voiceName } = (workerData ?? {}) as { readonly waitFor?: string; readonly voice?: string }
if (waitFor !== undefined && !existsSync(waitFor)) throw new Error('not yet')

/** Loads the runtime of models too, without which a thread starts sooner. */
async function loadVoice(name: string): Promise<{ settings: NeuralSettings; networks: Networks }> {
  const { openNetworks } = await import('../../src/synthesis/engines/neural/networks.ts')
  const { parseNeuralSettings } = await import('../../src/synthesis/engines/neural/neural-settings.ts')
  const { loadVoicePackage } = await import('../../src/synthesis/voice-packages/load-voice-package.ts')
  const voice = await loadVoicePackage(fileURLToPath(new URL(`../../data/voices/${name}`, import.meta.url)))
  const settings = parseNeuralSettings(voice)
  return { settings, networks: await openNetworks(voice, settings) }
}

const loaded = voiceName === undefined ? undefined : await loadVoice(voiceName)

answerCalls<EchoCalls>(
  {
    echo: async (input) => input,
    async fail(input) {
      throw new Error(input)
    },
    die(input) {
      setImmediate(() => {
        throw new Error(input)
      })
    },
    hang() {
      for (;;);
    },
    wait: () => new Promise(() => {}),
    async vocode(frames) {
      const { settings, networks } = loaded!
      const width = settings.bandHz.length + settings.periodicityBands + 2
      const samples = frames * settings.frameSamples + settings.vocoderExtraSamples
      const noise = await networks.analyzeNoise(new Float32Array(samples))
      const features = new Float32Array(frames * width)
      await networks.vocode({ features, pulses: new Float32Array(samples), noise, from: 0, to: frames })
    },
  },
  { ready: 'hello', buffersOf: (output) => (output instanceof Uint8Array ? [output.buffer as ArrayBuffer] : []) },
)
