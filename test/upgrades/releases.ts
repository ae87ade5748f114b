import { execFile, spawnSync } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Commits of the releases that tests upgrade from. */
export const RELEASES: Readonly<Record<string, string>> = {
  '0.5.0': 'dd784d5b0efabc3e7542de66c6c1b478fbb6d2af',
  '0.10.0': '5c4264084a3af18cfca933d8aab1307c0fd7fe26',
  '0.15.0': '2c3e3afcab17fcffea160321bcf850c0ba8da3e1',
  '0.18.0': '882ec55f5633970da328b882e3d53329415ac1b6',
  '0.21.0': '38e1c83a6d7fe628162cd4ed1e6e19b0f8291986',
}

/** Whether the history that holds a release is there; a shallow clone has none. */
export const hasRelease = (release: string): boolean =>
  spawnSync('git', ['cat-file', '-e', `${RELEASES[release]}^{commit}`], { cwd: ROOT }).status === 0

/** Writes the files of a release into a folder, without packages; those of `paths` alone if it names any. Rejects if the history has no such commit. */
export async function unpackRelease(release: string, folder: string, paths: readonly string[] = []): Promise<void> {
  await mkdir(folder, { recursive: true })
  const archive = join(folder, 'release.tar')
  await run('git', ['archive', '--output', archive, RELEASES[release]!, ...paths], { cwd: ROOT })
  await run('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
}
