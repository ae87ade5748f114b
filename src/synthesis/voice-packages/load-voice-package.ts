import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { readVoiceManifest } from './voice-manifest.ts'
import { type VoicePackage, voicePackageError } from './voice-package.ts'

/**
 * Loads the voice package in `folder`. Checks its manifest, and compares every file with its checksum. Throws an error with the
 * voice's name and the reason if something is missing or differs.
 */
export async function loadVoicePackage(folder: string): Promise<VoicePackage> {
  const { manifest, bytes } = await readVoiceManifest(folder)
  const { files: listed, format: _, avatars = [], ...facts } = manifest
  const checksum = createHash('sha256').update(bytes)
  const files: Record<string, string> = {}
  for (const [role, { path, sha256 }] of Object.entries(listed)) {
    const file = resolve(folder, path)
    const found = sha256Of(await readPart(file, facts.name))
    if (found !== sha256) {
      throw voicePackageError(facts.name, `${path} has the checksum ${found}, and the manifest expects ${sha256}`)
    }
    checksum.update(found)
    files[role] = file
  }
  return { ...facts, avatars, folder: resolve(folder), files, checksum: checksum.digest('hex') }
}

async function readPart(path: string, name: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw voicePackageError(name, `${basename(path)} cannot be read`, { cause })
  }
}

/** Returns the SHA-256 in hexadecimal. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
