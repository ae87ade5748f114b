import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService } from '../support/test-service.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/declaim.mjs', import.meta.url))

type Finding = { readonly name: string; readonly state: string; readonly detail: string; readonly remedy?: string }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-doctor-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function runDoctor(settings: Readonly<Record<string, string>>) {
  const env = { PATH: process.env.PATH, HOME: folder, PORT: '0', ...settings }
  return await new Promise<{ code: number; find: (name: string) => Finding | undefined }>((resolve) => {
    execFile(process.execPath, [PROGRAM, 'doctor', '--json'], { env }, (error, stdout) => {
      const findings = JSON.parse(stdout) as readonly Finding[]
      resolve({
        code: typeof error?.code === 'number' ? error.code : 0,
        find: (name) => findings.find((finding) => finding.name === name),
      })
    })
  })
}

test('a service that runs is in order', async () => {
  const dataDirectory = join(folder, 'service')
  const service = await startTestService({ DATA_DIR: dataDirectory })
  try {
    const { code, find } = await runDoctor({ DATA_DIR: dataDirectory, PORT: new URL(service.url).port })
    expect(code).toBe(0)
    expect(find('Database')).toMatchObject({ state: 'ok', detail: expect.stringMatching(/^SQLite .*up to date$/) })
    expect(find('Address')).toMatchObject({ state: 'ok', detail: expect.stringContaining('is ready') })
    expect(find('Voice ember')).toMatchObject({ state: 'ok' })
  } finally {
    await service.close()
  }
})

test('a first start is foreseen and nothing is made', async () => {
  const { code, find } = await runDoctor({ DATA_DIR: join(folder, 'new') })
  expect(code).toBe(0)
  expect(find('Database')?.detail).toBe('made at the first start')
  expect(find('Data directory')?.detail).toContain('is made at the first start')
})

test('faults are found, each with what to do', async () => {
  const dataDirectory = join(folder, 'damaged')
  await mkdir(join(dataDirectory, 'voices', 'broken'), { recursive: true })
  await writeFile(join(dataDirectory, 'voices', 'broken', 'manifest.json'), '{}')
  await writeFile(
    join(dataDirectory, 'declaim.sqlite'),
    'this is no database, though it has the name of one'.repeat(40),
  )
  await chmod(dataDirectory, 0o755)
  const stranger = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
  await new Promise((resolve) => stranger.once('listening', resolve))
  const port = String((stranger.address() as AddressInfo).port)
  try {
    const { code, find } = await runDoctor({ DATA_DIR: dataDirectory, PORT: port })
    expect(code).toBe(78)
    expect(find('Data directory')).toMatchObject({ state: 'warning', remedy: expect.stringContaining('chmod 700') })
    expect(find('Database')).toMatchObject({
      state: 'fault',
      detail: expect.stringContaining('not a database'),
      remedy: 'Restore a backup',
    })
    expect(find('Address')).toMatchObject({ state: 'fault', remedy: expect.stringContaining('PORT') })
    expect(find('Voice broken')).toMatchObject({ state: 'fault', remedy: expect.stringContaining('declaim voices') })
  } finally {
    stranger.close()
  }
})

test('wrong settings and a database that is away are faults', async () => {
  const wrong = await runDoctor({ DATA_DIR: folder, LOG_LEVEL: 'loud' })
  expect([wrong.code, wrong.find('Settings')]).toMatchObject([78, { state: 'fault' }])
  const away = await runDoctor({ DATA_DIR: folder, DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:9/none' })
  expect(away.find('Database')).toMatchObject({ state: 'fault', remedy: expect.stringContaining('DATABASE_URL') })
  expect(JSON.stringify(away.find('Database'))).not.toContain('secret')
})
