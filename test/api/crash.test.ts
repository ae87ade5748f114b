import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decodeMp3 } from '../support/decode-audio.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

const KEY = 'crash-test-key-that-nobody-guesses'
const CLIPS = 24
const KILLS = 3

type Clip = { id: string; status: string; url: string }

let dataDirectory: string
let server: ServerProcess
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'declaim-crash-'))
})
afterEach(async () => {
  await server.kill()
  await rm(dataDirectory, { recursive: true })
})

/** One engine is enough, and is ready sooner. */
const AVATARS_FILE = fileURLToPath(new URL('../support/flite-avatars.json', import.meta.url))

const start = () => startServerProcess({ DATA_DIR: dataDirectory, DECLAIM_BOOTSTRAP_KEY: KEY, AVATARS_FILE })

async function get<Body>(url: string, path: string): Promise<Body> {
  const response = await fetch(`${url}/v1/tts${path}`, { headers: { 'x-api-key': KEY } })
  expect(response.status).toBe(200)
  return (await response.json()) as Body
}

test('no accepted clip is lost or rendered twice when the process is killed again and again', async () => {
  const lines: string[] = []
  server = await start()
  const texts = Array.from(
    { length: CLIPS },
    (_, index) => `This is clip number ${index + 1} of many, and it must not be lost. Nor may it be rendered twice.`,
  )
  const accepted = await fetch(`${server.url}/v1/tts/clips`, {
    method: 'POST',
    headers: { 'x-api-key': KEY },
    body: JSON.stringify(texts.map((text) => ({ speaker_id: 3, text }))),
  })
  const { clip_ids: ids } = (await accepted.json()) as { clip_ids: string[] }
  expect(ids).toHaveLength(CLIPS)

  let unfinishedAtKill = 0
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(20 + 60 * kill)
    const clips = await get<Clip[]>(server.url, '/clips')
    unfinishedAtKill += Number(clips.some(({ status }) => status === 'PROCESSING'))
    await server.kill()
    lines.push(...server.lines)
    server = await start()
  }
  // Otherwise nothing was tested.
  expect(unfinishedAtKill).toBeGreaterThan(KILLS / 2)

  let clips = await get<Clip[]>(server.url, '/clips')
  while (clips.some(({ status }) => status === 'PROCESSING')) {
    await sleep(200)
    clips = await get(server.url, '/clips')
  }
  expect(clips.map(({ id, status }) => [id, status])).toEqual(ids.toReversed().map((id) => [id, 'COMPLETE']))
  for (const { id } of clips) {
    const { url } = await get<Clip>(server.url, `/clips/${id}`)
    const response = await fetch(url)
    expect(response.status).toBe(200)
    expect((await decodeMp3(Buffer.from(await response.arrayBuffer()))).length).toBeGreaterThan(16_000)
  }

  expect(await server.stop()).toBe(0)
  lines.push(...server.lines)
  const completions = lines.filter((line) => line.includes('Clip complete')).map((line) => JSON.parse(line).clipId)
  expect(new Set(completions).size).toBe(completions.length)
  expect(await readdir(join(dataDirectory, 'audio', 'unfinished'))).toEqual([])
}, 200_000)
