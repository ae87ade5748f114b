import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type NeuralSettings, parseNeuralSettings } from '../../src/synthesis/engines/neural/neural-settings.ts'
import { loadVoicePackage } from '../../src/synthesis/voice-packages/load-voice-package.ts'
import type { VoicePackage } from '../../src/synthesis/voice-packages/voice-package.ts'

/** The folder of the voice that comes with the service. */
export const EMBER = fileURLToPath(new URL('../../data/voices/ember', import.meta.url))

/** A package of the neural engine, checked. */
export async function loadNeuralPackage(folder: string): Promise<VoicePackage<NeuralSettings>> {
  const voice = await loadVoicePackage(folder)
  return { ...voice, settings: parseNeuralSettings(voice) }
}

/** A copy of that voice in a new temporary folder, for tests that damage it. */
export function copyEmber(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'declaim-voice-')), 'ember')
  cpSync(EMBER, folder, { recursive: true })
  return folder
}

/** Rewrites the manifest in `folder`. */
// biome-ignore lint/suspicious/noExplicitAny: a test makes any manifest, right or wrong
export function editManifest(folder: string, edit: (manifest: any) => void): void {
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  edit(manifest)
  writeFileSync(path, JSON.stringify(manifest))
}

export function sha256OfFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/** Changes the content of the file with this role, and its checksum in the manifest with it. */
export function rewriteFile(folder: string, role: string, change: (text: string) => string): void {
  editManifest(folder, (manifest) => {
    const path = join(folder, manifest.files[role].path)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
    manifest.files[role].sha256 = sha256OfFile(path)
  })
}
