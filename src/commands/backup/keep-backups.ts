import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { formatCount } from '../../api/answers/format-count.ts'
import type { Config } from '../../config.ts'
import { CommandError } from '../exit-codes.ts'
import { makeFolder } from '../files.ts'
import { type JsonOption, toJson } from '../to-json.ts'
import { MANIFEST, readManifest } from './backup-folder.ts'
import { createBackup } from './create-backup.ts'
import { verifyBackup } from './verify-backup.ts'

/** Names of the backups in a folder: their times in UTC, in the order of time. */
const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/
/** A backup without a manifest that is older has broken off; a younger one may still be made. */
const UNFINISHED_MS = 86_400_000

type KeepOptions = JsonOption & {
  /** Holds the backups. */
  readonly folder: string
  readonly keep: number
}

/**
 * Makes a backup in a folder of backups, verifies it, and removes the oldest ones, so that `keep` are left. If the new one fails, it is
 * removed, and all others stay. Leaves alone what does not have the name of a backup.
 */
export async function keepBackups(
  { folder, keep, json }: KeepOptions,
  config: Config,
  print: (line: string) => void,
  now = Date.now(),
): Promise<void> {
  await makeFolder(folder, 0o700)
  const own = join(folder, `${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z`)
  if (existsSync(own)) throw new CommandError('cannotCreate', `Cannot back up to ${own}: it exists already`)
  const printed: string[] = []
  try {
    await createBackup({ folder: own, json }, config, (line) => void printed.push(line))
    const problems = await verifyBackup(own, await readManifest(own))
    if (problems.length > 0)
      throw new CommandError('data', `Cannot keep the backup ${own}: it is damaged (${problems[0]}); check the disk`)
  } catch (error) {
    await rm(own, { recursive: true, force: true })
    throw error
  }
  const removed = await findSuperfluous(folder, { keep, now })
  for (const name of removed) await rm(join(folder, name), { recursive: true })
  if (json) return print(toJson({ ...(JSON.parse(printed.join('')) as object), removed }))
  for (const line of printed) print(line)
  print(`It is whole. Removed ${formatCount(removed.length, 'older backup')}.`)
}

/** Names of the backups beyond the newest ones, and of those that broke off. */
async function findSuperfluous(
  folder: string,
  { keep, now }: { readonly keep: number; readonly now: number },
): Promise<readonly string[]> {
  const names = (await readdir(folder))
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
  const isWhole = (name: string): boolean => existsSync(join(folder, name, MANIFEST))
  const timeOf = (name: string): number => Date.parse(name.replace(NAME, '$1T$2:$3:$4Z'))
  const brokenOff = names.filter((name) => !isWhole(name) && timeOf(name) < now - UNFINISHED_MS)
  return [...names.filter(isWhole).slice(keep), ...brokenOff]
}
