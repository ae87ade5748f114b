import { findClips } from '../../storage/records/clips.ts'
import { findBulk, type StoredEvent } from '../../storage/records/events.ts'
import type { Services } from '../services.ts'
import { describeClip } from './describe-clip.ts'

/** What an event says, in the form that webhooks and `/events` send. */
export type EventBody = { readonly type: string; readonly timestamp: string; readonly data: object }

type EventServices = Pick<Services, 'db' | 'links' | 'limits'>

/** Returns an event as it is sent. A clip is as it is now; if it was removed meanwhile, only its id is left. */
export async function describeEvent(
  { type, subject, createdAt }: Pick<StoredEvent, 'subject' | 'createdAt'> & { readonly type: string },
  accountId: string,
  services: EventServices,
): Promise<EventBody> {
  const timestamp = new Date(createdAt).toISOString()
  if (type === 'webhook.test') return { type, timestamp, data: { webhook_id: subject } }
  const describe = type === 'bulk.completed' ? describeBulk : describeSubject
  return { type, timestamp, data: await describe(subject, accountId, services) }
}

async function describeBulk(id: string, accountId: string, { db }: EventServices): Promise<object> {
  const clips = await findBulk(db, { accountId, id })
  const count = (status: string) => clips.filter((clip) => clip.status === status).length
  return { bulk_id: id, clip_ids: clips.map((clip) => clip.id), complete: count('COMPLETE'), failed: count('FAILED') }
}

async function describeSubject(id: string, accountId: string, services: EventServices): Promise<object> {
  const [clip] = await findClips(services.db, { accountId, ids: [id] }).catch((error: { readonly code?: string }) => {
    if (error.code === 'NOT_FOUND') return []
    throw error
  })
  return clip === undefined ? { id } : await describeClip(clip, services)
}
