import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runMixedUsage } from '../support/mixed-usage.ts'
import { TONE_AVATARS } from '../support/test-service.ts'

test('usage is exact while the service is killed: what was answered is charged, and nothing else but what broke off', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'declaim-usage-kills-'))
  const settings = { DATA_DIR, AVATARS_FILE: TONE_AVATARS, RENDER_THREADS: '1', SEGMENT_CACHE_MB: '0' }
  try {
    const { sent, clips, charged, month, refused } = await runMixedUsage({ requests: 200, kills: 2, settings })
    expect(refused).toBeGreaterThan(30)
    expect(clips).toBeGreaterThan(1000)
    expect(charged.clips).toBe(clips)
    for (const endpoint of ['stream', 'word-timing'] as const) {
      const { complete, broken } = sent[endpoint]
      expect(complete).toBeGreaterThan(400)
      expect(charged[endpoint]).toBeGreaterThanOrEqual(complete)
      expect(charged[endpoint]).toBeLessThanOrEqual(complete + broken)
    }
    expect(Object.values(charged).reduce((sum, one) => sum + one, 0)).toBe(month)
  } finally {
    await rm(DATA_DIR, { recursive: true })
  }
}, 120_000)
