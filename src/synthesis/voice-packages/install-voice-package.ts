import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { clearWorkshops } from './clear-workshops.ts'
import { type FetchedPackage, type FetchOptions, fetchVoicePackage } from './fetch-voice-package.ts'

export type InstallOptions = Omit<FetchOptions, 'into'> & {
  /** The folder of the operator's packages. */
  readonly own: string
  /** Throws unless the package may be used. It is called before the package is moved to its final place. */
  readonly check: (fetched: FetchedPackage) => Promise<void>
}

/** Makes a package as a subfolder of `into`, which is empty. */
export type MakePackage = (into: string) => Promise<FetchedPackage>

/**
 * Adds a voice package to the operator's folder, from where `source` says or as it makes it. It replaces a package of the same name. The package gets its name only after it
 * is complete and checked, so an error changes nothing. What a killed process left behind is removed first.
 */
export async function installVoicePackage(
  source: string | MakePackage,
  { own, check, ...options }: InstallOptions,
): Promise<FetchedPackage> {
  await mkdir(own, { recursive: true })
  await clearWorkshops(own)
  const workshop = await mkdtemp(join(own, `.adding-${process.pid}-`))
  const replaced = join(workshop, 'replaced')
  try {
    const added = join(workshop, 'added')
    await mkdir(added)
    const fetched = typeof source === 'string' ? fetchVoicePackage(source, { ...options, into: added }) : source(added)
    const { name, folder } = await fetched
    await check({ name, folder })
    const place = join(own, name)
    await mkdir(replaced)
    await rename(place, join(replaced, name)).catch(ignoreMissing)
    await rename(folder, place)
    return { name, folder: place }
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}

/** Removes a package from the operator's folder. Returns false if there is none of this name. */
export async function removeVoicePackage(own: string, name: string): Promise<boolean> {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) return false
  const workshop = await mkdtemp(join(own, `.removing-${process.pid}-`)).catch(ignoreMissing)
  if (workshop === undefined) return false
  try {
    // After the rename the package is gone at once, however long it takes to delete its files.
    await rename(join(own, name), join(workshop, name))
    return true
  } catch (error) {
    ignoreMissing(error as NodeJS.ErrnoException)
    return false
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
