import { FLOAT } from '../../src/synthesis/engines/onnx/graph-parts.ts'
import { type ModelSpec, node, type TensorSpec } from './write-model.ts'

/** TensorProto.DataType. */
const UINT8 = 2
const FLOAT16 = 10

/** Kinds of weights in which a model is published, by the end of its file's name. */
export type Precision = 'fp16' | 'quantized' | 'q4f16'

/** Values of a style vector. */
const WIDTH = 256
const BLOCK = 32
/** 1, 0.5 and 0 as 16-bit floats. */
const [ONE, HALF, ZERO] = [0x3c00, 0x3800, 0]

/**
 * A model of Kokoro's kind whose gain is a product of the style and a matrix with weights of a precision, by the operators that ONNX Runtime's
 * own tools write: casts around a matrix of 16 bits; DynamicQuantizeLinear and MatMulInteger for 8; MatMulNBits, in blocks of 32 with scales of 16 bits, for 4.
 * The matrix takes the first value of the style, as the model without it does.
 */
export function inPrecision(spec: ModelSpec, precision: Precision): ModelSpec {
  const { nodes, tensors } = GAINS[precision]
  return {
    ...spec,
    tensors,
    nodes: spec.nodes.flatMap((one) => (one.outputs.includes('gain') ? nodes : [one])),
  }
}

const GAINS: Readonly<Record<Precision, { readonly nodes: ModelSpec['nodes']; readonly tensors: TensorSpec[] }>> = {
  fp16: {
    tensors: [
      { name: 'weights', type: FLOAT16, shape: [WIDTH, 1], bytes: halves(WIDTH, (i) => (i === 0 ? ONE : ZERO)) },
    ],
    nodes: [
      node('Cast', ['style'], 'half style', { to: FLOAT16 }),
      node('MatMul', ['half style', 'weights'], 'half gain'),
      node('Cast', ['half gain'], 'gain', { to: FLOAT }),
    ],
  },
  quantized: {
    tensors: [
      {
        name: 'weights',
        type: UINT8,
        shape: [WIDTH, 1],
        bytes: Uint8Array.from({ length: WIDTH }, (_, i) => (i === 0 ? 255 : 0)),
      },
      { name: 'zero point', type: UINT8, shape: [], bytes: new Uint8Array(1) },
      { name: 'weight scale', type: FLOAT, shape: [], bytes: new Uint8Array(Float32Array.of(1 / 255).buffer) },
    ],
    nodes: [
      {
        operator: 'DynamicQuantizeLinear',
        inputs: ['style'],
        outputs: ['whole style', 'style scale', 'style zero point'],
      },
      node('MatMulInteger', ['whole style', 'weights', 'style zero point', 'zero point'], 'whole gain'),
      node('Cast', ['whole gain'], 'large gain', { to: FLOAT }),
      node('Mul', ['style scale', 'weight scale'], 'gain scale'),
      node('Mul', ['large gain', 'gain scale'], 'gain'),
    ],
  },
  q4f16: {
    tensors: [
      // Two weights a byte, the earlier one in the lower half; 8 is zero.
      {
        name: 'weights',
        type: UINT8,
        shape: [1, WIDTH / BLOCK, BLOCK / 2],
        bytes: Uint8Array.from({ length: WIDTH / 2 }, (_, i) => (i === 0 ? 0x8a : 0x88)),
      },
      { name: 'scales', type: FLOAT16, shape: [WIDTH / BLOCK], bytes: halves(WIDTH / BLOCK, () => HALF) },
    ],
    nodes: [
      node('Cast', ['style'], 'half style', { to: FLOAT16 }),
      {
        ...node('MatMulNBits', ['half style', 'weights', 'scales'], 'half gain', {
          K: WIDTH,
          N: 1,
          bits: 4,
          block_size: BLOCK,
        }),
        domain: 'com.microsoft',
      },
      node('Cast', ['half gain'], 'gain', { to: FLOAT }),
    ],
  },
}

function halves(length: number, half: (index: number) => number): Uint8Array {
  return new Uint8Array(Uint16Array.from({ length }, (_, i) => half(i)).buffer)
}
