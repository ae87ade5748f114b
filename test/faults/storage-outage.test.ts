import { execFile } from 'node:child_process'
import { mkdtemp, rename, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createFolderCache } from '../../src/storage/files/folder-cache.ts'
import type { Measured } from '../support/read-metrics.ts'
import { startServerProcess } from '../support/server-process.ts'
import { mountSmallDisk, noSmallDisk } from '../support/small-disk.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

const run = promisify(execFile)
const FLITE_AVATARS = fileURLToPath(new URL('../support/flite-avatars.json', import.meta.url))
const QUIET = { LOG_LEVEL: 'silent', METRICS_ADDRESS: '127.0.0.1:0' }

type Clip = { readonly id: string; readonly status: string }

const clipBody = (text: string) => ({ speaker_id: 3, text })

async function accept(service: TestService, count: number): Promise<readonly string[]> {
  const body = Array.from({ length: count }, (_, index) => clipBody(`This is clip number ${index}.`))
  return (await service.json<{ clip_ids: string[] }>('/clips', { body })).clip_ids
}

/** Waits until the readiness says so. */
async function readiness({ operationsUrl }: Measured, wanted: 200 | 503): Promise<{ checks: Record<string, string> }> {
  for (;;) {
    const response = await fetch(`${operationsUrl}/readyz`)
    const body = (await response.json()) as { checks: Record<string, string> }
    if (response.status === wanted) return body
    await sleep(100)
  }
}

async function statuses(service: TestService): Promise<ReadonlySet<string>> {
  return new Set((await service.json<Clip[]>('/clips')).map(({ status }) => status))
}

async function allFinished(service: TestService, ids: readonly string[]): Promise<readonly string[]> {
  return await Promise.all(ids.map(async (id) => (await service.finished(id)).status))
}

/** Makes SQLite refuse an update of a clip until the returned function is called. */
async function refuseUpdates(service: TestService, condition: string): Promise<() => Promise<unknown>> {
  const refusal = `create trigger refuse before update on clips when ${condition} begin select raise(abort, 'refused'); end`
  await sql.raw(refusal).execute(service.db)
  return () => sql`drop trigger refuse`.execute(service.db)
}

describe('a clip ends by itself after the storage failed for a while', () => {
  test.each([
    ['claiming it', 'new.claimed_at is not null and old.claimed_at is null'],
    ['marking it COMPLETE', "new.status = 'COMPLETE'"],
  ])('while %s', async (_, condition) => {
    const service = await startTestService(QUIET)
    try {
      const repair = await refuseUpdates(service, condition)
      const ids = await accept(service, 3)
      await readiness(service, 503)
      expect(await statuses(service)).toEqual(new Set(['PROCESSING']))
      await repair()
      expect(new Set(await allFinished(service, ids))).toEqual(new Set(['COMPLETE']))
      await readiness(service, 200)
    } finally {
      await service.close()
    }
  })

  test('while storing its audio', async () => {
    const service = await startTestService(QUIET)
    try {
      const [folder, hidden] = ['unfinished', 'hidden'].map((name) => join(service.dataDirectory, 'audio', name))
      await rename(folder!, hidden!)
      const ids = await accept(service, 3)
      const { checks } = await readiness(service, 503)
      expect(checks).toMatchObject({ database: 'ok', audio: 'fails: ENOENT' })
      expect(await statuses(service)).toEqual(new Set(['PROCESSING']))
      await rename(hidden!, folder!)
      expect(new Set(await allFinished(service, ids))).toEqual(new Set(['COMPLETE']))
    } finally {
      await service.close()
    }
  })

  test('while marking it FAILED', async () => {
    const service = await startTestService(QUIET)
    try {
      const repair = await refuseUpdates(service, "new.status = 'FAILED' or new.claimed_at is not null")
      const [id] = await accept(service, 1)
      await service.db.updateTable('clip_plans').set({ plan: '{}' }).execute()
      await readiness(service, 503)
      await repair()
      expect(await allFinished(service, [id!])).toEqual(['FAILED'])
    } finally {
      await service.close()
    }
  })

  test('and the service was stopped meanwhile', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'declaim-outage-'))
    const first = await startTestService({ ...QUIET, DATA_DIR })
    const repair = await refuseUpdates(first, "new.status = 'COMPLETE'")
    const ids = await accept(first, 3)
    await readiness(first, 503)
    await repair()
    await first.close()
    const second = await startTestService({ ...QUIET, DATA_DIR })
    expect(new Set(await allFinished(second, ids))).toEqual(new Set(['COMPLETE']))
    await second.close()
    await rm(DATA_DIR, { recursive: true })
  })
})

test.skipIf(noSmallDisk)(
  'a full disk fails no accepted clip, refuses new ones, and is over when space is back',
  async () => {
    const disk = await mountSmallDisk(48)
    const DATA_DIR = join(disk.folder, 'data')
    const settings = { ...QUIET, DATA_DIR, SEGMENT_CACHE_MB: '16', AVATARS_FILE: FLITE_AVATARS }
    const service = await startTestService(settings)
    try {
      const ids = await accept(service, 60)
      await disk.fill()
      await readiness(service, 503)
      await disk.fill()
      await expect
        .poll(async () => (await service.call('/clips', { body: clipBody('One more, please. '.repeat(20)) })).status, {
          timeout: 20_000,
        })
        .toBe(503)
      expect(await statuses(service)).not.toContain('FAILED')
      await disk.empty()
      expect(new Set(await allFinished(service, ids))).toEqual(new Set(['COMPLETE']))
      await readiness(service, 200)
      expect(await service.finished((await accept(service, 1))[0]!)).toMatchObject({ status: 'COMPLETE' })
    } finally {
      await service.close()
      await disk.remove()
    }
  },
  120_000,
)

test.skipIf(noSmallDisk)(
  'the segment cache leaves free space to others, and gives way when the disk fills up',
  async () => {
    const disk = await mountSmallDisk(16)
    const cache = createFolderCache(join(disk.folder, 'segments'), { limitBytes: 64 << 20, onTrouble: () => {} })
    const free = async () => {
      const { bavail, bsize } = await statfs(disk.folder)
      return bavail * bsize
    }
    try {
      const reserve = 0.05 * 16 * 2 ** 20
      for (let entry = 0; entry < 100; entry++) {
        const recorder = cache.begin(entry.toString(16).padStart(64, '0'))
        recorder.add(new Uint8Array(256 << 10))
        recorder.finish(new Uint8Array(1))
        await cache.makeRoom()
        await sleep(10)
      }
      await cache.makeRoom()
      expect(await free()).toBeGreaterThanOrEqual(reserve)
      const { entries } = cache.figures()
      expect(entries).toBeGreaterThan(30)
      await disk.fill()
      await cache.makeRoom()
      expect(await free()).toBeGreaterThanOrEqual(reserve)
      expect(cache.figures().entries).toBeGreaterThan(20)
      expect(cache.figures().entries).toBeLessThan(entries)
    } finally {
      await cache.close()
      await disk.remove()
    }
  },
)

test.skipIf(process.platform !== 'linux')(
  'a process without free file handles fails no accepted clip',
  async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'declaim-handles-'))
    const settings = { DATA_DIR, DECLAIM_BOOTSTRAP_KEY: TEST_KEY, AVATARS_FILE: FLITE_AVATARS, SEGMENT_CACHE_MB: '0' }
    const server = await startServerProcess({ ...settings, REQUEST_BURST: '1000' })
    const headers = { 'x-api-key': TEST_KEY }
    const list = async () => (await (await fetch(`${server.url}/v1/tts/clips`, { headers })).json()) as Clip[]
    const allow = (handles: number) => run('prlimit', [`--pid=${server.child.pid}`, `--nofile=${handles}:4096`])
    try {
      const text = 'This is a clip that takes a while to be spoken. '.repeat(4)
      const body = JSON.stringify(Array.from({ length: 12 }, () => clipBody(text)))
      await fetch(`${server.url}/v1/tts/clips`, { method: 'POST', headers, body })
      await allow(4)
      while (!server.lines.some((line) => line.includes('accepted work waits'))) await sleep(50)
      await sleep(500)
      await allow(4096)
      let clips = await list()
      while (clips.some(({ status }) => status === 'PROCESSING')) {
        await sleep(200)
        clips = await list()
      }
      expect(clips.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'COMPLETE'))
      expect(server.lines.some((line) => line.includes('Storage works again'))).toBe(true)
      expect(await server.stop()).toBe(0)
    } finally {
      await server.kill()
      await rm(DATA_DIR, { recursive: true })
    }
  },
  120_000,
)
