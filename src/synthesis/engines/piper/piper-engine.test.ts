import { expect, test } from 'vitest'
import { describeEngine } from '../../../../test/support/describe-engine.ts'
import { makeSegment, makeWord, NORTH_WIND, withProsody } from '../../../../test/support/make-segment.ts'
import { speakWhole, spokenLength } from '../../../../test/support/speak-whole.ts'
import { makePiperPackage } from '../../../../test/support/tiny-voices.ts'
import { editManifest, rewriteFile } from '../../../../test/support/voice-packages.ts'
import { node } from '../../../../test/support/write-model.ts'
import { loadVoicePackage } from '../../voice-packages/load-voice-package.ts'
import { createPiperEngine } from './piper-engine.ts'

const FOLDER = makePiperPackage()
const open = async (folder: string) => createPiperEngine(await loadVoicePackage(folder))

describeEngine('piper engine', () => open(FOLDER), 'tiny-piper')

test('times words by the durations of the model: letters, the pad after each, and the space before the next word', async () => {
  const engine = await open(FOLDER)
  const two = makeSegment('tiny-piper', [makeWord('M'), makeWord('S', { pauseSeconds: 0.5 })])
  const { words } = await speakWhole(engine, two)
  await engine.close()
  const lengths = words.map(({ startSample, endSample }) => (endSample - startSample) / 256)
  // 9 frames a consonant and 1 a pad, in natural noise; the first word has the space and its pad too.
  expect(lengths.every(Number.isInteger)).toBe(true)
  expect(Math.abs(lengths[0]! - 12)).toBeLessThanOrEqual(4)
  expect(Math.abs(lengths[1]! - 10)).toBeLessThanOrEqual(4)
})

test('leaves the melody to signal processing, and gives each word its own tempo', async () => {
  const engine = await open(FOLDER)
  expect([...engine.renders('tiny-piper')]).toEqual(['tempo'])
  const natural = await speakWhole(engine, makeSegment('tiny-piper', NORTH_WIND))
  const [slow, fast] = [
    withProsody(NORTH_WIND.slice(0, 6), { tempo: 0.5 }),
    withProsody(NORTH_WIND.slice(6), { tempo: 2 }),
  ]
  const mixed = await speakWhole(engine, makeSegment('tiny-piper', [...slow, ...fast]))
  await engine.close()
  const half = (from: number, to: number) =>
    spokenLength(mixed.words.slice(from, to)) / spokenLength(natural.words.slice(from, to))
  expect(half(0, 6)).toBeCloseTo(2, 1)
  expect(half(6, 12)).toBeCloseTo(0.5, 1)
})

test('speaks with each speaker of a model that has several', async () => {
  const engine = await open(makePiperPackage('crowd', { speakers: 2 }))
  expect(engine.voices).toEqual(['ann', 'bob'])
  const [ann, bob] = await Promise.all(
    ['ann', 'bob'].map((voice) => speakWhole(engine, makeSegment(voice, NORTH_WIND))),
  )
  await engine.close()
  const peak = (samples: Float32Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  expect(peak(bob!.audio.samples)).toBeCloseTo(peak(ann!.audio.samples) / 2, 1)
})

// biome-ignore lint/suspicious/noExplicitAny: a config that is wrong on purpose
const config = (change: (config: any) => unknown) => () => {
  const folder = makePiperPackage()
  rewriteFile(folder, 'config', (text) => {
    const value = JSON.parse(text)
    change(value)
    return JSON.stringify(value)
  })
  return folder
}
const rename = (from: string, to: string) => (name: string) => (name === from ? to : name)

test.each([
  [
    'letters that English needs and the model lacks',
    config(({ phoneme_id_map }) => delete phoneme_id_map.ɹ),
    'config: phoneme_id_map lacks "ɹ"',
  ],
  [
    'another sample rate than the manifest',
    config(({ audio }) => Object.assign(audio, { sample_rate: 16_000 })),
    'config: audio.sample_rate is 16000, and the manifest says 22050',
  ],
  [
    'a config without scales',
    config((all) => delete all.inference),
    'config: / must have required properties inference',
  ],
  [
    'a config that is not JSON',
    () => {
      const folder = makePiperPackage()
      rewriteFile(folder, 'config', () => '{')
      return folder
    },
    'config: it is not JSON',
  ],
  [
    'a package of another engine',
    () => {
      const folder = makePiperPackage()
      editManifest(folder, (manifest) => {
        manifest.engine = 'kokoro'
      })
      return folder
    },
    'it is for the engine "kokoro", and not for "piper"',
  ],
  [
    'a model without durations',
    () =>
      makePiperPackage('tiny-piper', {
        edit: (spec) => ({
          ...spec,
          nodes: spec.nodes.map((one) => (one.operator === 'Ceil' ? node('Round', ['w'], 'w_ceil') : one)),
        }),
      }),
    'the model rounds up at 0 places: a VITS model does so at one',
  ],
  [
    'a model with other inputs',
    () =>
      makePiperPackage('tiny-piper', {
        edit: (spec) => ({
          ...spec,
          inputs: spec.inputs.map((input) => ({ ...input, name: rename('scales', 'knobs')(input.name) })),
          nodes: spec.nodes.map((one) => ({ ...one, inputs: one.inputs.map(rename('scales', 'knobs')) })),
        }),
      }),
    'the model has no input "scales", but input, input_lengths, knobs',
  ],
  [
    'a file that is no model',
    () => {
      const folder = makePiperPackage()
      rewriteFile(folder, 'model', () => 'no model at all')
      return folder
    },
    'the model cannot be read',
  ],
])('refuses %s', async (_, make, problem) => {
  await expect(open(make())).rejects.toThrow(`Cannot load voice "tiny-piper": ${problem}`)
})
