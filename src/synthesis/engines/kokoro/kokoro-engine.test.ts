import { expect, test } from 'vitest'
import { describeEngine } from '../../../../test/support/describe-engine.ts'
import { makeSegment, makeWord, NORTH_WIND } from '../../../../test/support/make-segment.ts'
import { speakWhole } from '../../../../test/support/speak-whole.ts'
import { makeKokoroPackage } from '../../../../test/support/tiny-voices.ts'
import { editManifest, rewriteFile } from '../../../../test/support/voice-packages.ts'
import { loadVoicePackage } from '../../voice-packages/load-voice-package.ts'
import { INT64 } from '../onnx/graph-parts.ts'
import { createKokoroEngine } from './kokoro-engine.ts'

const [TIMED, UNTIMED] = [makeKokoroPackage(), makeKokoroPackage('tiny-kokoro', { durations: false })]
const open = async (folder: string) => createKokoroEngine(await loadVoicePackage(folder))

describeEngine('kokoro engine', () => open(TIMED), 'af_tone')
describeEngine('kokoro engine without durations', () => open(UNTIMED), 'am_tone')

test('times words by the durations of the model, 600 samples a frame', async () => {
  const engine = await open(TIMED)
  expect(engine).toMatchObject({ timing: 'exact', voices: ['af_tone', 'am_tone'], sampleRate: 24_000 })
  const { words } = await speakWhole(
    engine,
    makeSegment('af_tone', [makeWord('M'), makeWord('S IH0', { pauseSeconds: 0.5 })]),
  )
  await engine.close()
  // A consonant has 3 frames, the space after it 2, a vowel 5.
  expect(words.map(({ startSample, endSample }) => (endSample - startSample) / 600)).toEqual([5, 8])
})

test('estimates the times near those that the model would have told', async () => {
  const [timed, untimed] = await Promise.all([TIMED, UNTIMED].map(open))
  expect(untimed!.timing).toBe('estimated')
  const [told, estimated] = [
    await speakWhole(timed!, makeSegment('af_tone', NORTH_WIND)),
    await speakWhole(untimed!, makeSegment('af_tone', NORTH_WIND)),
  ]
  await Promise.all([timed!.close(), untimed!.close()])
  for (const [i, { startSample }] of told.words.entries()) {
    expect(Math.abs(startSample - estimated.words[i]!.startSample) / 24_000).toBeLessThan(0.15)
  }
})

test('speaks each text in the style of its length', async () => {
  const engine = await open(TIMED)
  const peak = async (count: number) => {
    const words = Array.from({ length: count }, () => makeWord('AA0'))
    const { samples } = (await speakWhole(engine, makeSegment('af_tone', words))).audio
    return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  }
  // A vowel and a space for each word; the mark at the end replaces the last space.
  const [few, many] = [await peak(1), await peak(100)]
  await engine.close()
  expect(many / few).toBeCloseTo((0.5 + 0.199) / (0.5 + 0.001), 1)
})

test('speaks exports of other hands, with other names', async () => {
  const renamed = new Map([
    ['input_ids', 'tokens'],
    ['waveform', 'audio'],
    ['durations', 'pred_dur'],
  ])
  const rename = (name: string) => renamed.get(name) ?? name
  const folder = makeKokoroPackage('other', {
    edit: ({ inputs, outputs, nodes, ...rest }) => ({
      ...rest,
      inputs: inputs.map((port) => ({ ...port, name: rename(port.name) })),
      outputs: outputs.map((port) => ({ ...port, name: rename(port.name) })),
      nodes: nodes.map((one) => ({ ...one, inputs: one.inputs.map(rename), outputs: one.outputs.map(rename) })),
    }),
  })
  const [engine, usual] = await Promise.all([folder, TIMED].map(open))
  const segment = makeSegment('af_tone', NORTH_WIND)
  expect(await speakWhole(engine!, segment)).toEqual(await speakWhole(usual!, segment))
  await Promise.all([engine!.close(), usual!.close()])
})

const damaged = (damage: (folder: string) => void) => () => {
  const folder = makeKokoroPackage()
  damage(folder)
  return folder
}

test.each([
  [
    'a vocabulary without a letter of English',
    damaged((folder) => rewriteFile(folder, 'config', (text) => text.replace('"ʧ"', '"x"'))),
    'config: the vocabulary lacks "ʧ"',
  ],
  [
    'a config without vocabulary',
    damaged((folder) => rewriteFile(folder, 'config', () => '{}')),
    'config: it has no vocabulary',
  ],
  [
    'styles of another width',
    damaged((folder) => rewriteFile(folder, 'voice-af_tone', () => 'x'.repeat(1000))),
    'voice-af_tone: 1000 bytes are not vectors of 256 floats',
  ],
  [
    'no voices',
    damaged((folder) =>
      editManifest(folder, ({ files }) => {
        for (const role of Object.keys(files)) if (role.startsWith('voice-')) delete files[role]
      }),
    ),
    'the manifest lists no file "voice-..."',
  ],
  [
    'a model without speech',
    () =>
      makeKokoroPackage('tiny-kokoro', {
        edit: (spec) => ({ ...spec, outputs: [{ name: 'durations', type: INT64, shape: ['tokens'] }] }),
      }),
    'the model has no output "waveform" or "audio", but durations',
  ],
  [
    'a file that is no model',
    damaged((folder) => rewriteFile(folder, 'model', () => 'no model at all')),
    'the model cannot be read',
  ],
])('refuses %s', async (_, make, problem) => {
  await expect(open(make())).rejects.toThrow(`Cannot load voice "tiny-kokoro": ${problem}`)
})
