import { InferenceSession } from 'onnxruntime-node'
import { type VoicePackage, voicePackageError } from '../../voice-packages/voice-package.ts'
import './disable-telemetry.ts'

export type OpenModelOptions = {
  /** The voice that the model belongs to; errors name it. */
  readonly voice: VoicePackage
  /** The model must have all of these inputs and at least one of these outputs. */
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
}

/**
 * Opens a model from its bytes. It runs on one core: concurrent calls are served by several threads with one engine each. Throws
 * an error with the voice's name if the bytes are not a model, or if inputs or outputs are missing.
 */
export async function openModel(bytes: Uint8Array, options: OpenModelOptions): Promise<InferenceSession> {
  const session = await createSession(bytes, options.voice)
  const problem = findProblem(session, options)
  if (problem === undefined) return session
  await session.release()
  throw voicePackageError(options.voice.name, problem)
}

async function createSession(bytes: Uint8Array, { name }: VoicePackage): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(bytes, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      // Warnings help when exporting models, but would clutter the log.
      logSeverityLevel: 3,
    })
  } catch (cause) {
    throw voicePackageError(name, 'the model cannot be opened', { cause })
  }
}

function findProblem(
  { inputNames, outputNames }: InferenceSession,
  { inputs, outputs }: OpenModelOptions,
): string | undefined {
  const missing = inputs.find((name) => !inputNames.includes(name))
  if (missing !== undefined) return `the model has no input "${missing}", but ${inputNames.join(', ')}`
  if (outputs.some((name) => outputNames.includes(name))) return undefined
  return `the model has no output ${outputs.map((name) => `"${name}"`).join(' or ')}, but ${outputNames.join(', ')}`
}

/** The element type of an input, such as `float32`; undefined if the session has no such input. */
export function inputType({ inputMetadata }: InferenceSession, name: string): string | undefined {
  const found = inputMetadata.find((input) => input.name === name)
  return found?.isTensor ? found.type : undefined
}

/** Returns the values of a float output. */
export function floatsOf(tensor: { readonly data: unknown } | undefined): Float32Array {
  const data = tensor?.data
  if (data instanceof Float32Array) return data
  throw new Error('Cannot use the model: its audio output is not float32; export it with that type')
}

/** Returns the values of an output of any numeric type. */
export function numbersOf(tensor: { readonly data: unknown } | undefined): readonly number[] {
  const data = tensor?.data
  if (data instanceof Float32Array || data instanceof Int32Array || data instanceof BigInt64Array) {
    return Array.from(data as ArrayLike<number | bigint>, Number)
  }
  throw new Error('Cannot use the model: its duration output is not numeric; export it as integers or floats')
}
