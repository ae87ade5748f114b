import { formatTiming, TIMING_TYPES, type TimingForm } from '../../delivery/timing/format-timing.ts'
import { formatClipSounds } from '../../delivery/timing/phones/format-clip-sounds.ts'
import { SOUNDS_TYPES, type SoundsForm } from '../../delivery/timing/phones/format-sounds.ts'
import { ServiceError } from '../../errors.ts'
import { findClipJob } from '../../storage/records/clip-jobs.ts'
import { type Clip, findClips, findClipTiming } from '../../storage/records/clips.ts'
import type { App } from '../app.ts'
import type { Services } from '../services.ts'

const FORMS: Readonly<Record<string, TimingForm>> = { timing: 'json', 'captions.srt': 'srt', 'captions.vtt': 'vtt' }
const SOUNDS: readonly SoundsForm[] = ['phones', 'speech-marks']

type ClipRoute = { Params: { clip_id: string } }

/**
 * GET /clips/{id}/timing, /captions.srt and /captions.vtt: when each word of a finished clip is heard; /phones and /speech-marks: when each sound is, with its visemes.
 */
export function registerClipTimingRoutes(app: App, { db }: Services): void {
  for (const [name, form] of Object.entries(FORMS)) {
    app.get<ClipRoute>(`/clips/:clip_id/${name}`, async ({ accountId, params }, reply) => {
      const timing = await findTiming(db, { accountId, id: params.clip_id })
      return reply.type(TIMING_TYPES[form]).send(formatTiming(timing, form))
    })
  }
  for (const form of SOUNDS) {
    app.get<ClipRoute>(`/clips/:clip_id/${form}`, async ({ accountId, params }, reply) => {
      const { clip_id: id } = params
      const timing = await findTiming(db, { accountId, id })
      const sounds = formatClipSounds(await findClipJob(db, id), timing, form)
      if (sounds === undefined) {
        throw new ServiceError('NOT_FOUND', `Cannot time the sounds of clip ${id}: it was made before they were kept`)
      }
      return reply.type(SOUNDS_TYPES[form]).send(sounds)
    })
  }
}

type ClipKey = { readonly accountId: string; readonly id: string }

async function findTiming(db: Services['db'], { accountId, id }: ClipKey) {
  const [clip] = await findClips(db, { accountId, ids: [id] })
  refuseUnfinished(clip!)
  const timing = await findClipTiming(db, id)
  if (timing !== undefined) return timing
  throw new ServiceError('NOT_FOUND', `Cannot time clip ${id}: it was made before word times were kept`)
}

function refuseUnfinished({ id, status, error }: Clip): void {
  if (status === 'COMPLETE') return
  const why = error === null ? '' : ` (${error.code}: ${error.message})`
  throw new ServiceError('CONFLICT', `Cannot time clip ${id}: it is ${status}${why}`)
}
