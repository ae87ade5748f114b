import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestKey } from '../../../../test/support/create-test-key.ts'
import { CLIP } from '../../../../test/support/describe-storage.ts'
import { makeSegment, NORTH_WIND } from '../../../../test/support/make-segment.ts'
import { replaceSpeech } from '../../../speaking/replace-speech.ts'
import type { Database } from '../../../storage/database.ts'
import { openDatabase } from '../../../storage/embedded/open-database.ts'
import { openFileBlobStore } from '../../../storage/files/file-blob-store.ts'
import { insertClips } from '../../../storage/records/accept-clips.ts'
import { createToneEngine } from '../../../synthesis/engines/tone/tone-engine.ts'
import type { SpeechEngine } from '../../../synthesis/speech-engine.ts'
import type { SynthesisPlan } from '../../../synthesis/synthesis-plan.ts'
import type { ClipStores } from '../render-clip.ts'
import { renderParts } from './render-parts.ts'

let folder: string
let db: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-render-parts-'))
  db = await openDatabase(':memory:')
})
afterAll(async () => {
  await db.destroy()
  await rm(folder, { recursive: true })
})

const SEGMENTS = 40
const planOf = (segments: number) =>
  ({
    engine: 'tone',
    segments: Array.from({ length: segments }, () => makeSegment('tone', NORTH_WIND)),
  }) as unknown as SynthesisPlan

/** The parts of a clip, and the numbers of stored segments that were reported. */
async function render(engine: SpeechEngine, segments = SEGMENTS) {
  const { accountId } = (await createTestKey(db, { name: 'x', now: 1 })).record
  const [clip] = await insertClips(db, { accountId, clips: [CLIP], now: 1 })
  const stores = { db, blobs: await openFileBlobStore(folder), resources: { engines: new Map([['tone', engine]]) } }
  const reported: number[] = []
  const parts = await renderParts(planOf(segments), stores as unknown as ClipStores, {
    clipId: clip!.id,
    firstSegment: 0,
    signal: new AbortController().signal,
    onSegment: (done) => reported.push(done),
  })
  return { parts: parts!, reported }
}

test('short segments share parts of a quarter of a minute, and the last part has the rest', async () => {
  const { parts, reported } = await render(createToneEngine())
  const seconds = parts.map(({ samples, sampleRate }) => samples / sampleRate)
  expect(parts.length).toBeGreaterThan(2)
  for (const length of seconds.slice(0, -1)) expect(length).toBeGreaterThanOrEqual(15)
  expect(parts.reduce((sum, { segments }) => sum + segments, 0)).toBe(SEGMENTS)
  expect(parts.map(({ firstSegment }) => firstSegment)).toEqual([0, ...reported.slice(0, -1)])
  expect(reported.at(-1)).toBe(SEGMENTS)
})

test('what an engine takes long for is stored every second', async () => {
  const tone = createToneEngine()
  const slow = replaceSpeech(tone, {
    async *speak(segment, options) {
      await sleep(600)
      yield* tone.speak(segment, options)
    },
  })
  const [part] = (await render(slow, 8)).parts
  expect(part!.samples / part!.sampleRate).toBeLessThan(15)
})
