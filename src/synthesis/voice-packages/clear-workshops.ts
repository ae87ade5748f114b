import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Name of the folder in which a process adds or removes a package. The number is the process ID. */
const WORKSHOP = /^\.(?:adding|removing)-(\d+)-/

/**
 * Removes what killed processes left in the operator's folder while they added or removed a package. A package that was about to
 * be replaced is restored.
 */
export async function clearWorkshops(own: string): Promise<void> {
  for (const entry of await readdir(own)) {
    const owner = WORKSHOP.exec(entry)?.[1]
    if (owner === undefined || isRunning(Number(owner))) continue
    const workshop = join(own, entry)
    const replaced = join(workshop, 'replaced')
    for (const name of await readdir(replaced).catch(() => [])) {
      // Fails if the new package is already there.
      await rename(join(replaced, name), join(own, name)).catch(() => {})
    }
    await rm(workshop, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
