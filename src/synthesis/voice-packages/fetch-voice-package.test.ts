import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { makePiperPackage } from '../../../test/support/tiny-voices.ts'
import { fetchVoicePackage } from './fetch-voice-package.ts'

const root = mkdtempSync(join(tmpdir(), 'declaim-fetch-'))
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(() => rmSync(root, { recursive: true }))

const limits = { maxBytes: 2 ** 24, silenceMs: 10_000, totalMs: 60_000 }

function fetchWith(source: string, changed: Partial<typeof limits> = {}) {
  const options = { into: mkdtempSync(join(root, 'into-')), sha256: undefined, onProgress: () => {} }
  return fetchVoicePackage(source, { ...options, limits: { ...limits, ...changed } })
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/manifest.json`
}

test('a link out of the folder is refused, and one inside it is followed', async () => {
  const folder = makePiperPackage('fiddle')
  const secret = join(root, 'secret.txt')
  writeFileSync(secret, 'secret')
  rmSync(join(folder, 'model.onnx.json'))
  symlinkSync(secret, join(folder, 'model.onnx.json'))
  await expect(fetchWith(folder)).rejects.toThrow('model.onnx.json is a link out of the folder')
  const inside = makePiperPackage('fiddle')
  symlinkSync('manifest.json', join(inside, 'LICENSE'))
  const { folder: fetched } = await fetchWith(inside)
  expect(readdirSync(fetched).sort()).toEqual(['LICENSE', 'manifest.json', 'model.onnx', 'model.onnx.json'])
})

test('a folder of links is itself a link that may be followed', async () => {
  const link = join(root, `link-${randomUUID()}`)
  symlinkSync(makePiperPackage('fiddle'), link)
  expect((await fetchWith(link)).name).toBe('fiddle')
})

test('a file that is too large, or no file, is refused before it is copied', async () => {
  const folder = makePiperPackage('fiddle')
  truncateSync(join(folder, 'model.onnx'), 2 ** 25)
  await expect(fetchWith(folder)).rejects.toThrow('model.onnx has 33554432 bytes; expected at most 16777216')
  rmSync(join(folder, 'model.onnx'))
  mkdirSync(join(folder, 'model.onnx'))
  await expect(fetchWith(folder)).rejects.toThrow('model.onnx is not a file')
})

test('a download without end is stopped at the limit', async () => {
  let sent = 0
  const url = await serve((_, response) => {
    const write = (): void => {
      sent += 65_536
      if (response.write(Buffer.alloc(65_536, ' '))) setImmediate(write)
      else response.once('drain', write)
    }
    response.on('error', () => {})
    write()
  })
  await expect(fetchWith(url)).rejects.toThrow('it has more than 1048576 bytes')
  expect(sent).toBeGreaterThan(2 ** 20)
})

test.each([
  ['nothing came for 0.2 s', { silenceMs: 200 }, 60_000],
  ['it took more than 0.3 s', { totalMs: 300 }, 20],
])('a download that is too slow is stopped: %s', async (problem, changed, everyMs) => {
  const timers: NodeJS.Timeout[] = []
  const url = await serve((_, response) => {
    response.write(' ')
    timers.push(setInterval(() => response.write(' '), everyMs))
  })
  await expect(fetchWith(url, changed)).rejects.toThrow(problem)
  for (const timer of timers) clearInterval(timer)
})
