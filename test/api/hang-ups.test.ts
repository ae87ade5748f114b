import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { TEST_KEY } from '../support/test-service.ts'

const CALLERS_AT_ONCE = 16
/** A segment that waits for its reader is on disk after a tenth of a second. */
const SETTLE_MS = 250

/** One segment of a second. A longer one takes the server longer, and has no more stages. */
const BREATH = 'Sailors mend nets.'
/** How many callers of a Flite voice hang up at each stage. */
const HANG_UPS = Number(process.env.HANG_UPS ?? 1000)
const VOICES = {
  'a Flite voice': { speakerId: 33, hangUps: HANG_UPS },
  // It takes four times as long to speak.
  'the neural voice': { speakerId: 3, hangUps: Math.ceil(0.1 * HANG_UPS) },
}

/** Bytes of the answer, headers included, after which a caller hangs up. */
const STAGES = {
  'before the first byte': 0,
  'at the first byte': 1,
  'in the middle': 20_000,
}

let server: ServerProcess
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'declaim-hang-ups-'))
  server = await startServerProcess({
    DATA_DIR: folder,
    DECLAIM_BOOTSTRAP_KEY: TEST_KEY,
    REQUESTS_PER_SECOND: '100000',
    REQUEST_BURST: '100000',
    SEGMENT_CACHE_MB: '0',
    LOG_LEVEL: 'error',
  })
})
afterAll(async () => {
  await server.kill()
  rmSync(folder, { recursive: true })
})

const openFiles = (): number => readdirSync(`/proc/${server.child.pid}/fd`).length

/** Waits until the server has as few files open as before, which takes what is under way a moment, and longer on a busy machine. */
async function filesOpenAfter(most: number): Promise<number> {
  const deadline = Date.now() + 60_000
  while (openFiles() > most && Date.now() < deadline) await sleep(50)
  return openFiles()
}

function post(body: object): Socket {
  const { hostname, port } = new URL(server.url)
  const json = JSON.stringify(body)
  const socket = connect(Number(port), hostname)
  // A caller that hangs up may be reset.
  socket.on('error', () => {})
  socket.write(
    `POST /v1/tts/stream HTTP/1.1\r\nHost: test\r\nX-Api-Key: ${TEST_KEY}\r\nContent-Length: ${json.length}\r\n\r\n${json}`,
  )
  return socket
}

/**
 * Asks for a stream and hangs up after so many bytes; without any, after a moment that differs each time. Asks again if a busy machine refuses
 * it with 503.
 */
async function hangUp(
  body: object,
  { afterBytes, turn }: { readonly afterBytes: number; readonly turn: number },
): Promise<number> {
  const socket = post(body)
  let received = 0
  let isRefused = false
  if (afterBytes === 0) await sleep(turn % 60)
  else {
    for await (const bytes of socket) {
      if (received === 0) isRefused = String(bytes).startsWith('HTTP/1.1 503')
      received += (bytes as Buffer).length
      if (received >= afterBytes) break
    }
  }
  socket.destroy()
  if (!isRefused) return received
  await sleep(SETTLE_MS)
  return await hangUp(body, { afterBytes, turn })
}

type Often = { readonly hangUps: number; readonly afterBytes: number }

async function hangUpOften(body: object, { hangUps, afterBytes }: Often): Promise<void> {
  let turn = 0
  const caller = async (): Promise<void> => {
    while (turn < hangUps) expect(await hangUp(body, { afterBytes, turn: turn++ })).toBeGreaterThanOrEqual(afterBytes)
  }
  await Promise.all(Array.from({ length: CALLERS_AT_ONCE }, caller))
}

describe.runIf(process.platform === 'linux').each(Object.entries(VOICES))(
  'a stream of %s',
  (_name, { speakerId, hangUps }) => {
    const body = { speaker_id: speakerId, text: BREATH, audio_configs: { file_format: 'pcm' } }
    test.each(Object.entries(STAGES))(
      `leaves no open file after ${hangUps} callers hang up %s`,
      async (_stage, afterBytes) => {
        // As many at once as later, so that every thread and connection that the server opens on demand is open.
        await hangUpOften(body, { hangUps: CALLERS_AT_ONCE, afterBytes: 30_000 })
        await sleep(SETTLE_MS)
        const before = openFiles()
        await hangUpOften(body, { hangUps, afterBytes })
        await sleep(SETTLE_MS)
        expect(await filesOpenAfter(before)).toBeLessThanOrEqual(before)
        expect(server.child.exitCode).toBeNull()
      },
      120_000,
    )
  },
)
