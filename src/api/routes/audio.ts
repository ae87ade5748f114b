import { refuseSuspended } from '../../accounts/authenticate-key.ts'
import type { PlanBook } from '../../accounts/plans.ts'
import { clipFile, type OutputFormat } from '../../delivery/clips/audio-keys.ts'
import { exportKey } from '../../delivery/exports/assemble-export.ts'
import { contentTypeOf } from '../../delivery/files/content-types.ts'
import { AUDIO_FORMATS } from '../../delivery/files/output-format.ts'
import { ServiceError } from '../../errors.ts'
import { type Clip, findClip } from '../../storage/records/clips.ts'
import { restoreExport } from '../../storage/records/export-jobs.ts'
import { findAnyExport } from '../../storage/records/exports.ts'
import { linkExpired } from '../answers/audio-links.ts'
import { restoreDamaged } from '../answers/restore-damaged.ts'
import { sendBlob } from '../answers/send-blob.ts'
import type { App } from '../app.ts'
import type { Services } from '../services.ts'

const FILE_NAME = new RegExp(`^(?<name>[\\w-]+)\\.(?<format>${AUDIO_FORMATS.join('|')})$`)

/** Finished clips, exports and previews, to be played without a key. */
export function registerAudioRoutes(app: App, services: Services): void {
  const { db, blobs, links, previews, resources, plans, clock, queue } = services
  app.get<{ Params: { clip_id: string; expires: string; file: string } }>(
    '/audio/clips/:clip_id/:expires/:file',
    async (request, reply) => {
      const { clip_id: clipId, expires } = request.params
      const { name: signature, format } = parseFileName(request.params.file)
      links.check({ clipId, expires, signature })
      const clip = await findClip(db, clipId)
      const expiresAt = await expiryOf(clip, 1000 * Number(expires), plans)
      if (clock() >= expiresAt) throw linkExpired(clipId, expiresAt)
      if (clip !== undefined) refuseSuspended(clip.accountStatus)
      if (clip?.status !== 'COMPLETE')
        throw new ServiceError(
          'NOT_FOUND',
          `Cannot play clip ${clipId}: it is not COMPLETE, or it was removed; GET /clips/${clipId} shows its status`,
        )
      if (clip.format.format !== format)
        throw new ServiceError('NOT_FOUND', `Cannot play clip ${clipId} as ${format}: it is ${clip.format.format}`)
      const file = clipFile(clipId, clip.format)
      return await sendBlob({ request, reply }, blobs, {
        ...file,
        contentType: contentTypeOf(format),
        stored: clip.audio?.find(({ key }) => key === file.key),
        onDamage: () => restoreDamaged([clip], services, request.log),
      })
    },
  )

  app.get<{ Params: { export_id: string; expires: string; signature: string; name: string } }>(
    '/audio/exports/:export_id/:expires/:signature/:name',
    async (request, reply) => {
      const { export_id: exportId, expires, signature } = request.params
      links.checkExport({ exportId, expires, signature })
      const found = await findAnyExport(db, exportId)
      if (found !== undefined) refuseSuspended(found.accountStatus)
      const { file } = found ?? {}
      if (file == null || clock() >= 1000 * Number(expires))
        throw new ServiceError(
          'NOT_FOUND',
          `Cannot send export ${exportId}: it was removed, or its link has expired; export again`,
          {
            status: file == null ? 404 : 410,
          },
        )
      void reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeName(file.name)}`)
      return await sendBlob({ request, reply }, blobs, {
        key: exportKey(exportId),
        skippedBytes: 0,
        contentType: file.contentType,
        stored: file,
        async onDamage() {
          await restoreExport(db, exportId)
          queue.wake()
          request.log.error({ exportId }, 'The file of an export is missing or damaged: it is written again')
          return new ServiceError(
            'INTERNAL_ERROR',
            `Cannot read the file of export ${exportId}: it is being written again; send the request again later`,
            {
              status: 503,
              headers: { 'retry-after': '10' },
            },
          )
        },
      })
    },
  )

  app.get<{ Params: { file: string } }>('/audio/previews/:file', async (request, reply) => {
    const { name, format } = parseFileName(request.params.file)
    const voice = /^\d+$/.test(name) ? resources.catalogue.bySpeakerId.get(Number(name)) : undefined
    if (voice === undefined || format !== 'mp3') throw unknownFile(request.params.file)
    const key = await previews.render(voice)
    return await sendBlob({ request, reply }, blobs, {
      key,
      skippedBytes: 0,
      contentType: 'audio/mpeg',
      stored: undefined,
      onDamage: async () => new ServiceError('NOT_FOUND', 'Cannot find this preview'),
    })
  })
}

/** A name as `filename*` has it (RFC 8187): what `encodeURIComponent` leaves alone and the header does not allow is encoded too. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** When the link of a clip expires: with the clip, or at the time in the link if the clip is gone or not finished. */
async function expiryOf(
  clip: (Clip & { readonly plan: string }) | undefined,
  linkEnd: number,
  plans: PlanBook,
): Promise<number> {
  if (clip === undefined || clip.finishedAt === null) return linkEnd
  return clip.finishedAt + 1000 * (await plans.limitsOf(clip.plan)).clipLifetimeSeconds
}

function parseFileName(file: string): { readonly name: string; readonly format: OutputFormat['format'] } {
  const { name, format } = FILE_NAME.exec(file)?.groups ?? {}
  if (name === undefined || format === undefined) throw unknownFile(file)
  return { name, format: format as OutputFormat['format'] }
}

function unknownFile(file: string): ServiceError {
  return new ServiceError('NOT_FOUND', `Cannot find audio "${file}"`)
}
