import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { firstProblem } from '../../voice-packages/voice-manifest.ts'
import {
  checkEngineKind,
  packageFile,
  type VoicePackage,
  voicePackageError,
} from '../../voice-packages/voice-package.ts'
import { englishLetters } from '../ipa/write-ipa.ts'

/** The fields in use of a Piper voice's `.onnx.json`. */
const PiperConfig = Type.Object({
  audio: Type.Object({ sample_rate: Type.Integer() }),
  inference: Type.Object({ noise_scale: Type.Number(), length_scale: Type.Number(), noise_w: Type.Number() }),
  num_speakers: Type.Integer({ minimum: 1 }),
  speaker_id_map: Type.Optional(Type.Record(Type.String(), Type.Integer())),
  phoneme_id_map: Type.Record(Type.String(), Type.Array(Type.Integer(), { minItems: 1 })),
})

const PiperSettings = Type.Object({
  /** Samples per frame of durations: 256 in every published Piper voice. */
  hopSamples: Type.Optional(Type.Integer({ minimum: 1 })),
})

/** A Piper voice as the engine uses it. */
export type PiperVoice = {
  /** Letter -> IDs. */
  readonly ids: ReadonlyMap<string, readonly number[]>
  /** Name of a voice -> speaker number. One entry without a number for models with one speaker. */
  readonly speakers: ReadonlyMap<string, number | undefined>
  readonly noise: number
  readonly lengthScale: number
  readonly durationNoise: number
  readonly hopSamples: number
}

/** `START` and `END` mark the ends of the input, and `PAD` separates all letters. */
export const START = '^'
export const END = '$'
export const PAD = '_'

/** Reads and checks the config of a Piper voice. Throws an error with the voice's name. */
export async function loadPiperVoice(voice: VoicePackage): Promise<PiperVoice> {
  checkEngineKind(voice, 'piper')
  const refuse = (problem: string, cause?: unknown): never => {
    throw voicePackageError(voice.name, problem, { cause })
  }
  const { settings } = voice
  if (!Value.Check(PiperSettings, settings)) return refuse(`settings: ${firstProblem(PiperSettings, settings)}`)
  const config = await readConfig(packageFile(voice, 'config')).catch((error) =>
    refuse('config: it is not JSON', error),
  )
  if (!Value.Check(PiperConfig, config)) return refuse(`config: ${firstProblem(PiperConfig, config)}`)
  const { audio, inference, num_speakers, speaker_id_map = {}, phoneme_id_map } = config
  if (audio.sample_rate !== voice.sampleRate) {
    refuse(`config: audio.sample_rate is ${audio.sample_rate}, and the manifest says ${voice.sampleRate}`)
  }
  const letters = englishLetters({ alphabet: 'espeak', languageCode: voice.languageCode })
  const missing = [START, END, PAD, ...letters].find((letter) => phoneme_id_map[letter] === undefined)
  if (missing !== undefined) refuse(`config: phoneme_id_map lacks "${missing}"`)
  const speakers = Object.entries(speaker_id_map)
  if (num_speakers > 1 && speakers.length === 0) refuse('config: speaker_id_map is empty')
  return {
    ids: new Map(Object.entries(phoneme_id_map)),
    speakers: num_speakers === 1 ? new Map([[voice.name, undefined]]) : new Map(speakers),
    noise: inference.noise_scale,
    lengthScale: inference.length_scale,
    durationNoise: inference.noise_w,
    hopSamples: settings.hopSamples ?? 256,
  }
}

async function readConfig(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'))
}
