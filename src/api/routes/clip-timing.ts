import { formatTiming, TIMING_TYPES, type TimingForm } from '../../delivery/timing/format-timing.ts'
import { ServiceError } from '../../errors.ts'
import { type Clip, findClips, findClipTiming } from '../../storage/records/clips.ts'
import type { App } from '../app.ts'
import type { Services } from '../services.ts'

const FORMS: Readonly<Record<string, TimingForm>> = { timing: 'json', 'captions.srt': 'srt', 'captions.vtt': 'vtt' }

/** GET /clips/{id}/timing, /captions.srt and /captions.vtt: when each word of a finished clip is heard. */
export function registerClipTimingRoutes(app: App, { db }: Services): void {
  for (const [name, form] of Object.entries(FORMS)) {
    app.get<{ Params: { clip_id: string } }>(`/clips/:clip_id/${name}`, async ({ accountId, params }, reply) => {
      const { clip_id: id } = params
      const [clip] = await findClips(db, { accountId, ids: [id] })
      refuseUnfinished(clip!)
      const timing = await findClipTiming(db, id)
      if (timing === undefined) {
        throw new ServiceError('NOT_FOUND', `Cannot time clip ${id}: it was made before word times were kept`)
      }
      return reply.type(TIMING_TYPES[form]).send(formatTiming(timing, form))
    })
  }
}

function refuseUnfinished({ id, status, error }: Clip): void {
  if (status === 'COMPLETE') return
  const why = error === null ? '' : ` (${error.code}: ${error.message})`
  throw new ServiceError('CONFLICT', `Cannot time clip ${id}: it is ${status}${why}`)
}
