import { isBuiltIn } from '../../synthesis/engines/create-engine.ts'
import type { SpeechEngine } from '../../synthesis/speech-engine.ts'
import type { FoundPackage } from '../../synthesis/voice-packages/find-voice-packages.ts'
import { readVoiceManifest, type VoiceManifest } from '../../synthesis/voice-packages/voice-manifest.ts'
import { voicePackageError } from '../../synthesis/voice-packages/voice-package.ts'
import { parsePackageVoices } from '../../voices/catalogue.ts'
import type { Voice } from '../../voices/voice.ts'

export type PackageVoices = { readonly manifest: VoiceManifest; readonly voices: readonly Voice[] }

/**
 * Returns the avatars that a package's manifest declares. `taken` are the existing avatars.
 * Throws an error with the package's name if the manifest, its name or an avatar is wrong, or an id is taken.
 */
export async function readPackageVoices(
  { name, folder }: Pick<FoundPackage, 'name' | 'folder'>,
  taken: readonly Voice[],
): Promise<PackageVoices> {
  const { manifest } = await readVoiceManifest(folder)
  if (manifest.name !== name) {
    throw voicePackageError(name, `its manifest calls it "${manifest.name}": the folder needs the same name`)
  }
  if (isBuiltIn(name)) throw voicePackageError(name, 'an engine of the service has this name')
  try {
    return { manifest, voices: parsePackageVoices(manifest.avatars ?? [], { engine: name, taken }) }
  } catch (cause) {
    throw voicePackageError(name, `avatars: ${(cause as Error).message}`, { cause })
  }
}

/** Throws an error with the engine's name unless it has the voice of each of these avatars. */
export function checkSpoken({ name, voices: known }: SpeechEngine, voices: readonly Voice[]): void {
  const mute = voices.find(({ engine, engineVoice }) => engine === name && !known.includes(engineVoice))
  if (mute === undefined) return
  const problem = `avatar ${mute.avatar.id} speaks with its voice "${mute.engineVoice}", and it has ${known.join(', ')}`
  throw voicePackageError(name, problem)
}
