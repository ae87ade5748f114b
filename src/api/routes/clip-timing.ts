import { formatTiming, type TimingForm } from '../../delivery/timing/format-timing.ts'
import { ServiceError } from '../../errors.ts'
import { type Clip, findClips, findClipTiming } from '../../storage/records/clips.ts'
import type { App } from '../app.ts'
import type { Services } from '../services.ts'

type TimingFile = { readonly form: TimingForm; readonly contentType: string }

const FILES: Readonly<Record<string, TimingFile>> = {
  timing: { form: 'json', contentType: 'application/json; charset=utf-8' },
  'captions.srt': { form: 'srt', contentType: 'application/x-subrip; charset=utf-8' },
  'captions.vtt': { form: 'vtt', contentType: 'text/vtt; charset=utf-8' },
}

/** GET /clips/{id}/timing, /captions.srt and /captions.vtt: when each word of a finished clip is heard. */
export function registerClipTimingRoutes(app: App, { db }: Services): void {
  for (const [name, { form, contentType }] of Object.entries(FILES)) {
    app.get<{ Params: { clip_id: string } }>(`/clips/:clip_id/${name}`, async ({ accountId, params }, reply) => {
      const { clip_id: id } = params
      const [clip] = await findClips(db, { accountId, ids: [id] })
      refuseUnfinished(clip!)
      const timing = await findClipTiming(db, id)
      if (timing === undefined) {
        throw new ServiceError('NOT_FOUND', `Cannot time clip ${id}: it was made before word times were kept`)
      }
      return reply.type(contentType).send(formatTiming(timing, form))
    })
  }
}

function refuseUnfinished({ id, status, error }: Clip): void {
  if (status === 'COMPLETE') return
  const why = error === null ? '' : ` (${error.code}: ${error.message})`
  throw new ServiceError('CONFLICT', `Cannot time clip ${id}: it is ${status}${why}`)
}
