import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { ARPABET_SYMBOLS } from '../../../text/arpabet.ts'
import { firstProblem } from '../../voice-packages/voice-manifest.ts'
import { checkEngineKind, type VoicePackage, voicePackageError } from '../../voice-packages/voice-package.ts'
import { BOUNDARY_TOKENS } from './boundary-tokens.ts'

/** Padding and unknown speech: known in training, never spoken. */
const UNSPOKEN = ['<pad>', '<spn>']
const KNOWN_TOKENS: ReadonlySet<string> = new Set([...ARPABET_SYMBOLS, ...BOUNDARY_TOKENS, ...UNSPOKEN])

const Frames = Type.Integer({ minimum: 0, maximum: 1000 })

const NeuralSettings = Type.Object({
  /** Samples a frame. */
  frameSamples: Type.Integer({ minimum: 16, maximum: 4096 }),
  /** The place of a token in this list is its number for the networks. */
  tokens: Type.Array(Type.String(), { uniqueItems: true }),
  /** Centres of the envelope's bands, rising. */
  bandHz: Type.Array(Type.Number({ exclusiveMinimum: 0 }), { minItems: 3 }),
  /** Further acoustic features a frame, which pass unchanged. */
  periodicityBands: Type.Integer({ minimum: 0 }),
  /** How much the valleys between formants are deepened; 0 leaves the envelope as it is. */
  sharpening: Type.Number({ minimum: 0, maximum: 1 }),
  /** Gain of the envelope from 4.5 kHz on, in dB; none below 3 kHz. Corrects networks that predict too little there. */
  presenceDb: Type.Optional(Type.Number({ minimum: -12, maximum: 12 })),
  /** Standard deviation of the time of each pulse, as a share of its period. Corrects networks that are too regular. */
  jitter: Type.Optional(Type.Number({ minimum: 0, maximum: 0.05 })),
  /** Of the natural logarithm of Hz; the networks speak of F0 in standard deviations from the mean. */
  logF0: Type.Object({ mean: Type.Number(), standardDeviation: Type.Number({ exclusiveMinimum: 0 }) }),
  /** Silence rendered before the first sound, so that it begins as after a pause; it is not heard. */
  leadFrames: Type.Integer({ minimum: 2, maximum: 100 }),
  /** Silence after the last sound. */
  tailFrames: Type.Integer({ minimum: 2, maximum: 100 }),
  /** How far to each side a frame of the networks' output depends on frames of their input. */
  acousticContextFrames: Frames,
  /** How far to each side a token's part in them depends on tokens; absent if on all. */
  acousticContextTokens: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  vocoderContextFrames: Frames,
  /** Samples of excitation that the vocoder needs beyond its frames. */
  vocoderExtraSamples: Type.Integer({ minimum: 0 }),
})

/** The `settings` of a voice package of the kind `neural`. */
export type NeuralSettings = Type.Static<typeof NeuralSettings>

/** The settings of a neural voice, checked; throws when they are not, with the voice's name and the reason. */
export function parseNeuralSettings(voicePackage: VoicePackage): NeuralSettings {
  checkEngineKind(voicePackage, 'neural')
  const { name, settings } = voicePackage
  if (!Value.Check(NeuralSettings, settings)) {
    throw voicePackageError(name, `settings: ${firstProblem(NeuralSettings, settings)}`)
  }
  const foreign = settings.tokens.find((token) => !KNOWN_TOKENS.has(token))
  if (foreign !== undefined) throw voicePackageError(name, `token "${foreign}" is neither ARPAbet nor a boundary`)
  const tokens = new Set(settings.tokens)
  const missing = [...ARPABET_SYMBOLS, ...BOUNDARY_TOKENS].find((token) => !tokens.has(token))
  if (missing !== undefined) throw voicePackageError(name, `token "${missing}" is missing`)
  const { bandHz } = settings
  if (bandHz.some((hz, i) => i > 0 && hz <= bandHz[i - 1]!)) throw voicePackageError(name, 'bandHz does not rise')
  return settings
}
