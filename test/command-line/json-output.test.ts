import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runCommandLine } from '../../src/commands/run-command-line.ts'
import { MIGRATION_NAMES } from '../../src/storage/migrations/migrate.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

let service: TestService
let folder: string
beforeAll(async () => {
  service = await startTestService({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' })
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-json-'))
  vi.stubEnv('XDG_CONFIG_HOME', join(folder, 'config'))
  vi.stubEnv('DATA_DIR', join(folder, 'data'))
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('AUDIO_STORE', '')
  vi.stubEnv('DECLAIM_URL', service.url)
  vi.stubEnv('DECLAIM_API_KEY', TEST_KEY)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})
afterAll(() => service.close())

type Json = Readonly<Record<'id' | 'library_id' | 'replacement_id' | 'clip_id', string>>

/** What a command prints with `--json`. Nothing else may be printed. */
async function json(...args: readonly string[]): Promise<Json> {
  const printed: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  const code = await runCommandLine([...args, '--json'])
  spy.mockRestore()
  expect([code, args], printed.join('')).toEqual([0, args])
  return JSON.parse(printed.join(''))
}

const at = (name: string): string => join(folder, name)

test('commands of the operator print what they changed', async () => {
  const copy = at('copy')
  expect(await json('migrate')).toEqual({ last_migration: MIGRATION_NAMES.at(-1), ran: MIGRATION_NAMES })
  expect(await json('migrate')).toEqual({ last_migration: MIGRATION_NAMES.at(-1), ran: [] })
  const { id } = await json('keys', 'create', '--name', 'menu')
  expect(await json('keys', 'revoke', id)).toMatchObject({ id, name: 'menu', status: 'revoked' })
  const plan = { plan: 'small', limits: expect.objectContaining({ characters_per_text: 200 }) }
  expect(await json('plans', 'set', 'small', 'charactersPerText=200')).toEqual(plan)
  expect(await json('plans', 'remove', 'small')).toEqual(plan)
  expect(await json('sign-in')).toEqual({ url: expect.stringContaining('#sign-in=') })
  expect(await json('sign-out')).toMatchObject({ name: 'default' })
  expect(await json('voices', 'list')).toMatchObject([{ name: 'ember', origin: 'shipped', engine: 'neural' }])
  expect(await json('backup', copy)).toMatchObject({ folder: copy, clips: 0, problems: [] })
  expect(await json('verify')).toEqual({ problems: [] })
  expect(await json('verify', copy)).toEqual({ problems: [] })
  await rm(join(folder, 'data'), { recursive: true })
  expect(await json('restore', copy)).toMatchObject({ audio_files: 0, created_at: expect.any(String) })
})

test('commands that call a service print its answers, or the files they wrote', async () => {
  expect(await json('logout')).toMatchObject({ removed: false })
  const { library_id: library } = await json('libraries', 'create', 'names')
  expect(await json('libraries', 'rename', 'names', 'marks')).toEqual({ library_id: library, name: 'marks' })
  const { replacement_id: replacement } = await json('libraries', 'add', 'marks', 'Acme', 'A K Me')
  expect(await json('libraries', 'export', 'marks')).toMatchObject([{ original: 'Acme' }])
  expect(await json('libraries', 'remove', 'marks', replacement)).toMatchObject({ original: 'Acme' })
  expect(await json('libraries', 'delete', 'marks')).toEqual({ library_id: library, name: 'marks' })
  const said = await json('say', '-o', at('a.mp3'), 'Hello.')
  expect(said).toEqual({ file: at('a.mp3'), bytes: (await stat(at('a.mp3'))).size })
  expect(await json('words', '--srt', at('a.srt'), 'Hello.')).toEqual({ srt: at('a.srt') })
  await writeFile(at('texts.csv'), 'text\nHello.\n')
  const { clip_id: clip } = await json('clips', 'submit', at('texts.csv'), '-o', folder)
  expect(await json('clips', 'timing', clip)).toMatchObject({ results: [{ alternatives: [{ transcript: 'Hello.' }] }] })
  expect(await json('clips', 'download', clip, '-o', folder)).toMatchObject({ clip_id: clip, file: at(`${clip}.mp3`) })
  expect(await json('combine', clip, clip, '-o', at('b.wav'))).toMatchObject({ file: at('b.wav') })
  expect(await json('clips', 'delete', clip)).toMatchObject({ id: clip, status: 'COMPLETE' })
  const { id } = await json('webhooks', 'create', 'http://127.0.0.1:1/')
  expect(await json('webhooks', 'disable', id)).toMatchObject({ id, enabled: false })
  expect(await json('webhooks', 'rotate', id)).toMatchObject({ secret: expect.stringMatching(/^whsec_/) })
  expect(await json('webhooks', 'delete', id)).toMatchObject({ id })
})
