import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packageAvatar } from '../../../test/support/package-avatar.ts'
import { makePiperPackage } from '../../../test/support/tiny-voices.ts'
import { editManifest } from '../../../test/support/voice-packages.ts'
import { loadVoices } from './load-voices.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'declaim-load-voices-'))
  for (const origin of ['shipped', 'own']) mkdirSync(join(root, origin))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Puts a package into `shipped` or `own`. */
function install(
  origin: 'shipped' | 'own',
  folder: string,
  change: (manifest: { version: string }) => void = () => {},
) {
  editManifest(folder, change)
  cpSync(folder, join(root, origin, basename(folder)), { recursive: true })
}

async function load(...avatars: readonly object[]) {
  const avatarsFile = join(root, 'avatars.json')
  writeFileSync(avatarsFile, JSON.stringify(avatars))
  const refused: string[] = []
  const loaded = await loadVoices({
    renderThreads: 1,
    listenersPerThread: 10,
    streamPatienceMs: 0,
    avatarsFile,
    folders: { shipped: join(root, 'shipped'), own: join(root, 'own') },
    voiceKeys: {},
    referenceSpeakers: [{ id: 900, gender: 'male', style: 'Narration', locale: 'en_US' }],
    onRefused: (error) => refused.push((error as Error).message),
  })
  await loaded.close()
  return { ...loaded, refused }
}

const tone = { ...packageAvatar(3, 'tone'), engine: 'tone' }
const fiddle = { ...packageAvatar(4, 'fiddle'), engine: 'fiddle' }

test('avatars of the file speak with packages, and only what they name is started', async () => {
  install('shipped', makePiperPackage('fiddle'))
  install('shipped', makePiperPackage('silent'))
  const { catalogue, engines, refused } = await load(tone, fiddle)
  expect(catalogue.voices.map(({ avatar }) => avatar.id)).toEqual([3, 4])
  expect([...engines.keys()]).toEqual(['tone', 'fiddle'])
  expect(refused).toEqual([])
})

test('a reference id is spoken by another avatar, but never by an upstream server', async () => {
  install('shipped', makePiperPackage('fiddle'))
  const { catalogue } = await load(tone, fiddle)
  expect(catalogue.aliases.get(900)?.avatar.id).toBe(3)
})

test('a package of the operator stands in for one of the same name', async () => {
  install('shipped', makePiperPackage('fiddle'))
  install('own', makePiperPackage('fiddle'), (manifest) => {
    manifest.version = '7'
  })
  const { engines } = await load(fiddle)
  expect(engines.get('fiddle')?.version).toMatch(/^7-/)
})

test('avatars of the file whose package is refused are left out', async () => {
  install('shipped', makePiperPackage('fiddle'))
  rmSync(join(root, 'shipped', 'fiddle', 'manifest.json'))
  const { catalogue, refused } = await load(tone, fiddle)
  expect(catalogue.voices.map(({ avatar }) => avatar.id)).toEqual([3])
  expect(refused).toEqual(['Cannot load voice "fiddle": manifest.json cannot be read'])
})

test('a package in a folder of another name is refused, and so is one with the name of a built-in engine', async () => {
  install('own', makePiperPackage('fiddle'))
  cpSync(join(root, 'own', 'fiddle'), join(root, 'own', 'violin'), { recursive: true })
  install('own', makePiperPackage('flite'))
  const { refused } = await load(tone)
  expect(refused).toEqual([
    'Cannot load voice "flite": an engine of the service has this name',
    'Cannot load voice "violin": its manifest calls it "fiddle": the folder needs the same name',
  ])
})

test.each([
  [
    'names an engine that there is not',
    [tone, fiddle],
    'Cannot speak as avatar 4: there is no engine or voice package "fiddle"',
  ],
  [
    'names a voice that a built-in engine has not',
    [{ ...tone, engineVoice: 'bell' }],
    'avatar 3 speaks with its voice "bell", and it has tone',
  ],
])('the service does not start where the avatars file %s', async (_, avatars, problem) => {
  await expect(load(...avatars)).rejects.toThrow(problem)
})

test('the service does not start without any voice', async () => {
  install('shipped', makePiperPackage('fiddle'))
  rmSync(join(root, 'shipped', 'fiddle', 'model.onnx'))
  await expect(load(fiddle)).rejects.toThrow('Cannot start without a voice: every package was refused')
})
