import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TIMING } from '../../../test/support/describe-storage.ts'
import { createApiKey } from '../../accounts/create-key.ts'
import { clipFile, clipMasterKey } from '../../delivery/clips/audio-keys.ts'
import { openDatabase } from '../../storage/embedded/open-database.ts'
import { openFileBlobStore } from '../../storage/files/file-blob-store.ts'
import { insertClips } from '../../storage/records/accept-clips.ts'
import { listClips } from '../../storage/records/clips.ts'
import { completeClip } from '../../storage/records/end-clips.ts'
import { removeExpired } from './remove-expired.ts'

const WEEK_MS = 7 * 24 * 3600 * 1000

test('clips that ended longer ago than their lifetime go with their audio; younger ones stay, and those that wait', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-expiry-'))
  const db = await openDatabase(':memory:')
  const blobs = await openFileBlobStore(folder)
  const { accountId } = (await createApiKey(db, { name: 'test', now: 0 })).record
  const plan = {
    version: 2,
    engine: 'tone',
    languageCode: 'en-us',
    text: '',
    words: [],
    segments: [],
    warnings: [],
  } as const
  const clip = { plan, format: { format: 'mp3' } } as const
  const old = await insertClips(db, { accountId, clips: Array.from({ length: 150 }, () => clip), now: 1000 })
  const [young, waiting] = await insertClips(db, { accountId, clips: [clip, clip], now: 0 })
  for (const { id } of [old[0]!, young!]) {
    await blobs.put(clipFile(id, clip.format).key, [Buffer.from('audio')])
    await blobs.put(clipMasterKey(id), [Buffer.from('master')])
  }

  for (const { id } of [...old, young!])
    await completeClip(db, id, { timing: TIMING, audio: [], now: id === young!.id ? 2000 : 1000 })

  const lifetimeMsOf = async (plan: string) => (plan === 'default' ? WEEK_MS : 1)
  expect(await removeExpired({ db, blobs, lifetimeMsOf, now: 1500 + WEEK_MS })).toBe(150)

  expect((await listClips(db, { accountId, limit: 1000 })).map(({ id }) => id)).toEqual([waiting!.id, young!.id])
  expect(await blobs.size(clipFile(old[0]!.id, clip.format).key)).toBeUndefined()
  expect(await blobs.size(clipMasterKey(old[0]!.id))).toBeUndefined()
  expect(await blobs.size(clipFile(young!.id, clip.format).key)).toBe(5)
  await db.destroy()
  await rm(folder, { recursive: true })
})
