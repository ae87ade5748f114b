import { InferenceSession, Tensor } from 'onnxruntime-node'
import { packageFile, type VoicePackage, voicePackageError } from '../../voice-packages/voice-package.ts'
import '../onnx/disable-telemetry.ts'
import { checkNetwork, FLOATS, INTEGERS, NETWORK_ROLES } from './network-signatures.ts'
import type { NeuralSettings } from './neural-settings.ts'

/** The voice's own prosody, one value per token. */
export type NaturalProsody = {
  /** In frames, with fractions. */
  readonly durations: Float32Array
  /** Normalised log F0. */
  readonly f0: Float32Array
  /** Normalised log energy. */
  readonly energy: Float32Array
}

/** Input of the acoustic network. Arrays have one value per token, and `frames` has four per frame. */
type AcousticInput = {
  readonly tokens: BigInt64Array
  readonly f0: Float32Array
  readonly energy: Float32Array
  /** Index of each frame's token. */
  readonly tokenOfFrame: BigInt64Array
  readonly frames: Float32Array
}

/** Per frame: envelope bands and periodicities, the probability of voicing, and the F0 detail. */
export type AcousticOutput = {
  readonly features: Float32Array
  readonly voicing: Float32Array
  readonly f0Detail: Float32Array
}

/** The noise of a range of frames in the vocoder's format, with the same number of values for each frame. */
export type NoiseSpectra = { readonly spectra: Float32Array; readonly excitation: Float32Array }

/** A range of frames for the vocoder. */
type VocoderInput = {
  /** Frames x (features, voicing, log F0). */
  readonly features: Float32Array
  /** Samples of the frames, followed by as many more as the vocoder needs. */
  readonly pulses: Float32Array
  readonly noise: NoiseSpectra
  /** The frames to render. The outermost frames of the input are complete only if speech begins or ends there. */
  readonly from: number
  readonly to: number
}

/** The networks of a neural voice; each call is one run on the calling thread's one core. */
export type Networks = {
  /** The same networks, imitating the reader with this number. Opened networks imitate the first. */
  imitate(reader: number): Networks
  predictProsody(tokens: BigInt64Array, boundaries: Float32Array): Promise<NaturalProsody>
  /** The same durations as `predictProsody`, computed without F0 and energy. */
  predictDurations(tokens: BigInt64Array, boundaries: Float32Array): Promise<Float32Array>
  predictAcoustics(input: AcousticInput): Promise<AcousticOutput>
  /** Prepares noise for `vocode`. */
  analyzeNoise(noise: Float32Array): Promise<NoiseSpectra>
  /** Renders the samples of the requested frames. */
  vocode(input: VocoderInput): Promise<Float32Array>
  close(): Promise<void>
}

/** Number of steps of the vocoder's transform per frame. */
const STEPS = 2

/** Opens the networks of a package. Throws an error with the voice's name if their inputs or outputs do not match its settings. */
export async function openNetworks(voice: VoicePackage, settings: NeuralSettings): Promise<Networks> {
  const sessions: InferenceSession[] = []
  const ownAcoustics = new Map<number, InferenceSession>()
  const close = async () => {
    await Promise.all(sessions.map((session) => session.release()))
  }
  try {
    for (const role of NETWORK_ROLES) {
      const session = await openSession(voice, role)
      sessions.push(session)
      checkNetwork(session, { role, name: voice.name, settings })
    }
    const { readers = [], ...ofOne } = settings
    for (const [reader, { acoustic: own }] of readers.entries()) {
      if (own === undefined) continue
      const session = await openSession(voice, own)
      sessions.push(session)
      checkNetwork(session, { role: 'acoustic', name: voice.name, settings: ofOne })
      ownAcoustics.set(reader, session)
    }
  } catch (error) {
    await close()
    throw error
  }
  const [prosody, acoustic, noise, vocoder] = sessions as [
    InferenceSession,
    InferenceSession,
    InferenceSession,
    InferenceSession,
  ]
  const width = settings.bandHz.length + settings.periodicityBands + 2
  const imitate = (reader: number): Networks => ({
    imitate,
    predictProsody: (tokens, boundaries) => predictProsody(prosody, { tokens, boundaries, hasMelody: true, reader }),
    predictDurations: async (tokens, boundaries) =>
      (await predictProsody(prosody, { tokens, boundaries, hasMelody: false, reader })).durations,
    predictAcoustics: (input) => predictAcoustics(ownAcoustics.get(reader) ?? acoustic, { ...input, reader }),
    analyzeNoise: (samples) => analyzeNoise(noise, samples),
    vocode: (input) => vocode(vocoder, { ...input, width }),
    close,
  })
  return imitate(0)
}

async function openSession(voice: VoicePackage, role: string): Promise<InferenceSession> {
  const path = packageFile(voice, role)
  try {
    // One core per session: concurrent requests are served by several threads with one engine each.
    return await InferenceSession.create(path, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
    })
  } catch (cause) {
    throw voicePackageError(voice.name, `the ${role} network cannot be opened`, { cause })
  }
}

type ProsodyInput = {
  readonly tokens: BigInt64Array
  readonly boundaries: Float32Array
  /** Whether F0 and energy are needed. If not, they may be empty. */
  readonly hasMelody: boolean
  readonly reader: number
}

/** The input of networks that know several readers; others have none. */
function readerInput(session: InferenceSession, reader: number): Record<string, Tensor> {
  return session.inputNames.includes('reader')
    ? { reader: new Tensor(INTEGERS, BigInt64Array.of(BigInt(reader)), [1]) }
    : {}
}

async function predictProsody(
  session: InferenceSession,
  { tokens, boundaries, hasMelody, reader }: ProsodyInput,
): Promise<NaturalProsody> {
  const dims = [1, tokens.length]
  const { dur, f0, energy } = await session.run(
    {
      tok: new Tensor(INTEGERS, tokens, dims),
      boundary: new Tensor(FLOATS, boundaries, dims),
      ...readerInput(session, reader),
      // Networks of earlier exports lack this input and always compute everything.
      ...(session.inputNames.includes('melody') && { melody: new Tensor('bool', [hasMelody], [1]) }),
    },
    ['dur', 'f0', 'energy'],
  )
  return { durations: floatsOf(dur), f0: floatsOf(f0), energy: floatsOf(energy) }
}

async function predictAcoustics(
  session: InferenceSession,
  input: AcousticInput & { readonly reader: number },
): Promise<AcousticOutput> {
  const tokens = [1, input.tokens.length]
  const frames = input.tokenOfFrame.length
  const { feat, voicing, f0_res } = await session.run({
    tok: new Tensor(INTEGERS, input.tokens, tokens),
    f0: new Tensor(FLOATS, input.f0, tokens),
    energy: new Tensor(FLOATS, input.energy, tokens),
    ...readerInput(session, input.reader),
    // Networks of earlier exports have a formant factor. It stays neutral, because warping their envelope is exact.
    ...(session.inputNames.includes('size') && { size: new Tensor(FLOATS, new Float32Array(1), [1]) }),
    idx: new Tensor(INTEGERS, input.tokenOfFrame, [1, frames]),
    frame: new Tensor(FLOATS, input.frames, [1, frames, 4]),
  })
  return { features: floatsOf(feat), voicing: floatsOf(voicing), f0Detail: floatsOf(f0_res) }
}

async function analyzeNoise(session: InferenceSession, noise: Float32Array): Promise<NoiseSpectra> {
  const { spectra, excitation } = await session.run({ noise: new Tensor(FLOATS, noise, [1, noise.length]) })
  return { spectra: floatsOf(spectra), excitation: floatsOf(excitation) }
}

async function vocode(
  session: InferenceSession,
  { features, width, pulses, noise, from, to }: VocoderInput & { readonly width: number },
): Promise<Float32Array> {
  const frames = features.length / width
  const { spectra, excitation } = noise
  const wanted = BigInt64Array.from({ length: to - from }, (_, i) => BigInt(from + i))
  const { wav } = await session.run({
    feat: new Tensor(FLOATS, features, [1, frames, width]),
    pulses: new Tensor(FLOATS, pulses, [1, pulses.length]),
    noise: new Tensor(FLOATS, spectra, [1, STEPS * frames, spectra.length / frames / STEPS]),
    excitation: new Tensor(FLOATS, excitation, [1, frames, excitation.length / frames]),
    frames: new Tensor(INTEGERS, wanted, [to - from]),
  })
  return floatsOf(wav)
}

function floatsOf(tensor: { readonly data: unknown } | undefined): Float32Array {
  const data = tensor?.data
  if (data instanceof Float32Array) return data
  throw new Error('Cannot use the neural voice: a network gives no float32 output; install the release again')
}
