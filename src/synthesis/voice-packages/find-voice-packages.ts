import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The folders that hold voice packages, a folder each. */
export type VoiceFolders = {
  /** Of those that come with the service. */
  readonly shipped: string
  /** Of the operator's. */
  readonly own: string
}

export type FoundPackage = {
  /** Of the folder, and of the voice if it is in order. */
  readonly name: string
  readonly folder: string
  readonly origin: keyof VoiceFolders
}

/** The packages there are, in order of their names, and not yet looked at. One of the operator's replaces one of the same name. */
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
  // Names with a dot are packages that are being added or removed.
  const folders = entries.filter(({ name }) => !name.startsWith('.')).filter((entry) => !entry.isFile())
  return folders.map(({ name }) => ({ name, folder: join(parent, name), origin }))
}
