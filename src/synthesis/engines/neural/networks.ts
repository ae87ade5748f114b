import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { NeuralSettings } from './neural-settings.ts'
import { type VoicePackage, voicePackageError } from './voice-package.ts'

/** Per token. */
export type NaturalProsody = {
  /** Frames, with fractions. */
  readonly durations: Float32Array
  /** Normalised log F0. */
  readonly f0: Float32Array
  /** Normalised log energy. */
  readonly energy: Float32Array
}

/** What the acoustic network reads; arrays with one value a token, and `frames` with four a frame. */
export type AcousticInput = {
  readonly tokens: BigInt64Array
  readonly f0: Float32Array
  readonly energy: Float32Array
  /** Of each frame, the index of its token. */
  readonly tokenOfFrame: BigInt64Array
  readonly frames: Float32Array
}

/** Per frame: envelope bands and periodicities, the probability of voicing, and the F0 detail. */
export type AcousticOutput = {
  readonly features: Float32Array
  readonly voicing: Float32Array
  readonly f0Detail: Float32Array
}

/** The three networks of a neural voice; each call is one run on the calling thread's one core. */
export type Networks = {
  predictProsody(tokens: BigInt64Array, boundaries: Float32Array): Promise<NaturalProsody>
  predictAcoustics(input: AcousticInput): Promise<AcousticOutput>
  /** `frames` x (features, voicing, log F0) and pulses followed by noise -> samples. */
  vocode(features: Float32Array, excitation: Float32Array): Promise<Float32Array>
  close(): Promise<void>
}

const INTEGERS = 'int64'
const FLOATS = 'float32'

/** An axis of any length is a letter; equal letters need not be of equal length. */
type Shape = readonly (number | string)[]
type Ports = Readonly<Record<string, readonly [type: string, shape: Shape]>>
type Signature = { readonly inputs: Ports; readonly outputs: Ports }

/** Opens the networks of a package; refuses them, with the voice's name, when their inputs or outputs are not those of its settings. */
export async function openNetworks(voice: VoicePackage, settings: NeuralSettings): Promise<Networks> {
  const signatures = signaturesOf(settings)
  const sessions: InferenceSession[] = []
  const close = async () => {
    await Promise.all(sessions.map((session) => session.release()))
  }
  try {
    for (const [role, signature] of Object.entries(signatures)) {
      const session = await openSession(voice, role)
      sessions.push(session)
      checkSignature(session, signature, { name: voice.name, role })
    }
  } catch (error) {
    await close()
    throw error
  }
  const [prosody, acoustic, vocoder] = sessions as [InferenceSession, InferenceSession, InferenceSession]
  const width = settings.bandHz.length + settings.periodicityBands + 2
  return {
    predictProsody: (tokens, boundaries) => predictProsody(prosody, tokens, boundaries),
    predictAcoustics: (input) => predictAcoustics(acoustic, input),
    vocode: (features, excitation) => vocode(vocoder, { features, width, excitation }),
    close,
  }
}

function signaturesOf({
  bandHz,
  periodicityBands,
}: NeuralSettings): Record<'prosody' | 'acoustic' | 'vocoder', Signature> {
  const features = bandHz.length + periodicityBands
  return {
    prosody: {
      inputs: { tok: [INTEGERS, [1, 'N']], boundary: [FLOATS, [1, 'N']] },
      outputs: { dur: [FLOATS, [1, 'N']], f0: [FLOATS, [1, 'N']], energy: [FLOATS, [1, 'N']] },
    },
    acoustic: {
      inputs: {
        tok: [INTEGERS, [1, 'N']],
        f0: [FLOATS, [1, 'N']],
        energy: [FLOATS, [1, 'N']],
        size: [FLOATS, [1]],
        idx: [INTEGERS, [1, 'T']],
        frame: [FLOATS, [1, 'T', 4]],
      },
      outputs: { feat: [FLOATS, ['B', 'T', features]], voicing: [FLOATS, ['B', 'T']], f0_res: [FLOATS, ['B', 'T']] },
    },
    vocoder: {
      inputs: { feat: [FLOATS, [1, 'T', features + 2]], exc: [FLOATS, [1, 2, 'L']] },
      outputs: { wav: [FLOATS, [1, 'S']] },
    },
  }
}

async function openSession(voice: VoicePackage, role: string): Promise<InferenceSession> {
  const path = voice.files[role]
  if (path === undefined) throw voicePackageError(voice.name, `the manifest lists no file "${role}"`)
  try {
    // One core a session: several requests at once are served by several threads with an engine each.
    return await InferenceSession.create(path, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
    })
  } catch (cause) {
    throw voicePackageError(voice.name, `the ${role} network cannot be opened`, { cause })
  }
}

function checkSignature(
  session: InferenceSession,
  wanted: Signature,
  { name, role }: { name: string; role: string },
): void {
  for (const [direction, found, ports] of [
    ['input', session.inputMetadata, wanted.inputs],
    ['output', session.outputMetadata, wanted.outputs],
  ] as const) {
    for (const [port, [type, shape]] of Object.entries(ports)) {
      const actual = found.find((value) => value.name === port)
      const expected = `${type} ${formatShape(shape)}`
      const problem = `${direction} "${port}" of the ${role} network`
      if (actual === undefined) throw voicePackageError(name, `${problem} is missing: expected ${expected}`)
      if (!actual.isTensor || actual.type !== type || !fitsShape(actual.shape, shape)) {
        const is = actual.isTensor ? `${actual.type} ${formatShape(actual.shape)}` : 'no tensor'
        throw voicePackageError(name, `${problem} is ${is}: expected ${expected}`)
      }
    }
  }
}

function fitsShape(actual: Shape, wanted: Shape): boolean {
  return actual.length === wanted.length && wanted.every((axis, i) => typeof axis === 'string' || axis === actual[i])
}

function formatShape(shape: Shape): string {
  return `[${shape.join(', ')}]`
}

async function predictProsody(
  session: InferenceSession,
  tokens: BigInt64Array,
  boundaries: Float32Array,
): Promise<NaturalProsody> {
  const dims = [1, tokens.length]
  const { dur, f0, energy } = await session.run(
    { tok: new Tensor(INTEGERS, tokens, dims), boundary: new Tensor(FLOATS, boundaries, dims) },
    ['dur', 'f0', 'energy'],
  )
  return { durations: floatsOf(dur), f0: floatsOf(f0), energy: floatsOf(energy) }
}

async function predictAcoustics(session: InferenceSession, input: AcousticInput): Promise<AcousticOutput> {
  const tokens = [1, input.tokens.length]
  const frames = input.tokenOfFrame.length
  const { feat, voicing, f0_res } = await session.run({
    tok: new Tensor(INTEGERS, input.tokens, tokens),
    f0: new Tensor(FLOATS, input.f0, tokens),
    energy: new Tensor(FLOATS, input.energy, tokens),
    // The network's own formant factor stays neutral: warping its envelope is exact.
    size: new Tensor(FLOATS, new Float32Array(1), [1]),
    idx: new Tensor(INTEGERS, input.tokenOfFrame, [1, frames]),
    frame: new Tensor(FLOATS, input.frames, [1, frames, 4]),
  })
  return { features: floatsOf(feat), voicing: floatsOf(voicing), f0Detail: floatsOf(f0_res) }
}

async function vocode(
  session: InferenceSession,
  { features, width, excitation }: { features: Float32Array; width: number; excitation: Float32Array },
): Promise<Float32Array> {
  const { wav } = await session.run({
    feat: new Tensor(FLOATS, features, [1, features.length / width, width]),
    exc: new Tensor(FLOATS, excitation, [1, 2, excitation.length / 2]),
  })
  return floatsOf(wav)
}

function floatsOf(tensor: { readonly data: unknown } | undefined): Float32Array {
  const data = tensor?.data
  if (data instanceof Float32Array) return data
  throw new Error('Cannot read the output of a network: it holds no floats')
}
