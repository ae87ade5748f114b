import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  copyEmber,
  EMBER,
  editManifest,
  loadNeuralPackage,
  sha256OfFile,
} from '../../../test/support/voice-packages.ts'
import { createNeuralEngine } from '../engines/neural/neural-engine.ts'
import { parseNeuralSettings } from '../engines/neural/neural-settings.ts'
import { loadVoicePackage } from './load-voice-package.ts'

let folder: string
beforeEach(() => {
  folder = copyEmber()
})
afterEach(() => rmSync(dirname(folder), { recursive: true }))

test('loads the voice that comes with the service', async () => {
  const voice = await loadVoicePackage(EMBER)
  expect(voice).toMatchObject({ name: 'ember', engine: 'neural', languageCode: 'en-us', sampleRate: 22_050 })
  expect(Object.keys(voice.files)).toEqual(['prosody', 'acoustic', 'acoustic-ember', 'noise', 'vocoder'])
})

test('gives the same checksum for the same files, and another for others', async () => {
  const { checksum } = await loadVoicePackage(EMBER)
  expect((await loadVoicePackage(folder)).checksum).toBe(checksum)
  editManifest(folder, (manifest) => {
    manifest.version = '1.0.1'
  })
  expect((await loadVoicePackage(folder)).checksum).not.toBe(checksum)
})

test.each([
  ['a file that is missing', () => rmSync(join(folder, 'vocoder.onnx')), 'vocoder.onnx cannot be read'],
  ['a file that differs', () => appendFileSync(join(folder, 'acoustic.onnx'), 'x'), 'acoustic.onnx has the checksum'],
  ['no manifest', () => rmSync(join(folder, 'manifest.json')), 'manifest.json cannot be read'],
  ['a manifest that is no JSON', () => writeFileSync(join(folder, 'manifest.json'), '{'), 'manifest.json is not JSON'],
])('refuses %s with the name of the voice and the reason', async (_, damage, reason) => {
  damage()
  await expect(loadVoicePackage(folder)).rejects.toThrow(`Cannot load voice "ember": ${reason}`)
})

test.each([
  ['format', 2, 'manifest.json: /format must be equal to constant'],
  ['licence', undefined, 'manifest.json: / must have required properties licence'],
  ['sampleRate', '22050', 'manifest.json: /sampleRate must be integer'],
  ['files', { vocoder: { path: '../vocoder.onnx', sha256: '0'.repeat(64) } }, 'manifest.json: /files/vocoder/path'],
])('refuses a manifest whose %s is %o', async (key, value, reason) => {
  editManifest(folder, (manifest) => {
    manifest[key] = value
  })
  await expect(loadVoicePackage(folder)).rejects.toThrow(`Cannot load voice "ember": ${reason}`)
})

test.each([
  ['another engine', (manifest) => (manifest.engine = 'kokoro'), 'it is for the engine "kokoro"'],
  [
    'a foreign token',
    (manifest) => (manifest.settings.tokens[20] = 'ɲ'),
    'token "ɲ" is neither ARPAbet nor a boundary',
  ],
  ['a missing token', (manifest) => manifest.settings.tokens.pop(), 'token "UW2" is missing'],
  ['falling bands', (manifest) => manifest.settings.bandHz.reverse(), 'bandHz does not rise'],
  ['no statistics', (manifest) => (manifest.settings.logF0 = {}), 'settings: /logF0 must have required properties'],
  // biome-ignore lint/suspicious/noExplicitAny: a manifest that is wrong on purpose
] as const satisfies [string, (manifest: any) => unknown, string][])(
  'refuses settings with %s',
  async (_, edit, reason) => {
    editManifest(folder, edit)
    const voice = await loadVoicePackage(folder)
    expect(() => parseNeuralSettings(voice)).toThrow(`Cannot load voice "ember": ${reason}`)
  },
)

test.each([
  [
    'a network of another shape',
    (manifest) => manifest.settings.bandHz.pop(),
    'output "feat" of the acoustic network is float32 [1, T, 85]: expected float32 [*, T, 84]',
  ],
  [
    'the wrong network',
    (manifest) => (manifest.files.acoustic = manifest.files.vocoder),
    'input "tok" of the acoustic network is missing: expected int64 [1, N]',
  ],
  ['no network', (manifest) => delete manifest.files.vocoder, 'the manifest lists no file "vocoder"'],
  // biome-ignore lint/suspicious/noExplicitAny: a manifest that is wrong on purpose
] as const satisfies [string, (manifest: any) => unknown, string][])(
  'an engine refuses %s',
  async (_, edit, reason) => {
    editManifest(folder, edit)
    await expect(createNeuralEngine(await loadNeuralPackage(folder))).rejects.toThrow(
      `Cannot load voice "ember": ${reason}`,
    )
  },
)

test('an engine refuses a file that is no network', async () => {
  const path = join(folder, 'prosody.onnx')
  writeFileSync(path, 'not a network')
  editManifest(folder, (manifest) => {
    manifest.files.prosody.sha256 = sha256OfFile(path)
  })
  await expect(createNeuralEngine(await loadNeuralPackage(folder))).rejects.toThrow(
    'the prosody network cannot be opened',
  )
})
