import { type VoicePackage, voicePackageError } from '../../voice-packages/voice-package.ts'
import { editGraph, readNodes } from '../onnx/edit-graph.ts'
import { FLOAT, type NodeSpec } from '../onnx/graph-parts.ts'
import { steadyNoise } from '../onnx/steady-noise.ts'

/** Name of the added input: the tempo of each ID. */
export const TEMPO_INPUT = 'declaim/tempo'
const AXIS = 'declaim/last-axis'

export type TempoModel = {
  readonly model: Uint8Array
  /** Name of the output with each ID's duration in frames before rounding. The model speaks within half a frame of it. */
  readonly durations: string
}

/** Names of the values between the model's durations and the ones that it speaks. */
const own = (part: string) => `declaim/durations/${part}`

/**
 * Changes a VITS model so that it follows a tempo for each ID, reports its durations, and returns the same sound for the same
 * input.
 *
 * VITS rounds its durations up with the only `Ceil` of its graph. The added nodes then divide the durations by the tempo and
 * round the positions of the IDs instead of their lengths. So errors do not add up, and a word is within half a frame of its
 * position. At tempo 1 the model speaks as it does unchanged.
 */
export function followTempo(model: Uint8Array, { name }: VoicePackage): TempoModel {
  const ceilings = readModelNodes(model, name).filter(({ operator }) => operator === 'Ceil')
  const [ceiling] = ceilings
  if (ceiling === undefined || ceilings.length > 1) {
    throw voicePackageError(name, `the model rounds up at ${ceilings.length} places: a VITS model does so at one`)
  }
  const rounded = ceiling.outputs[0]!
  const durations = own('divided')
  const edited = editGraph(steadyNoise(model), {
    replace: ({ operator, inputs }) => (operator === 'Ceil' ? divideDurations(inputs[0]!, rounded) : undefined),
    constants: [{ name: AXIS, shape: [], values: BigInt64Array.of(-1n) }],
    inputs: [{ name: TEMPO_INPUT, type: FLOAT, shape: ['batch', 1, 'ids'] }],
    outputs: [{ name: durations }],
  })
  return { model: edited, durations }
}

function readModelNodes(model: Uint8Array, name: string): ReturnType<typeof readNodes> {
  try {
    return readNodes(model)
  } catch (cause) {
    throw voicePackageError(name, 'the model cannot be read', { cause })
  }
}

function divideDurations(exact: string, rounded: string): readonly NodeSpec[] {
  const node = (operator: string, inputs: readonly string[], output: string): NodeSpec => ({
    operator,
    inputs,
    outputs: [output],
  })
  return [
    node('Ceil', [exact], own('natural')),
    node('Div', [own('natural'), TEMPO_INPUT], own('divided')),
    node('CumSum', [own('divided'), AXIS], own('ends')),
    { ...node('CumSum', [own('divided'), AXIS], own('starts')), integers: { exclusive: 1 } },
    node('Round', [own('ends')], own('end-frames')),
    node('Round', [own('starts')], own('start-frames')),
    node('Sub', [own('end-frames'), own('start-frames')], rounded),
  ]
}
