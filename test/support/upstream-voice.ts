import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { packageAvatar } from './package-avatar.ts'
import { writePackage } from './tiny-voices.ts'
import { editManifest } from './voice-packages.ts'

/** The avatar of `installUpstreamVoice`. */
export const UPSTREAM_SPEAKER = 1004

/** What a service needs to use the voice. */
export const UPSTREAM_SETTINGS = { VOICE_KEY_NEIGHBOUR: 'the key' } as const

/** Puts a voice into a data directory that a speech server speaks, one request a segment. */
export function installUpstreamVoice(dataDirectory: string, { baseUrl }: { readonly baseUrl: string }): void {
  const settings = {
    baseUrl,
    model: 'tts-1',
    voices: ['nova'],
    responseFormat: 'pcm',
    keyVariable: 'VOICE_KEY_NEIGHBOUR',
  }
  const folder = writePackage({ name: 'neighbour', engine: 'upstream', sampleRate: 24_000, settings }, {})
  editManifest(folder, (manifest) => {
    manifest.avatars = [packageAvatar(UPSTREAM_SPEAKER, 'nova', 'The neighbour')]
  })
  mkdirSync(join(dataDirectory, 'voices'), { recursive: true })
  cpSync(folder, join(dataDirectory, 'voices', 'neighbour'), { recursive: true })
}
