import type { ConstantSpec, NodeSpec } from '../../src/synthesis/engines/onnx/graph-parts.ts'
import { floats, integers, node } from './write-model.ts'

/** How a tiny model says a letter. */
export type LetterSound = { readonly frames: number; readonly hz: number; readonly amplitude: number }

export type TinySpeechOptions = {
  readonly sampleRate: number
  readonly hopSamples: number
  /** By id. */
  readonly sounds: readonly LetterSound[]
}

type GraphPart = { readonly constants: readonly ConstantSpec[]; readonly nodes: readonly NodeSpec[] }

/**
 * The end of a tiny speech model: reads `ids` [1, N] and whole `frames` [1, N] and writes `wave` [F, hop], a tone for
 * each id with a little noise, silent at every edge of a frame.
 */
export function tinyVocoder({ sampleRate, hopSamples, sounds }: TinySpeechOptions): GraphPart {
  const hop = Array.from({ length: hopSamples }, (_, i) => i)
  return {
    constants: [
      floats('zero', [0]),
      floats('one', [1]),
      integers('axis 1', [1], [1]),
      integers('flat', [-1], [1]),
      integers('ids axis', [1]),
      floats(
        'hz table',
        sounds.map(({ hz }) => (hz * 2 * Math.PI) / sampleRate),
        [sounds.length],
      ),
      floats(
        'amplitude table',
        sounds.map(({ amplitude }) => amplitude),
        [sounds.length],
      ),
      floats('hop', [hopSamples]),
      floats('in frame', hop, [1, hopSamples]),
      floats(
        'window',
        hop.map((i) => Math.sin((Math.PI * (i + 0.5)) / hopSamples)),
        [1, hopSamples],
      ),
      floats('noise level', [0.0003]),
    ],
    nodes: [
      node('CumSum', ['frames', 'ids axis'], 'ends'),
      node('ReduceSum', ['frames'], 'total', { keepdims: 0 }),
      node('Range', ['zero', 'total', 'one'], 'frame'),
      node('Unsqueeze', ['frame', 'axis 1'], 'frame column'),
      node('LessOrEqual', ['ends', 'frame column'], 'is over'),
      node('Cast', ['is over'], 'is over number', { to: 7 }),
      node('ReduceSum', ['is over number', 'axis 1'], 'place', { keepdims: 0 }),
      node('Reshape', ['ids', 'flat'], 'flat ids'),
      node('Gather', ['flat ids', 'place'], 'id of frame'),
      node('Gather', ['hz table', 'id of frame'], 'hz of frame'),
      node('Unsqueeze', ['hz of frame', 'axis 1'], 'hz column'),
      node('Gather', ['amplitude table', 'id of frame'], 'amplitude of frame'),
      node('Unsqueeze', ['amplitude of frame', 'axis 1'], 'amplitude column'),
      node('Mul', ['frame column', 'hop'], 'frame start'),
      node('Add', ['frame start', 'in frame'], 'sample'),
      node('Mul', ['sample', 'hz column'], 'phase'),
      node('Sin', ['phase'], 'sine'),
      node('Mul', ['sine', 'amplitude column'], 'tone'),
      node('Mul', ['tone', 'window'], 'clean'),
      node('RandomNormalLike', ['clean'], 'noise'),
      node('Mul', ['noise', 'noise level'], 'quiet noise'),
      node('Add', ['clean', 'quiet noise'], 'wave'),
    ],
  }
}
