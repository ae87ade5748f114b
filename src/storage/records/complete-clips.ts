import type { Database } from '../database.ts'

const PAGE = 500

type CompleteClip = { readonly id: string; readonly format: string; readonly audio: string | null }

/** COMPLETE clips of all accounts, oldest first, with the columns that name their audio. */
export async function* listCompleteClips(db: Database): AsyncGenerator<CompleteClip> {
  let last = -1
  for (;;) {
    const rows = await db
      .selectFrom('clips')
      .select(['position', 'id', 'format', 'audio'])
      .where('status', '=', 'COMPLETE')
      .where('position', '>', last)
      .orderBy('position')
      .limit(PAGE)
      .execute()
    yield* rows
    if (rows.length < PAGE) return
    last = rows.at(-1)!.position
  }
}
