import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { ARPABET_SYMBOLS } from '../../../text/arpabet.ts'
import { firstProblem } from '../../voice-packages/voice-manifest.ts'
import { checkEngineKind, type VoicePackage, voicePackageError } from '../../voice-packages/voice-package.ts'
import { BOUNDARY_TOKENS } from './boundary-tokens.ts'
import { OCTAVES_HZ } from './envelope-shaper.ts'

/** Padding and unknown speech: used in training, never spoken. */
const UNSPOKEN = ['<pad>', '<spn>']
const KNOWN_TOKENS: ReadonlySet<string> = new Set([...ARPABET_SYMBOLS, ...BOUNDARY_TOKENS, ...UNSPOKEN])

const Frames = Type.Integer({ minimum: 0, maximum: 1000 })

const LogF0 = Type.Object({ mean: Type.Number(), standardDeviation: Type.Number({ exclusiveMinimum: 0 }) })
const Decibels = Type.Number({ minimum: -12, maximum: 12 })

const Reader = Type.Object({
  /** The name of the engine's voice. */
  name: Type.String({ minLength: 1 }),
  logF0: LogF0,
  /** In place of the package's. */
  presenceDb: Type.Optional(Decibels),
  /** Gains of the envelope at 250, 500, 1000, 2000, 4000 and 8000 Hz, in dB, with straight lines between them. Corrects what the networks keep of other readers. */
  octavesDb: Type.Optional(Type.Array(Decibels, { minItems: OCTAVES_HZ.length, maxItems: OCTAVES_HZ.length })),
  /** The role of the file with an acoustic network of this reader alone. If absent, the reader shares that of the others. */
  acoustic: Type.Optional(Type.String({ minLength: 1 })),
})

const NeuralSettings = Type.Object({
  /** Samples per frame. */
  frameSamples: Type.Integer({ minimum: 16, maximum: 4096 }),
  /** A token's index in this list is its number in the networks. */
  tokens: Type.Array(Type.String(), { uniqueItems: true }),
  /** Centre frequencies of the envelope's bands, ascending. */
  bandHz: Type.Array(Type.Number({ exclusiveMinimum: 0 }), { minItems: 3 }),
  /** Number of further acoustic features per frame, which pass through unchanged. */
  periodicityBands: Type.Integer({ minimum: 0 }),
  /** How much the valleys between formants are deepened; 0 keeps the envelope. */
  sharpening: Type.Number({ minimum: 0, maximum: 1 }),
  /** Gain of the envelope from 4.5 kHz on, in dB; none below 3 kHz. Corrects networks that predict too little there. */
  presenceDb: Type.Optional(Decibels),
  /** Standard deviation of each pulse's time, as a fraction of its period. Corrects networks that are too regular. */
  jitter: Type.Optional(Type.Number({ minimum: 0, maximum: 0.05 })),
  /** Mean and standard deviation of the natural logarithm of F0 in Hz. The networks use F0 in standard deviations from the mean. */
  logF0: LogF0,
  /** The readers whom the networks can imitate; a reader's index in this list is its number in the networks. If absent, there is one. */
  readers: Type.Optional(Type.Array(Reader, { minItems: 1, maxItems: 1000 })),
  /** Silence rendered before the first sound, so that the sound begins as after a pause. It is not part of the output. */
  leadFrames: Type.Integer({ minimum: 2, maximum: 100 }),
  /** Silence rendered after the last sound. */
  tailFrames: Type.Integer({ minimum: 2, maximum: 100 }),
  /** Number of frames on each side on which a frame of the network's output depends. */
  acousticContextFrames: Frames,
  /** Number of tokens on each side on which a token's frames depend; all tokens if absent. */
  acousticContextTokens: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  vocoderContextFrames: Frames,
  /** Number of excitation samples that the vocoder needs beyond its frames. */
  vocoderExtraSamples: Type.Integer({ minimum: 0 }),
})

/** The `settings` of a voice package of kind `neural`. */
export type NeuralSettings = Type.Static<typeof NeuralSettings>

/** The same for one of its readers. */
export type ReaderSettings = NeuralSettings &
  Pick<Type.Static<typeof Reader>, 'octavesDb'> & {
    /** Factor of the melody that the planner draws for the first reader: others move more or less than that. 1 if absent. */
    readonly melodyScale?: number
  }

/** Checks and returns the settings of a neural voice. Throws an error with the voice's name and the reason if they are invalid. */
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
  const { bandHz, readers = [] } = settings
  if (new Set(readers.map((reader) => reader.name)).size < readers.length)
    throw voicePackageError(name, 'two readers have the same name')
  if (bandHz.some((hz, i) => i > 0 && hz <= bandHz[i - 1]!)) throw voicePackageError(name, 'bandHz does not rise')
  return settings
}
