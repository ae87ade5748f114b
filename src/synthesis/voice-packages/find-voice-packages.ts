import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The folders that contain voice packages, with one subfolder per package. */
export type VoiceFolders = {
  /** Folder of the packages that come with the service. */
  readonly shipped: string
  /** Folder of the operator's packages. */
  readonly own: string
}

export type FoundPackage = {
  /** Name of the folder, and of the voice if the package is valid. */
  readonly name: string
  readonly folder: string
  readonly origin: keyof VoiceFolders
}

/** Lists the installed packages by name, without checking them. A package of the operator replaces a shipped one with the same name. */
export async function findVoicePackages({ shipped, own }: VoiceFolders): Promise<readonly FoundPackage[]> {
  const found = [...(await listPackages(shipped, 'shipped')), ...(await listPackages(own, 'own'))]
  const byName = new Map(found.map((one) => [one.name, one]))
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function listPackages(parent: string, origin: FoundPackage['origin']): Promise<readonly FoundPackage[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  // Names that begin with a dot are packages that are being added or removed.
  const folders = entries.filter(({ name }) => !name.startsWith('.')).filter((entry) => !entry.isFile())
  return folders.map(({ name }) => ({ name, folder: join(parent, name), origin }))
}
