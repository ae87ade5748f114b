import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FetchedPackage, type FetchOptions, fetchVoicePackage } from './fetch-voice-package.ts'

export type InstallOptions = Omit<FetchOptions, 'into'> & {
  /** The folder of the operator's packages. */
  readonly own: string
  /** Throws unless the package may be used; it is not in its place yet. */
  readonly check: (fetched: FetchedPackage) => Promise<void>
}

/**
 * Puts a voice package into the folder of the operator's packages, where it replaces one of the same name. It gets its
 * name only when it is whole and checked: nothing is changed when anything is wrong.
 */
export async function installVoicePackage(
  source: string,
  { own, check, ...options }: InstallOptions,
): Promise<FetchedPackage> {
  await mkdir(own, { recursive: true })
  const workshop = await mkdtemp(join(own, '.adding-'))
  try {
    const { name, folder } = await fetchVoicePackage(source, { ...options, into: workshop })
    await check({ name, folder })
    const place = join(own, name)
    await rename(place, join(workshop, '.replaced')).catch(ignoreMissing)
    await rename(folder, place)
    return { name, folder: place }
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}

/** Removes a package of the operator's; false where there is none of this name. */
export async function removeVoicePackage(own: string, name: string): Promise<boolean> {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) return false
  const workshop = await mkdtemp(join(own, '.removing-')).catch(ignoreMissing)
  if (workshop === undefined) return false
  try {
    // Under another name it is gone at once, however long its files take.
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
