import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { Database } from '../../storage/database.ts'
import type { ExportJob } from '../../storage/records/export-jobs.ts'
import type { ExportFile } from '../../storage/records/export-recipe.ts'
import { findParagraphsOf, findTimings, type ParagraphClip } from '../../storage/records/paragraph-clips.ts'
import type { SpeechTiming } from '../../timing/speech-timing.ts'
import { DamagedMaster, encodeJoined, lengthMs, type PlacedClips, placeClips } from '../clips/combine-clips.ts'
import { findDamagedClips } from '../clips/find-damaged-clips.ts'
import { joinTimings } from '../clips/join-timings.ts'
import { contentTypeOf } from '../files/content-types.ts'
import type { RenderingResources } from '../resources.ts'
import { formatTiming, TIMING_TYPES } from '../timing/format-timing.ts'
import { type ExportGroup, FILE_ENDINGS, groupParagraphs } from './group-paragraphs.ts'
import { changeLevel, findProgramGain } from './level-program.ts'
import { formatChapterList, listChapters } from './list-chapters.ts'

/** What writing the files of an export needs besides the export. */
export type ExportStores = {
  readonly db: Database
  readonly blobs: BlobStore
  readonly resources: Pick<RenderingResources, 'encoders' | 'createResampler'>
}

type AssembleOptions = {
  readonly signal: AbortSignal
  /** Called with the share of the audio that is written, from 0 to 1. */
  readonly onProgress: (share: number) => void
  /** Throws if the files may not be as long as they are. Called before any is written. */
  readonly checkLength: (fileMs: number) => void
}

export type AssembledExport = { readonly file: ExportFile; readonly audioMs: number }

/** A paragraph of an export has no audio: it failed, or was removed. */
export class MissingParagraph extends Error {
  /** From 1. */
  readonly number: number
  readonly reason: string | null

  constructor(number: number, reason: string | null) {
    super(`Cannot export: paragraph ${number} has no audio`)
    this.number = number
    this.reason = reason
  }
}

/** Storage key of the file of an export. */
export function exportKey(exportId: string): string {
  return `exports/${exportId.slice(0, 2)}/${exportId}`
}

/**
 * Writes the files of an export whose paragraphs are all rendered. Several files become one ZIP, which is stored while it is made. Throws
 * MissingParagraph, and DamagedMaster if audio is not what was stored.
 */
export async function assembleExport(
  { id, title, recipe }: ExportJob,
  { db, blobs, resources }: ExportStores,
  { signal, onProgress, checkLength }: AssembleOptions,
): Promise<AssembledExport> {
  const clips = await findParagraphsOf(db, id)
  for (const [index, { clipId }] of recipe.paragraphs.entries()) {
    const clip = clips.get(clipId)
    if (clip?.status !== 'COMPLETE') throw new MissingParagraph(index + 1, clip?.error ?? null)
  }
  await refuseDamaged([...clips.values()], blobs)
  const groups = groupParagraphs(recipe, title)
  const { loudness, output } = recipe
  const gainDb = loudness === null ? 0 : await findProgramGain([...clips.values()], loudness, { blobs, signal })
  const audioMs = await measureGroups(groups, { clips, blobs, checkLength, sampleRate: output.sampleRate })
  let writtenMs = 0
  const files = groups.flatMap((group) => {
    const writer = openGroup(group, { clips, db, blobs, recipe })
    const ending = FILE_ENDINGS[output.format]
    const audio: FileEntry = {
      name: `${group.name}.${ending}`,
      contentType: contentTypeOf(output.format),
      async *read() {
        const { placed, chapters } = await writer.place()
        const artist = [...new Set(group.paragraphs.map(({ voice }) => voice))].join(', ')
        const tags = { title: group.title, artist, ...(chapters.length > 0 && { chapters }) }
        const pausesSeconds = pausesOf(group)
        async function* shape(samples: AsyncIterable<Float32Array>, sampleRate: number) {
          for await (const chunk of gainDb === 0 ? samples : changeLevel(samples, { gainDb, sampleRate })) {
            writtenMs += (1000 * chunk.length) / sampleRate
            onProgress(Math.min(1, writtenMs / audioMs))
            yield chunk
          }
        }
        yield* encodeJoined(placed, { pausesSeconds, output: { ...output, tags }, resources, signal, shape })
      },
    }
    const captions = recipe.captions.map(
      (form): FileEntry => ({
        name: `${group.name}.${form}`,
        contentType: TIMING_TYPES[form],
        async *read() {
          yield Buffer.from(formatTiming(await writer.time(), form))
        },
      }),
    )
    const list: FileEntry = {
      name: `${group.name} chapters.txt`,
      contentType: 'text/plain; charset=utf-8',
      async *read() {
        yield Buffer.from(formatChapterList((await writer.place()).chapters, group.title))
      },
    }
    return [...(recipe.hasAudio ? [audio] : []), ...captions, ...(recipe.hasChapterList ? [list] : [])]
  })
  const single = files.length === 1 ? files[0] : undefined
  const stored = await blobs.putStream(exportKey(id), single?.read() ?? zipFiles(files))
  const name = single?.name ?? `${groupParagraphs({ ...recipe, layout: 'one', fileNames: '' }, title)[0]!.name}.zip`
  const contentType = single?.contentType ?? 'application/zip'
  return { file: { name, contentType, ...stored, files: files.length }, audioMs }
}

/** Masters that are looked at together. */
const CHECKED_AT_ONCE = 32

async function refuseDamaged(clips: readonly ParagraphClip[], blobs: BlobStore): Promise<void> {
  for (let first = 0; first < clips.length; first += CHECKED_AT_ONCE) {
    const [damaged] = await findDamagedClips(clips.slice(first, first + CHECKED_AT_ONCE), blobs)
    if (damaged !== undefined) throw new DamagedMaster(damaged.id)
  }
}

type FileEntry = {
  readonly name: string
  readonly contentType: string
  /** Makes its bytes, once. */
  read(): AsyncGenerator<Uint8Array>
}

/** Seconds of silence between the paragraphs of a file. */
function pausesOf({ paragraphs }: ExportGroup): readonly number[] {
  return paragraphs.slice(0, -1).map(({ pauseSeconds }) => pauseSeconds)
}

type GroupOptions = {
  readonly clips: ReadonlyMap<string, ParagraphClip>
  readonly db: Database
  readonly blobs: BlobStore
  readonly recipe: ExportJob['recipe']
}

/** A file's audio is read once, so each of its readers places it anew. */
function openGroup(group: ExportGroup, { clips, db, blobs, recipe }: GroupOptions) {
  async function place() {
    const pausesSeconds = pausesOf(group)
    const ordered = group.paragraphs.map(({ clipId }) => clips.get(clipId)!)
    const placed = await placeClips(ordered, { pausesSeconds, output: recipe.output, blobs })
    return { placed, chapters: listChapters(group, toSeconds(placed), recipe.chapters) }
  }
  return {
    place,
    async time(): Promise<SpeechTiming> {
      const { placed } = await place()
      const timings = await findTimings(
        db,
        group.paragraphs.map(({ clipId }) => clipId),
      )
      const seconds = toSeconds(placed)
      const parts = group.paragraphs.map(({ clipId }, i) => {
        return { timing: timings.get(clipId), startSeconds: seconds[i]!.startSeconds }
      })
      return joinTimings(parts, { durationSeconds: lengthMs(placed) / 1000 })
    },
  }
}

function toSeconds({ places, sampleRate }: PlacedClips) {
  return places.map(({ start, end }) => ({ startSeconds: start / sampleRate, endSeconds: end / sampleRate }))
}

type MeasureOptions = Pick<GroupOptions, 'clips' | 'blobs'> &
  Pick<AssembleOptions, 'checkLength'> & { readonly sampleRate: number | undefined }

/** Milliseconds of all files together. */
async function measureGroups(
  groups: readonly ExportGroup[],
  { clips, blobs, checkLength, sampleRate }: MeasureOptions,
): Promise<number> {
  let total = 0
  for (const group of groups) {
    const ordered = group.paragraphs.map(({ clipId }) => clips.get(clipId)!)
    const output = sampleRate === undefined ? undefined : ({ format: 'wav', sampleRate } as const)
    const placed = await placeClips(ordered, { pausesSeconds: pausesOf(group), blobs, ...(output && { output }) })
    const ms = lengthMs(placed)
    checkLength(ms)
    total += ms
  }
  return total
}

/** Entries carry a fixed date, so that the same speech gives the same bytes. */
const ENTRY_DATE = new Date('2000-01-01T00:00:00Z')

/** A ZIP of files that are made one after another, when their turn comes. Audio does not get smaller, so nothing is compressed. */
async function* zipFiles(files: readonly FileEntry[]): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile()
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  let reading: Readable | undefined
  for (const { name, read } of files) {
    archive.addReadStreamLazy(name, { mtime: ENTRY_DATE, compress: false }, (open) => {
      const stream = Readable.from(read())
      stream.on('error', (error) => failure.reject(error))
      reading = stream
      open(null, stream)
    })
  }
  archive.end()
  const pieces = (archive.outputStream as Readable)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([pieces.next(), failure.promise])
      if (next.done === true) return
      yield next.value as Uint8Array
    }
  } finally {
    // The archive does not close what it reads from, which may hold an encoder.
    reading?.destroy()
    ;(archive.outputStream as Readable).destroy()
  }
}
