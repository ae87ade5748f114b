import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { FLOAT } from '../../src/synthesis/engines/onnx/graph-parts.ts'
import { inPrecision, type Precision } from '../../test/support/tiny-precisions.ts'
import { makeKokoroPackage } from '../../test/support/tiny-voices.ts'
import { piperFiles } from '../../test/support/voice-downloads.ts'
import { type ModelSpec, node } from '../../test/support/write-model.ts'
import { readConfig } from '../config.ts'
import { addVoice, checkVoices } from './voices.ts'

/** TensorProto.DataType. */
const INT32 = 6

const dataDirectory = mkdtempSync(join(tmpdir(), 'declaim-downloads-'))
const OWN = join(dataDirectory, 'voices')
const config = readConfig({ DATA_DIR: dataDirectory })

afterAll(() => rmSync(dataDirectory, { recursive: true }))
beforeEach(() => rmSync(OWN, { recursive: true, force: true }))

async function add(source: string, licence: string | undefined = 'Apache-2.0'): Promise<string> {
  const lines: string[] = []
  await addVoice({ source, licence }, config, (line) => lines.push(line))
  return lines.join('\n')
}

// biome-ignore lint/suspicious/noExplicitAny: a manifest as a test reads it
const manifestOf = (name: string): any => JSON.parse(readFileSync(join(OWN, name, 'manifest.json'), 'utf8'))
const newFolder = () => mkdtempSync(join(tmpdir(), 'declaim-download-'))

const STYLES = new Uint8Array(Float32Array.from({ length: 510 * 256 }, (_, i) => (i % 256 === 0 ? 0.6 : 0)).buffer)

function npy(body: Uint8Array, { type = '<f4', shape = '510, 1, 256' } = {}): Uint8Array {
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape}), }`.padEnd(117)
  return Buffer.concat([
    Buffer.from([0x93]),
    Buffer.from('NUMPY\x01\x00'),
    Buffer.from([118, 0]),
    Buffer.from(`${text}\n`),
    body,
  ])
}

/** Names and shapes that the library of kokoro-onnx takes from its first models: `tokens`, `style`, `speed` and `audio`. */
function firstKokoro(): string {
  const rename = (name: string) =>
    new Map([
      ['input_ids', 'tokens'],
      ['waveform', 'audio'],
    ]).get(name) ?? name
  return makeKokoroPackage('made', {
    durations: false,
    edit: ({ inputs, outputs, nodes, ...rest }) => ({
      ...rest,
      inputs: inputs.map((port) => ({ ...port, name: rename(port.name) })),
      outputs: outputs.map(() => ({ name: 'audio', type: FLOAT, shape: ['audio_length'] })),
      nodes: nodes.map((one) => ({ ...one, inputs: one.inputs.map(rename), outputs: one.outputs.map(rename) })),
    }),
  })
}

/**
 * Names, types and shapes of `scripts/export.py` in kokoro-onnx, which is that of hexgrad/kokoro: whole speeds, samples in one row, and a
 * duration for each token.
 */
function exportedKokoro(): string {
  return makeKokoroPackage('made', {
    edit: ({ inputs, outputs, nodes, ...rest }) => ({
      ...rest,
      inputs: inputs.map((port) => (port.name === 'speed' ? { ...port, type: INT32 } : port)),
      outputs: outputs.map((port) =>
        port.name === 'waveform' ? { ...port, shape: ['num_samples'] } : { ...port, name: 'duration' },
      ),
      nodes: [
        node('Cast', ['speed'], 'real speed', { to: FLOAT }),
        ...nodes.map((one) => ({
          ...one,
          inputs: one.inputs.map((name) =>
            name === 'speed' ? 'real speed' : name === 'row shape' && one.outputs.includes('waveform') ? 'flat' : name,
          ),
          outputs: one.outputs.map((name) => (name === 'durations' ? 'duration' : name)),
        })),
      ],
    }),
  })
}

function npzFiles(folder: string, arrays: Readonly<Record<string, Uint8Array>>, made = firstKokoro()): string {
  copyFileSync(join(made, 'model.onnx'), join(folder, 'kokoro-v1.0.onnx'))
  copyFileSync(join(made, 'config.json'), join(folder, 'config.json'))
  const entries = Object.entries(arrays).map(([name, bytes]) => [`${name}.npy`, bytes] as const)
  writeFileSync(join(folder, 'voices-v1.0.bin'), zipSync(Object.fromEntries(entries), { level: 0 }))
  return folder
}

/** Models by the end of their names, each with the operators of its precision. */
function communityFiles(folder: string, precisions: readonly (Precision | 'fp32')[] = ['fp32']): string {
  const made = makeKokoroPackage('made', { durations: false })
  mkdirSync(join(folder, 'onnx'))
  mkdirSync(join(folder, 'voices'))
  for (const precision of precisions) {
    const edit = (spec: ModelSpec) => (precision === 'fp32' ? spec : inPrecision(spec, precision))
    const source = makeKokoroPackage('made', { durations: false, edit })
    const name = precision === 'fp32' ? 'model' : `model_${precision}`
    copyFileSync(join(source, 'model.onnx'), join(folder, 'onnx', `${name}.onnx`))
  }
  const { vocab } = JSON.parse(readFileSync(join(made, 'config.json'), 'utf8'))
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify({ model: { vocab: { ...vocab, ː: 1, Q: 2, a: 3 } } }))
  writeFileSync(join(folder, 'config.json'), '{"model_type":"style_text_to_speech_2"}')
  for (const voice of ['af_heart', 'bm_george', 'jf_alpha'])
    writeFileSync(join(folder, 'voices', `${voice}.bin`), STYLES)
  return folder
}

test('a Piper file with its config is a voice, which keeps its id when it is added again', async () => {
  const model = piperFiles(newFolder())
  expect(await add(model, 'CC-BY-4.0')).toContain(
    'en-us-lessac-medium: in order (piper, voices en-us-lessac-medium, avatars 1001)',
  )
  expect(await add(model, 'CC-BY-4.0')).toContain('avatars 1001')
  const { licence, sampleRate, avatars } = manifestOf('en-us-lessac-medium')
  expect({ licence, sampleRate }).toEqual({ licence: 'CC-BY-4.0', sampleRate: 22_050 })
  expect(avatars).toMatchObject([{ name: 'Lessac', locale: 'en_US', otherTags: ['Sex guessed from the pitch'] }])
  expect(
    await add(piperFiles(newFolder(), { stem: 'en_GB-alan (low)!', change: { language: { code: 'en_GB' } } })),
  ).toContain('avatars 1002')
  expect(manifestOf('en-gb-alan-low').avatars[0].accentType).toBe('British')
  await add(piperFiles(newFolder(), { stem: 'en_AU-kim-low', change: { language: { code: 'en_AU' } } }))
  expect(manifestOf('en-au-kim-low')).toMatchObject({ languageCode: 'en-au', avatars: [{ locale: 'en_AU' }] })
  await checkVoices({ name: 'en-gb-alan-low' }, config, () => {})
})

test('each speaker of a Piper voice is an avatar', async () => {
  expect(await add(piperFiles(newFolder(), { speakers: 2 }))).toContain('voices ann, bob, avatars 1001, 1002')
})

test('a Kokoro npz has its English voices in one package, each with its accent', async () => {
  const folder = npzFiles(newFolder(), { af_bella: npy(STYLES), bm_lewis: npy(STYLES), zf_xiaobei: npy(STYLES) })
  rmSync(join(folder, 'config.json'))
  // The made model has fewer letters than Kokoro, so only the description can be checked with its own vocabulary.
  const { findDownloads } = await import('../synthesis/voice-packages/downloads/find-downloads.ts')
  const { found, notes } = await findDownloads(folder)
  expect(found[0]!.voices).toEqual([
    { engineVoice: 'af_bella', name: 'Bella', languageCode: 'en-us', gender: 'female' },
    { engineVoice: 'bm_lewis', name: 'Lewis', languageCode: 'en-gb', gender: 'male' },
  ])
  expect(notes).toEqual(['zf_xiaobei is left out: it speaks Chinese, and this service speaks English.'])
  const american = npzFiles(newFolder(), { af_bella: npy(STYLES), am_adam: npy(STYLES) })
  expect(await add(american)).toContain('kokoro-v1-0: in order (kokoro, voices af_bella, am_adam, avatars 1001, 1002)')
})

test('a Kokoro npz with the graph of the export script speaks, and its words have the times of its durations', async () => {
  const folder = npzFiles(newFolder(), { af_bella: npy(STYLES), am_adam: npy(STYLES) }, exportedKokoro())
  expect(await add(folder)).toContain('kokoro-v1-0: in order (kokoro, voices af_bella, am_adam')
  const lines: string[] = []
  await checkVoices({ name: 'kokoro-v1-0' }, config, (line) => lines.push(line))
  expect(lines.join('\n')).toMatch(
    /af_bella: -[\d.]+ LUFS, 0 clipped samples, [\d.]+ times as fast as speech, 77 of 77 words timed/,
  )
})

test('a Kokoro folder speaks American and British, with the best of its models', async () => {
  const folder = communityFiles(newFolder(), ['q4f16', 'fp32', 'fp16'])
  const printed = await add(folder)
  expect(printed).toContain('kokoro-fp32: in order (kokoro, voices af_heart, bm_george')
  expect(printed).toContain('jf_alpha is left out: it speaks Japanese')
  expect(manifestOf('kokoro-fp32').avatars).toMatchObject([
    { name: 'Heart', gender: 'female', accentType: 'American' },
    { name: 'George', gender: 'male', accentType: 'British' },
  ])
  expect(await add(join(folder, 'onnx', 'model_q4f16.onnx'))).toContain('kokoro-q4f16: in order')
  expect(readdirSync(OWN)).toEqual(['kokoro-fp32', 'kokoro-q4f16'])
})

test.each<Precision>(['fp16', 'quantized', 'q4f16'])(
  'a Kokoro model with weights of %s speaks as that of 32 bits does',
  async (precision) => {
    await add(communityFiles(newFolder()))
    expect(await add(communityFiles(newFolder(), [precision]))).toContain(`kokoro-${precision}: in order`)
    const figuresOf = async (name: string) => {
      const lines: string[] = []
      await checkVoices({ name, json: true }, config, (line) => lines.push(line))
      return JSON.parse(lines[0]!).figures
    }
    const [exact, rounded] = [await figuresOf('kokoro-fp32'), await figuresOf(`kokoro-${precision}`)]
    expect(rounded).toHaveLength(2)
    for (const [i, figures] of rounded.entries()) {
      expect(Math.abs(figures.loudness - exact[i].loudness)).toBeLessThan(0.2)
      expect(figures).toMatchObject({ clipped_samples: 0, words: exact[i].words, timed_words: exact[i].timed_words })
    }
  },
)

test.each<[string, (folder: string) => string, string]>([
  [
    'a truncated model',
    (folder) => {
      const model = piperFiles(folder)
      writeFileSync(model, readFileSync(model).subarray(0, 500))
      return model
    },
    'the model cannot be read',
  ],
  [
    'a config that is not JSON',
    (folder) => {
      const model = piperFiles(folder)
      writeFileSync(`${model}.json`, '{')
      return model
    },
    'is not JSON',
  ],
  ['another language', (folder) => piperFiles(folder, { change: { language: { code: 'de_DE' } } }), 'it speaks de_DE'],
  [
    'a voice trained on text',
    (folder) => piperFiles(folder, { change: { phoneme_type: 'text' } }),
    'it was trained on "text"',
  ],
  ['a zip bomb', (folder) => npzFiles(folder, { af_bella: new Uint8Array(2 ** 21) }), 'af_bella.npy is larger than'],
  [
    'an array of objects',
    (folder) => npzFiles(folder, { af_bella: npy(STYLES, { type: '|O' }) }),
    'af_bella.npy is a pickle',
  ],
  ['an array that is cut off', (folder) => npzFiles(folder, { af_bella: npy(STYLES.subarray(4)) }), 'is cut off'],
  [
    'an npz that is cut off',
    (folder) => {
      npzFiles(folder, { af_bella: npy(STYLES) })
      const path = join(folder, 'voices-v1.0.bin')
      writeFileSync(path, readFileSync(path).subarray(0, 1000))
      return folder
    },
    'it is not a complete zip',
  ],
  [
    'a pickle',
    (folder) => {
      writeFileSync(join(folder, 'af_heart.pt'), 'x')
      return folder
    },
    'af_heart.pt is a pickle, which runs code when it is read',
  ],
  [
    'a link out of the folder',
    (folder) => {
      symlinkSync(piperFiles(newFolder()), join(folder, 'a.onnx'))
      writeFileSync(join(folder, 'a.onnx.json'), '{}')
      return folder
    },
    'it has none of',
  ],
  ['the name of a shipped voice', (folder) => piperFiles(folder, { stem: 'ember' }), 'another voice has this name'],
  [
    'a model without its config',
    (folder) => {
      const model = piperFiles(folder)
      rmSync(`${model}.json`)
      return model
    },
    'has no en_US-lessac-medium.onnx.json beside it',
  ],
  [
    'a zip whose bomb declares a small size',
    (folder) => {
      npzFiles(folder, { af_bella: npy(STYLES) })
      const bomb = Buffer.from(zipSync({ 'af_bella.npy': new Uint8Array(2 ** 24) }, { level: 9 }))
      const directory = bomb.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
      bomb.writeUInt32LE(1000, directory + 24)
      writeFileSync(join(folder, 'voices-v1.0.bin'), bomb)
      return folder
    },
    'voices-v1.0.bin: ',
  ],
  ['an empty folder', (folder) => folder, 'it has none of'],
])('refuses %s, and nothing remains', async (_, make, reason) => {
  await expect(add(make(newFolder()))).rejects.toThrow(reason)
  expect(readdirSync(dataDirectory).includes('voices') ? readdirSync(OWN) : []).toEqual([])
})

test('a Piper voice has as many avatars as speakers, and their ids pass over those that are taken', async () => {
  await add(piperFiles(newFolder(), { stem: 'first' }))
  const speaker_id_map = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i}`, i % 2]))
  const model = piperFiles(newFolder(), { stem: 'crowd', speakers: 2, change: { num_speakers: 40, speaker_id_map } })
  await expect(add(model)).rejects.toThrow('names 2 of 40 speakers')
  expect(await add(piperFiles(newFolder(), { stem: 'two', speakers: 2 }))).toContain('avatars 1002, 1003')
})

test('files without a licence are not added', async () => {
  await expect(addVoice({ source: piperFiles(newFolder()) }, config, () => {})).rejects.toThrow('add --licence')
})
