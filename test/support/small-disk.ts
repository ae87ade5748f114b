import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Why a test cannot have a small disk here; undefined if it can. */
export const noSmallDisk =
  process.platform === 'linux' && process.getuid?.() === 0 ? undefined : 'only root on Linux can mount a tmpfs'

/** A file system of its own, in memory. */
export type SmallDisk = {
  readonly folder: string
  /** Takes all of its free space. */
  fill(): Promise<void>
  /** Gives back what `fill` took. */
  empty(): Promise<void>
  remove(): Promise<void>
}

export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  return {
    folder,
    async fill() {
      await run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k', 'oflag=append', 'conv=notrunc']).catch(() => {})
    },
    empty: () => rm(filler, { force: true }),
    async remove() {
      await writeFile(filler, '').catch(() => {})
      await run('umount', ['--lazy', folder])
      await rm(folder, { recursive: true })
    },
  }
}
