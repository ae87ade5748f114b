import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { audit } from '../../src/commands/administration/audit.ts'
import { createLocalAdministration } from '../../src/commands/administration/local-administration.ts'
import { readConfig } from '../../src/config.ts'
import { startServerProcess } from '../support/server-process.ts'
import { TONE_AVATARS } from '../support/test-service.ts'

type Entry = {
  readonly action: string
  readonly actor: { readonly kind: string }
  readonly target: string
  readonly details: { readonly name?: string }
}

async function readAudit(DATA_DIR: string): Promise<readonly Entry[]> {
  const lines: string[] = []
  await audit({ limit: 100, json: true }, createLocalAdministration(readConfig({ DATA_DIR })), (line) => {
    lines.push(line)
  })
  return lines.map((line) => JSON.parse(line) as Entry).toReversed()
}

test('the audit log has the keys and sign-in links that a start makes: the first ones, and those that the operator sets', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'declaim-first-start-'))
  const printed: string[] = []
  const startOnce = async (settings: Readonly<Record<string, string>> = {}): Promise<void> => {
    const all = { DATA_DIR, AVATARS_FILE: TONE_AVATARS, RENDER_THREADS: '1', LOG_LEVEL: 'silent', ...settings }
    const server = await startServerProcess(all, 'serve', { atTerminal: true })
    while (!server.lines.some((line) => line.includes('#sign-in='))) await sleep(20)
    await server.stop()
    printed.push(...server.lines)
  }
  try {
    await startOnce()
    await startOnce({ DECLAIM_BOOTSTRAP_KEY: 'bootstrap-key-1-that-nobody-guesses' })
    await startOnce({ DECLAIM_BOOTSTRAP_KEY: 'bootstrap-key-1-that-nobody-guesses' })
    await startOnce({ DECLAIM_BOOTSTRAP_KEY: 'bootstrap-key-2-that-nobody-guesses' })
    const entries = await readAudit(DATA_DIR)
    expect(entries.map(({ action, details }) => [action, details.name])).toEqual([
      ['createAccount', 'default'],
      ['createKey', 'first'],
      ['changeAccount', undefined],
      ['createSignInLink', undefined],
      ['createKey', 'bootstrap'],
      ['createSignInLink', undefined],
      ['createSignInLink', undefined],
      ['createKey', 'bootstrap'],
      ['revokeKey', undefined],
      ['createSignInLink', undefined],
    ])
    expect(entries[8]!.target).toBe(entries[4]!.target)
    expect(new Set(entries.map(({ actor }) => actor.kind))).toEqual(new Set(['operator']))
    const [code] = /sign-in=([\w-]+)/.exec(printed.join('\n'))!.slice(1)
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${code}|bootstrap-key|dcl_`))
  } finally {
    await rm(DATA_DIR, { recursive: true })
  }
}, 120_000)
