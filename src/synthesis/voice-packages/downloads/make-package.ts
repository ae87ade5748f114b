import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FetchedPackage } from '../fetch-voice-package.ts'
import { MANIFEST_FILE } from '../voice-manifest.ts'
import type { DownloadDescription } from './layout.ts'

export type MakeOptions = {
  /** The package becomes a subfolder with its own name. */
  readonly into: string
  readonly licence: string
}

/** A package whose manifest has no avatars yet. */
export type MadePackage = FetchedPackage & {
  /** Writes the manifest again, with these avatars. */
  writeAvatars(avatars: readonly unknown[]): Promise<void>
}

/** Makes a voice package of a download: copies its files, and writes the manifest with their checksums. */
export async function makePackage(
  { name, engine, version, languageCode, sampleRate, source, settings, parts }: DownloadDescription,
  { into, licence }: MakeOptions,
): Promise<MadePackage> {
  const folder = join(into, name)
  await mkdir(folder)
  const files: Record<string, { readonly path: string; readonly sha256: string }> = {}
  for (const [role, part] of Object.entries(parts)) {
    const place = join(folder, part.fileName)
    if ('copy' in part) await copyFile(part.copy.path, place)
    else await writeFile(place, part.bytes)
    files[role] = { path: part.fileName, sha256: await sha256OfFile(place) }
  }
  const facts = { format: 1, name, version, engine, languageCode, sampleRate, licence, source, files, settings }
  const writeAvatars = async (avatars: readonly unknown[]) => {
    await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify({ ...facts, avatars }, undefined, 2)}\n`)
  }
  await writeAvatars([])
  return { name, folder, writeAvatars }
}

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes as Uint8Array)
  return hash.digest('hex')
}
