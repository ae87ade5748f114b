import type { Config } from '../../config.ts'
import { isDamaged } from '../../storage/embedded/sqlite-errors.ts'
import { inspectRecords } from '../../storage/inspect-records.ts'
import { openAudio } from '../../storage/open-storage.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

/** The database: reachable, whole, and of this release. */
export async function checkDatabase(config: Config): Promise<Finding> {
  const name = 'Database'
  try {
    const { engine, missing, foreign, damage } = await inspectRecords(config)
    if (engine === undefined) return ok(name, 'made at the first start')
    if (damage.length > 0) return fault(name, `${engine} is damaged: ${damage.join('; ')}`, 'Restore a backup')
    if (foreign.length > 0) {
      const detail = `${engine} was changed by a newer release (${foreign.join(', ')})`
      return fault(name, detail, 'Install that release, or restore the backup from before the upgrade')
    }
    if (missing.length === 0) return ok(name, `${engine}, up to date`)
    return warning(
      name,
      `${engine}, ${missing.length} migrations are missing`,
      'Run "declaim migrate", or start the service',
    )
  } catch (error) {
    const remedy = isDamaged(error) ? 'Restore a backup' : 'Check DATABASE_URL or DATA_DIR, and that the database runs'
    return fault(name, causeOf(error), remedy)
  }
}

/** The store of the audio: reachable and writable. */
export async function checkAudioStore(config: Config): Promise<Finding> {
  const name = 'Audio store'
  const place = config.audioStore === undefined ? 'files in the data directory' : `s3://${config.audioStore.bucket}`
  try {
    const blobs = await openAudio(config)
    await blobs.check().finally(() => blobs.close())
    return ok(name, place)
  } catch (error) {
    return fault(
      name,
      `${place}: ${causeOf(error)}`,
      'Check AUDIO_STORE, the AWS variables and the rights to the bucket',
    )
  }
}

function causeOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
