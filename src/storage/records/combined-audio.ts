import type { Database } from '../database.ts'

type CombinedAudio = {
  readonly accountId: string
  /** In UTC, like `2026-03-14`. */
  readonly day: string
  readonly audioMs: number
}

/** Adds audio to what an account combines in a day. False, and nothing is added, if it would be more than `most` milliseconds. */
export async function addCombinedAudio(
  db: Database,
  { accountId, day, audioMs }: CombinedAudio,
  most: number | undefined,
): Promise<boolean> {
  if (most !== undefined && audioMs > most) return false
  const added = await db
    .insertInto('combined_audio')
    .values({ account_id: accountId, day, audio_ms: audioMs })
    .onConflict((conflict) => {
      const update = conflict
        .columns(['account_id', 'day'])
        .doUpdateSet(({ ref, eb }) => ({ audio_ms: eb(ref('combined_audio.audio_ms'), '+', audioMs) }))
      return most === undefined ? update : update.where('combined_audio.audio_ms', '<=', most - audioMs)
    })
    .returning('audio_ms')
    .executeTakeFirst()
  return added !== undefined
}

/** Returns the milliseconds of audio that an account has combined in a day. */
export async function findCombinedAudio(
  db: Database,
  { accountId, day }: Pick<CombinedAudio, 'accountId' | 'day'>,
): Promise<number> {
  const row = await db
    .selectFrom('combined_audio')
    .select('audio_ms')
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.audio_ms ?? 0
}

/** Forgets the days before one. */
export async function deleteCombinedAudioBefore(db: Database, day: string): Promise<void> {
  await db.deleteFrom('combined_audio').where('day', '<', day).execute()
}
