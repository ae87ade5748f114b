import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../../src/commands/sign-in.ts'
import { startService } from '../../src/commands/start-service.ts'
import { readConfig } from '../../src/config.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { startServerProcess } from '../support/server-process.ts'
import { TONE_AVATARS } from '../support/test-service.ts'

let DATA_DIR: string
beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'declaim-localhost-'))
})
afterAll(() => rm(DATA_DIR, { recursive: true }))

const settings = () => ({ DATA_DIR, AVATARS_FILE: TONE_AVATARS, RENDER_THREADS: '1', LOG_LEVEL: 'silent' })

test.each(['127.0.0.1', '0.0.0.0'])('a service at %s is opened at localhost, and answers at ::1 too', async (HOST) => {
  const PORT = String(await findFreePort())
  const server = await startServerProcess({ ...settings(), HOST, PORT }, 'serve', { atTerminal: true })
  try {
    while (!server.lines.some((line) => line.includes('#sign-in='))) await sleep(20)
    expect(server.lines.join('\n')).toContain(`The Studio is at http://localhost:${PORT}/#sign-in=`)
    for (const host of ['127.0.0.1', '[::1]']) {
      const page = await fetch(`http://${host}:${PORT}/readyz`)
      expect(page.status).toBe(200)
    }
  } finally {
    await server.stop()
  }
  const printed: string[] = []
  await signIn({}, readConfig({ ...settings(), HOST, PORT }), (line) => void printed.push(line))
  expect(printed.join()).toMatch(new RegExp(`^http://localhost:${PORT}/#sign-in=`))
  await signIn({}, readConfig({ ...settings(), HOST, PORT, PUBLIC_URL: 'http://192.0.2.7' }), (line) => {
    printed.push(line)
  })
  expect(printed.at(-1)).toMatch(/^http:\/\/192\.0\.2\.7\/#sign-in=/)
})

test('a service that has answered at ::1 stops, and listens there no more', async () => {
  const port = await findFreePort()
  const service = await startService(readConfig({ ...settings(), METRICS_ADDRESS: 'off', PORT: String(port) }))
  await (await fetch(`http://[::1]:${port}/readyz`)).text()
  await service.close()
  await expect(fetch(`http://[::1]:${port}/readyz`)).rejects.toThrow('fetch failed')
})

test('a service does not start if another program answers at localhost', async () => {
  const port = await findFreePort()
  const other = createServer().listen({ port, host: '::1' })
  await once(other, 'listening')
  const starting = startService(readConfig({ ...settings(), METRICS_ADDRESS: 'off', PORT: String(port) }))
  await expect(starting).rejects.toThrow(`Cannot listen on ::1:${port}: another program uses this port`)
  other.close()
})
