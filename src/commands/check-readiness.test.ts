import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStorageRetry } from '../jobs/storage-retry.ts'
import { createEncoderThreads, type EncoderThreads } from '../speaking/threads/encoder-threads.ts'
import type { Database } from '../storage/database.ts'
import { openDatabase } from '../storage/embedded/open-database.ts'
import { openFileBlobStore } from '../storage/files/file-blob-store.ts'
import { createReadinessCheck } from './check-readiness.ts'

const MORTAL = new URL('../../test/support/mortal-encoder-thread.ts', import.meta.url)
const OPTIONS = { format: 'flac', inputSampleRate: 16_000, sampleRate: 16_000, length: 'stream' } as const

let db: Database
let whole: EncoderThreads
let mortal: EncoderThreads
beforeAll(async () => {
  db = await openDatabase(':memory:')
  whole = createEncoderThreads({ threads: 2 })
  mortal = createEncoderThreads({ threads: 2, entry: MORTAL })
  await Promise.all([whole.ready(), mortal.ready()])
})
afterAll(() => Promise.all([db.destroy(), whole.close(), mortal.close()]))

async function check(engines: EncoderThreads) {
  const blobs = await openFileBlobStore(mkdtempSync(join(tmpdir(), 'declaim-readiness-')))
  const retry = createStorageRetry({ log: pino({ level: 'silent' }) })
  const checkThreads = async () => ({ engines: await engines.check(), encoders: await whole.check() })
  return await createReadinessCheck({ db, blobs, retry, checkThreads })()
}

/** Kills a thread in the middle of a call. */
async function kill(): Promise<void> {
  await expect(mortal.open(OPTIONS).encode(Float32Array.of(2))).rejects.toThrow('died')
}

const OTHERS = { database: 'ok', audio: 'ok', encoders: 'ok', clips: 'ok' }

test('readiness says how many threads answer', async () => {
  expect(await check(mortal)).toEqual({ ready: true, checks: { ...OTHERS, engines: 'ok' } })
  await kill()
  expect(await check(mortal)).toEqual({ ready: true, checks: { ...OTHERS, engines: 'ok: 1 of 2 threads answer' } })
  while ((await mortal.check()).answering < 2);
  expect(await check(mortal)).toEqual({ ready: true, checks: { ...OTHERS, engines: 'ok' } })
})

test('readiness is lost while no thread answers', async () => {
  const late = createEncoderThreads({ threads: 1 })
  const lost = { ready: false, checks: { ...OTHERS, engines: 'fail: 0 of 1 threads answer' } }
  expect(await check(late)).toEqual(lost)
  await late.ready()
  expect((await check(late)).ready).toBe(true)
  await late.close()
})

test('readiness names what hangs, within a second, and asks it again only when it has answered', async () => {
  const files = await openFileBlobStore(mkdtempSync(join(tmpdir(), 'declaim-readiness-')))
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  let asked = 0
  const blobs = {
    ...files,
    check: () => {
      asked++
      return answer
    },
  }
  const retry = createStorageRetry({ log: pino({ level: 'silent' }) })
  const checkThreads = async () => ({ engines: await whole.check(), encoders: await whole.check() })
  const sources = { db, blobs, retry, checkThreads }
  const ready = createReadinessCheck(sources)
  const hanging = { ready: false, checks: { ...OTHERS, audio: 'fails: no answer', engines: 'ok' } }
  expect(await ready()).toEqual(hanging)
  await sleep(1100)
  expect(await ready()).toEqual(hanging)
  expect(asked).toBe(1)
  resolve()
  await sleep(1100)
  expect(await ready()).toEqual({ ready: true, checks: { ...OTHERS, engines: 'ok' } })
})

test('a storage that answers slowly stays ready', async () => {
  const files = await openFileBlobStore(mkdtempSync(join(tmpdir(), 'declaim-readiness-')))
  let delayMs = 0
  const blobs = { ...files, check: () => sleep(delayMs) }
  const retry = createStorageRetry({ log: pino({ level: 'silent' }) })
  const checkThreads = async () => ({ engines: await whole.check(), encoders: await whole.check() })
  const ready = createReadinessCheck({ db, blobs, retry, checkThreads })
  const states: string[] = []
  for (let n = 0; n < 4; n++) {
    states.push((await ready()).checks.audio!)
    delayMs = 1500
    await sleep(1100)
  }
  expect(new Set(states)).toEqual(new Set(['ok']))
})
