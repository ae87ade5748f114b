import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { type DownloadProgress, downloadBytes, downloadFile } from './download-file.ts'
import { sha256Of } from './load-voice-package.ts'
import { MANIFEST_FILE, parseVoiceManifest, type VoiceManifest } from './voice-manifest.ts'
import { voicePackageError } from './voice-package.ts'

export type FetchOptions = {
  /** An empty folder; the package becomes a folder of its name in it. */
  readonly into: string
  /** What the manifest must have, in hexadecimal. It names the checksums of all other files, so it stands for them too. */
  readonly sha256: string | undefined
  readonly onProgress: (progress: DownloadProgress) => void
}

export type FetchedPackage = { readonly name: string; readonly folder: string }

/** Come along where a folder has them. */
const PAPERS = ['README.md', 'LICENSE', 'NOTICE']

/**
 * Copies a voice package from a folder, or downloads it from the URL of its manifest: the manifest and the files that it
 * lists, and nothing else. What a folder lacks is downloaded from the `url` that the manifest gives for it; what the
 * manifest of a URL gives no `url` for lies beside it. Throws an error when a download fails or has another checksum.
 */
export async function fetchVoicePackage(source: string, options: FetchOptions): Promise<FetchedPackage> {
  const isRemote = /^https?:\/\//.test(source)
  const bytes = isRemote ? await downloadBytes(source) : await readManifest(source)
  const label = isRemote ? source : basename(resolve(source))
  const found = sha256Of(bytes)
  if (options.sha256 !== undefined && found !== options.sha256.toLowerCase()) {
    throw voicePackageError(label, `its manifest has the checksum ${found}, and ${options.sha256} is expected`)
  }
  const manifest = parseVoiceManifest(bytes, label)
  const folder = join(options.into, manifest.name)
  await mkdir(folder)
  await writeFile(join(folder, MANIFEST_FILE), bytes)
  for (const file of Object.values(manifest.files)) {
    const beside = isRemote ? new URL(file.path, source).href : undefined
    await fetchFile(file, { manifest, folder, beside, local: isRemote ? undefined : resolve(source), ...options })
  }
  if (!isRemote) for (const paper of PAPERS) await copyIfThere(join(source, paper), join(folder, paper))
  return { name: manifest.name, folder }
}

async function readManifest(folder: string): Promise<Uint8Array> {
  try {
    return await readFile(join(folder, MANIFEST_FILE))
  } catch (cause) {
    throw new Error(`Cannot add the voice in ${folder}: it has no ${MANIFEST_FILE}`, { cause })
  }
}

type FileOptions = Pick<FetchOptions, 'onProgress'> & {
  readonly manifest: VoiceManifest
  readonly folder: string
  /** The folder that the package comes from, if it comes from one. */
  readonly local: string | undefined
  /** The file's URL where the manifest gives none. */
  readonly beside: string | undefined
}

async function fetchFile(
  { path, sha256, url }: VoiceManifest['files'][string],
  { manifest, folder, local, beside, onProgress }: FileOptions,
): Promise<void> {
  const target = join(folder, path)
  if (local !== undefined && (await copyIfThere(join(local, path), target))) return
  const from = url ?? beside
  if (from === undefined)
    throw voicePackageError(manifest.name, `${path} is missing, and the manifest has no url for it`)
  const found = await downloadFile(from, { path: target, name: path, onProgress })
  if (found !== sha256) {
    throw voicePackageError(manifest.name, `${from} has the checksum ${found}, and the manifest expects ${sha256}`)
  }
}

async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
