import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { integers, node, writeModel } from '../../../../test/support/write-model.ts'
import { createNoiseTable, NOISE_LENGTH } from '../noise-table.ts'
import { FLOAT } from './graph-parts.ts'
import { floatsOf } from './open-model.ts'
import { steadyNoise } from './steady-noise.ts'

const INPUT = { name: 'x', type: FLOAT, shape: ['rows', 'columns'] }
const OUTPUT = { name: 'y', type: FLOAT, shape: ['rows', 'columns'] }

async function runTwice(model: Uint8Array, rows = 2, columns = 1000): Promise<readonly Float32Array[]> {
  const session = await InferenceSession.create(model)
  const x = new Tensor('float32', new Float32Array(rows * columns), [rows, columns])
  const runs = [await session.run({ x }), await session.run({ x })].map(({ y }) => floatsOf(y))
  await session.release()
  return runs
}

const likeModel = (operator: string) =>
  writeModel({ inputs: [INPUT], outputs: [OUTPUT], constants: [], nodes: [node(operator, ['x'], 'y')] })

test.each(['RandomNormalLike', 'RandomUniformLike'])(
  '%s gives the same numbers at every run, and else does not',
  async (operator) => {
    const model = likeModel(operator)
    const [wild, wilder] = await runTwice(model)
    expect(wild).not.toEqual(wilder)
    const [first, second] = await runTwice(steadyNoise(model))
    expect(first).toHaveLength(2000)
    expect(first).toEqual(second)
  },
)

test('the numbers are those of the tables, over and over', async () => {
  const [noise] = await runTwice(steadyNoise(likeModel('RandomNormalLike')), 3, 300_000)
  expect(noise!.subarray(0, 100)).toEqual(createNoiseTable().subarray(0, 100))
  expect(noise!.subarray(NOISE_LENGTH, NOISE_LENGTH + 100)).toEqual(createNoiseTable().subarray(0, 100))
  const [even] = await runTwice(steadyNoise(likeModel('RandomUniformLike')))
  expect(even!.reduce((sum, value) => sum + value, 0) / even!.length).toBeCloseTo(0.5, 1)
})

test('noise of a shape that does not hang on the input is steady too', async () => {
  const nodes = [node('RandomNormal', [], 'noise', { shape: 2 }), node('Add', ['x', 'noise'], 'y')]
  const [first, second] = await runTwice(
    steadyNoise(writeModel({ inputs: [INPUT], outputs: [OUTPUT], constants: [], nodes })),
  )
  expect(first).toEqual(second)
})

test('a model without noise comes back as it is', () => {
  const model = writeModel({
    inputs: [INPUT],
    outputs: [OUTPUT],
    constants: [integers('unused', [1])],
    nodes: [node('Neg', ['x'], 'y')],
  })
  expect(steadyNoise(model)).toBe(model)
})
