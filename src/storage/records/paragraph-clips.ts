import { randomUUID } from 'node:crypto'
import type { OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import type { SpeechTiming } from '../../timing/speech-timing.ts'
import type { Database } from '../database.ts'
import { type AcceptedClip, findNextTurn } from './accept-clips.ts'
import { addStoredBytes } from './account-storage.ts'
import type { StoredAudio } from './clips.ts'
import { chargedUsage } from './end-clips.ts'
import type { ClipStatus } from './schema.ts'
import { addUsage, type ClipCharge, negate } from './usage.ts'

/** Rows of one statement, so that no statement holds up others for long. */
const BATCH = 100

/** Every value once, in pieces for one statement each. */
function* inBatches<Value>(values: Iterable<Value>): Generator<readonly Value[]> {
  const all = [...new Set(values)]
  for (let first = 0; first < all.length; first += BATCH) yield all.slice(first, first + BATCH)
}

/** The speech of a paragraph that is kept, or that is being rendered for another export. */
export type KeptParagraph = {
  readonly clipId: string
  readonly status: ClipStatus
  /** Null while it is being rendered. */
  readonly audioMs: number | null
}

/** Finds what an account keeps, by the hashes of the plans. */
export async function findKeptParagraphs(
  db: Database,
  accountId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KeptParagraph>> {
  const found = new Map<string, KeptParagraph>()
  for (const batch of inBatches(keys)) {
    const rows = await db
      .selectFrom('clips')
      .select(['id', 'content_key', 'status', 'audio_ms'])
      .where('account_id', '=', accountId)
      .where('content_key', 'in', batch)
      .where('status', '!=', 'FAILED')
      .orderBy('position')
      .execute()
    for (const { id, content_key: key, status, audio_ms: audioMs } of rows)
      found.set(key!, { clipId: id, status, audioMs })
  }
  return found
}

/** Notes that paragraphs are used, so that they are evicted last. Returns those that are still there. */
export async function touchParagraphs(
  db: Database,
  clipIds: Iterable<string>,
  now: number,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const batch of inBatches(clipIds)) {
    const rows = await db
      .updateTable('clips')
      .set({ used_at: now })
      .where('id', 'in', batch)
      .where('status', '!=', 'FAILED')
      .returning('id')
      .execute()
    for (const { id } of rows) found.add(id)
  }
  return found
}

export type NewParagraph = {
  readonly key: string
  /** The SynthesisPlan, as JSON. Called once, so that the plans of a long script are not all in memory. */
  readonly readPlan: () => Promise<string>
  /** Engine calls that it takes. */
  readonly segments: number
  /** UTF-16 units of the text. */
  readonly characters: number
  readonly format: OutputFormat
  readonly charge: ClipCharge
  /** Of the audio that is expected. */
  readonly audioBytes: number
}

type NewParagraphs = {
  readonly accountId: string
  readonly paragraphs: readonly NewParagraph[]
  readonly now: number
}

/** Accepts paragraphs in order, as clips. Run it in a transaction. */
export async function insertParagraphs(
  transaction: Database,
  { accountId, paragraphs, now }: NewParagraphs,
): Promise<readonly AcceptedClip[]> {
  const first = await findNextTurn(transaction, accountId)
  const accepted = paragraphs.map((paragraph, index) => ({ ...paragraph, id: randomUUID(), turn: first + index }))
  let stored = 0
  for (const batch of inBatches(accepted)) {
    const plans = await Promise.all(batch.map(async ({ id, readPlan }) => ({ clip_id: id, plan: await readPlan() })))
    const rows = batch.map((paragraph, index) => {
      const bytes = paragraph.audioBytes + Buffer.byteLength(plans[index]!.plan)
      stored += bytes
      return { ...toRow(paragraph), account_id: accountId, created_at: now, used_at: now, bytes }
    })
    await transaction.insertInto('clips').values(rows).execute()
    await transaction.insertInto('clip_plans').values(plans).execute()
  }
  await addStoredBytes(transaction, { accountId, bytes: stored })
  return accepted.map(({ id, turn }) => ({ id, turn }))
}

function toRow({ id, turn, key, segments, characters, format, charge }: NewParagraph & AcceptedClip) {
  return {
    id,
    turn,
    status: 'PROCESSING',
    kind: 'paragraph',
    content_key: key,
    format: JSON.stringify(format),
    interruptions: 0,
    label: null,
    metadata: null,
    characters,
    charge: JSON.stringify(charge),
    segments,
    bulk_id: null,
  } as const
}

/** The clip of a paragraph, as the writer of an export's files needs it. */
export type ParagraphClip = {
  readonly id: string
  readonly status: ClipStatus
  readonly format: OutputFormat
  readonly audio: readonly StoredAudio[] | null
  readonly characters: number
  readonly isCharged: boolean
  readonly error: string | null
  readonly createdAt: number
}

/** The clips of an export, by their ids. */
export async function findParagraphsOf(db: Database, exportId: string): Promise<ReadonlyMap<string, ParagraphClip>> {
  const rows = await db
    .selectFrom('export_paragraphs')
    .innerJoin('clips', 'clips.id', 'export_paragraphs.clip_id')
    .select(['id', 'status', 'format', 'audio', 'characters', 'charge', 'error_message', 'created_at'])
    .where('export_paragraphs.export_id', '=', exportId)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        status: row.status,
        format: JSON.parse(row.format),
        audio: row.audio === null ? null : JSON.parse(row.audio),
        characters: row.characters ?? 0,
        isCharged: row.charge !== null,
        error: row.error_message,
        createdAt: row.created_at,
      },
    ]),
  )
}

/** The word times of clips, by their ids. */
export async function findTimings(
  db: Database,
  clipIds: readonly string[],
): Promise<ReadonlyMap<string, SpeechTiming>> {
  const found = new Map<string, SpeechTiming>()
  for (const batch of inBatches(clipIds)) {
    const rows = await db.selectFrom('clips').select(['id', 'timing']).where('id', 'in', batch).execute()
    for (const { id, timing } of rows) if (timing !== null) found.set(id, JSON.parse(timing))
  }
  return found
}

/** A paragraph that may be removed: no unfinished export needs it. */
export type IdleParagraph = { readonly id: string; readonly format: OutputFormat; readonly bytes: number }

/** Paragraphs that no unfinished export needs. */
function selectUnneeded(db: Database) {
  return db
    .selectFrom('clips')
    .select(['id', 'format', 'bytes'])
    .where('used_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('export_paragraphs')
            .innerJoin('exports', 'exports.id', 'export_paragraphs.export_id')
            .select('exports.id')
            .whereRef('export_paragraphs.clip_id', '=', 'clips.id')
            .where('exports.status', '=', 'PROCESSING'),
        ),
      ),
    )
}

type IdleRow = { readonly id: string; readonly format: string; readonly bytes: number | string }

function toIdle(rows: readonly IdleRow[]): readonly IdleParagraph[] {
  return rows.map(({ id, format, bytes }) => ({ id, format: JSON.parse(format), bytes: Number(bytes) }))
}

/** Paragraphs of an account that no unfinished export needs, the least recently exported first. */
export async function findIdleParagraphs(
  db: Database,
  {
    accountId,
    usedBefore,
    limit,
  }: { readonly accountId?: string; readonly usedBefore?: number; readonly limit: number },
): Promise<readonly IdleParagraph[]> {
  let query = selectUnneeded(db).where('status', '!=', 'PROCESSING')
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  if (usedBefore !== undefined) query = query.where('used_at', '<', usedBefore)
  return toIdle(await query.orderBy('used_at').orderBy('position').limit(limit).execute())
}

/** Paragraphs whose rendering failed: they are of no use to another export. */
export async function findFailedParagraphs(db: Database, limit: number): Promise<readonly IdleParagraph[]> {
  return toIdle(await selectUnneeded(db).where('status', '=', 'FAILED').limit(limit).execute())
}

/**
 * Removes the paragraphs of an export that no worker has begun and no other unfinished export needs, and takes their charge back. Returns
 * the characters. Run it in the transaction that ends the export.
 */
export async function removeWaitingParagraphs(transaction: Database, exportId: string): Promise<number> {
  const waiting = await transaction
    .selectFrom('export_paragraphs')
    .innerJoin('clips', 'clips.id', 'export_paragraphs.clip_id')
    .select('clips.id')
    .where('export_paragraphs.export_id', '=', exportId)
    .where('clips.status', '=', 'PROCESSING')
    .where('clips.claimed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('export_paragraphs as other')
            .innerJoin('exports', 'exports.id', 'other.export_id')
            .select('exports.id')
            .whereRef('other.clip_id', '=', 'clips.id')
            .where('exports.status', '=', 'PROCESSING')
            .where('exports.id', '!=', exportId),
        ),
      ),
    )
    .execute()
  let characters = 0
  for (const batch of inBatches(waiting.map(({ id }) => id))) {
    const removed = await transaction
      .deleteFrom('clips')
      .where('id', 'in', batch)
      .where('status', '=', 'PROCESSING')
      .where('claimed_at', 'is', null)
      .returning(['account_id', 'charge', 'characters'])
      .execute()
    await addUsage(transaction, chargedUsage(removed).map(negate))
    characters += removed.reduce((sum, { charge, characters: one }) => sum + (charge === null ? 0 : (one ?? 0)), 0)
  }
  return characters
}
