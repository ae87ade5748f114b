import { copyFile, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { type DownloadLimits, type DownloadProgress, downloadBytes, downloadFile } from './download-file.ts'
import { sha256Of } from './load-voice-package.ts'
import { MANIFEST_FILE, parseVoiceManifest, type VoiceManifest } from './voice-manifest.ts'
import { voicePackageError } from './voice-package.ts'

export type FetchOptions = {
  /** An empty folder. The package becomes a subfolder with its own name. */
  readonly into: string
  /** Expected SHA-256 of the manifest, in hexadecimal. The manifest has the checksums of all other files, so this covers them too. */
  readonly sha256: string | undefined
  readonly onProgress: (progress: DownloadProgress) => void
  /** Limits for each file, whether it is downloaded or copied. */
  readonly limits?: DownloadLimits
}

/** Above the size of any voice we know, and below the speed of any useful network. */
const LIMITS: DownloadLimits = { maxBytes: 4 * 2 ** 30, silenceMs: 60_000, totalMs: 2 * 3_600_000 }
const MAX_MANIFEST_BYTES = 2 ** 20

export type FetchedPackage = { readonly name: string; readonly folder: string }

/** Copied too if the folder has them. */
const PAPERS = ['README.md', 'LICENSE', 'NOTICE']

/**
 * Copies a voice package from a folder, or downloads it from the URL of its manifest: the manifest and the files that it lists. A
 * file that is missing from the folder is downloaded from its `url` in the manifest. A remote file without a `url` is next to the
 * manifest. Throws an error if a download fails, exceeds a limit or has another checksum, or if a link leaves the folder.
 */
export async function fetchVoicePackage(
  source: string,
  { limits = LIMITS, ...options }: FetchOptions,
): Promise<FetchedPackage> {
  const isRemote = /^https?:\/\//.test(source)
  const manifestLimits = { ...limits, maxBytes: Math.min(limits.maxBytes, MAX_MANIFEST_BYTES) }
  const bytes = isRemote
    ? await downloadBytes(source, manifestLimits)
    : await readManifest(source, manifestLimits.maxBytes)
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
    await fetchFile(file, {
      manifest,
      folder,
      beside,
      local: isRemote ? undefined : resolve(source),
      limits,
      ...options,
    })
  }
  if (!isRemote) {
    for (const paper of PAPERS)
      await copyIfThere(paper, { from: source, to: folder, maxBytes: manifestLimits.maxBytes })
  }
  return { name: manifest.name, folder }
}

async function readManifest(folder: string, maxBytes: number): Promise<Uint8Array> {
  try {
    return await readFile(await findInside(folder, MANIFEST_FILE, maxBytes))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
    throw new Error(`Cannot add the voice in ${folder}: it has no ${MANIFEST_FILE}`, { cause })
  }
}

type FileOptions = Pick<FetchOptions, 'onProgress'> & {
  readonly limits: DownloadLimits
  readonly manifest: VoiceManifest
  readonly folder: string
  /** The source folder of the package; undefined if it comes from a URL. */
  readonly local: string | undefined
  /** The file's URL if the manifest gives none. */
  readonly beside: string | undefined
}

async function fetchFile(
  { path, sha256, url }: VoiceManifest['files'][string],
  { manifest, folder, local, beside, limits, onProgress }: FileOptions,
): Promise<void> {
  const target = join(folder, path)
  if (local !== undefined && (await copyIfThere(path, { from: local, to: folder, ...limits }))) return
  const from = url ?? beside
  if (from === undefined)
    throw voicePackageError(manifest.name, `${path} is missing, and the manifest has no url for it`)
  const found = await downloadFile(from, { path: target, name: path, limits, onProgress })
  if (found !== sha256) {
    throw voicePackageError(manifest.name, `${from} has the checksum ${found}, and the manifest expects ${sha256}`)
  }
}

type CopyOptions = { readonly from: string; readonly to: string; readonly maxBytes: number }

async function copyIfThere(name: string, { from, to, maxBytes }: CopyOptions): Promise<boolean> {
  try {
    await copyFile(await findInside(from, name, maxBytes), join(to, name))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Returns the real path of a file in a folder. Throws an Error if it is a link out of the folder, too large or not a file. */
async function findInside(folder: string, name: string, maxBytes: number): Promise<string> {
  const path = await realpath(join(folder, name))
  if (!path.startsWith((await realpath(folder)) + sep))
    throw new Error(`Cannot add the voice in ${folder}: ${name} is a link out of the folder; replace it by the file`)
  const found = await stat(path)
  if (!found.isFile())
    throw new Error(`Cannot add the voice in ${folder}: ${name} is not a file; remove it from the package`)
  if (found.size > maxBytes)
    throw new Error(`Cannot add the voice in ${folder}: ${name} has ${found.size} bytes; expected at most ${maxBytes}`)
  return path
}
