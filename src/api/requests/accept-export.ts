import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { checkFileLength, takeCombinedAudio } from '../../accounts/audio-costs.ts'
import { limitCount } from '../../accounts/limit-count.ts'
import { MASTER_FORMAT } from '../../delivery/clips/audio-keys.ts'
import { expectFileBytes } from '../../delivery/clips/expect-bytes.ts'
import { checkBitrate } from '../../delivery/files/output-format.ts'
import { voiceSampleRate } from '../../delivery/planning/plan-speech.ts'
import { ServiceError } from '../../errors.ts'
import type { ExportRecipe } from '../../storage/records/export-recipe.ts'
import { countUnfinishedExports, insertExport } from '../../storage/records/exports.ts'
import { insertParagraphs, touchParagraphs } from '../../storage/records/paragraph-clips.ts'
import type { ExportBody } from '../schemas/export.ts'
import type { Services } from '../services.ts'
import { acceptClips } from './accept-clips.ts'
import { openAllotment } from './open-allotment.ts'
import type { PlannedParagraph } from './plan-paragraphs.ts'

/** Exports of an account that may be under way at the same time. */
const UNFINISHED_EXPORTS = 20
/** Of an estimate, because speech is mostly shorter than the longest that is expected. */
const LIKELY_SHARE = 0.75

/** A script that is about to be exported. */
export type PlannedExport = { readonly body: ExportBody; readonly paragraphs: readonly PlannedParagraph[] }

/** Seconds of all audio; what is not rendered yet is estimated. */
export function estimateSeconds({ paragraphs }: PlannedExport): number {
  const last = paragraphs.at(-1)
  return paragraphs.reduce((sum, one) => sum + likelySeconds(one) + one.pauseSeconds, -(last?.pauseSeconds ?? 0))
}

function likelySeconds({ seconds, clipId }: PlannedParagraph): number {
  return clipId === undefined ? seconds * LIKELY_SHARE : seconds
}

/** UTF-16 units that an export would be charged with. */
export function charactersOf({ paragraphs }: PlannedExport): number {
  return paragraphs.reduce((sum, { work, characters }) => sum + (work === undefined ? 0 : characters), 0)
}

/** Throws what is wrong with the files that an export asks for, and with their length. */
export function checkExport(
  planned: PlannedExport,
  { plan }: Pick<FastifyRequest, 'plan'>,
  { resources }: Pick<Services, 'resources'>,
): void {
  const { body, paragraphs } = planned
  for (const id of new Set(paragraphs.map(({ speakerId }) => speakerId)))
    checkBitrate(body.output, voiceSampleRate(resources.catalogue.bySpeakerId.get(id)!, resources))
  for (const seconds of fileSeconds(planned)) checkFileLength(seconds * 1000, plan, 'export')
}

/** Seconds of each audio file, with its pauses. */
function fileSeconds({ body, paragraphs }: PlannedExport): readonly number[] {
  const files: number[] = []
  for (const [index, paragraph] of paragraphs.entries()) {
    const begins = index === 0 || body.layout === 'paragraph' || (body.layout === 'scene' && paragraph.scene !== null)
    if (begins) files.push(likelySeconds(paragraph))
    else files.push(files.pop()! + (paragraphs[index - 1]?.pauseSeconds ?? 0) + likelySeconds(paragraph))
  }
  return files
}

/** Stores an export with the paragraphs that have to be rendered, charges them, and returns the id of the export. */
export async function acceptExport(
  request: FastifyRequest,
  planned: PlannedExport,
  services: Services,
): Promise<{ readonly export_id: string }> {
  const { accountId, plan } = request
  const { db, clock, resources } = services
  const { body, paragraphs } = planned
  const fresh = paragraphs.filter(({ work }) => work !== undefined)
  const texts = fresh.map(({ speakerId, characters }) => ({ speakerId, textLength: characters }))
  const allotment = await openAllotment(request, texts, services, 'exports')
  const seconds = estimateSeconds(planned)
  // Evicted last, if room has to be made for this export.
  await touchParagraphs(db, keptIds(paragraphs), clock())
  return await acceptClips(
    {
      request,
      charged: { allotment, characters: charactersOf(planned) },
      async accept(transaction) {
        const now = clock()
        await limitCount(transaction, accountId, {
          count: async () => 1 + (await countUnfinishedExports(transaction, accountId)),
          most: UNFINISHED_EXPORTS,
          refusal: (count) =>
            `Cannot export: ${count} exports of the account would be under way, and ${UNFINISHED_EXPORTS} may be; wait until one has ended`,
        })
        await takeCombinedAudio(transaction, seconds * 1000, { accountId, plan, now })
        const kept = await touchParagraphs(transaction, keptIds(paragraphs), now)
        if (paragraphs.some(({ clipId }) => clipId !== undefined && !kept.has(clipId))) throw changedMeanwhile()
        const clips = await insertParagraphs(transaction, {
          accountId,
          now,
          paragraphs: fresh.map(({ key, characters, work }, i) => ({
            key,
            characters,
            ...work!,
            format: MASTER_FORMAT,
            charge: allotment.clipCharges[i]!,
          })),
        })
        const idOf = new Map(fresh.map(({ key }, i) => [key, clips[i]!.id]))
        const id = randomUUID()
        const sampleRate = Math.max(...resources.engines.values().map((engine) => engine.sampleRate))
        await insertExport(transaction, {
          id,
          accountId,
          title: body.title,
          scriptId: body.scriptId,
          recipe: toRecipe(planned, idOf),
          rendered: fresh.length,
          characters: charactersOf(planned),
          fileBytes: expectFileBytes({ seconds, sampleRate }, body.output),
          now,
        })
        return { clips, answer: { export_id: id } }
      },
    },
    services,
  )
}

function* keptIds(paragraphs: readonly PlannedParagraph[]): Generator<string> {
  for (const { clipId } of paragraphs) if (clipId !== undefined) yield clipId
}

function toRecipe({ body, paragraphs }: PlannedExport, idOf: ReadonlyMap<string, string>): ExportRecipe {
  const { layout, output, loudness, captions, chapters, hasAudio, hasChapterList, fileNames } = body
  return {
    version: 1,
    layout,
    output,
    loudness,
    captions,
    chapters,
    hasAudio,
    hasChapterList,
    fileNames,
    paragraphs: paragraphs.map(({ id, clipId, key, name, scene, voice, pauseSeconds }) => ({
      id: id ?? null,
      clipId: clipId ?? idOf.get(key)!,
      key,
      name,
      scene,
      voice,
      pauseSeconds,
    })),
  }
}

/** Speech that was kept when the export was planned has been evicted since. */
function changedMeanwhile(): ServiceError {
  return new ServiceError(
    'INTERNAL_ERROR',
    'Cannot export now: kept speech was removed meanwhile; send the request again',
    {
      status: 503,
      headers: { 'retry-after': '1' },
    },
  )
}
