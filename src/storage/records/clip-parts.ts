import type { PackedWordTime } from '../../timing/word-time.ts'
import type { Database } from '../database.ts'

/** Neighbouring segments of a long clip that are rendered; their samples are a blob. */
export type ClipPart = {
  readonly clipId: string
  readonly firstSegment: number
  readonly segments: number
  /** Of the engine that spoke. */
  readonly engineVersion: string
  /** Hz. */
  readonly sampleRate: number
  readonly samples: number
  /** Times count from the start of the part; `word` indexes the plan's `words`. */
  readonly words: readonly PackedWordTime[]
  /** Of the blob. */
  readonly crc32: number
}

/** Stores a part. Storing it again changes nothing. False if its clip is gone. */
export async function insertClipPart(db: Database, part: ClipPart): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const clip = transaction.selectFrom('clips').select('id').where('id', '=', part.clipId)
    if ((await clip.executeTakeFirst()) === undefined) return false
    await transaction
      .insertInto('clip_parts')
      .values({
        clip_id: part.clipId,
        first_segment: part.firstSegment,
        segments: part.segments,
        engine_version: part.engineVersion,
        sample_rate: part.sampleRate,
        samples: part.samples,
        words: JSON.stringify(part.words),
        crc32: part.crc32,
      })
      .onConflict((conflict) => conflict.columns(['clip_id', 'first_segment', 'segments']).doNothing())
      .execute()
    return true
  })
}

/** The parts of a clip in order, the longest first among those that begin with the same segment. */
export async function findClipParts(db: Database, clipId: string): Promise<readonly ClipPart[]> {
  const rows = await db
    .selectFrom('clip_parts')
    .selectAll()
    .where('clip_id', '=', clipId)
    .orderBy('first_segment')
    .orderBy('segments', 'desc')
    .execute()
  return rows.map((row) => ({
    clipId,
    firstSegment: row.first_segment,
    segments: row.segments,
    engineVersion: row.engine_version,
    sampleRate: row.sample_rate,
    samples: row.samples,
    words: JSON.parse(row.words),
    crc32: row.crc32,
  }))
}

type PartKey = Pick<ClipPart, 'clipId' | 'firstSegment' | 'segments'>

export async function deleteClipPart(db: Database, { clipId, firstSegment, segments }: PartKey): Promise<void> {
  await db
    .deleteFrom('clip_parts')
    .where('clip_id', '=', clipId)
    .where('first_segment', '=', firstSegment)
    .where('segments', '=', segments)
    .execute()
}
