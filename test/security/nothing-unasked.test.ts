import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageAvatar } from '../support/package-avatar.ts'
import { type SpeechServer, startSpeechServer } from '../support/speech-server.ts'
import { TEST_KEY, TONE_AVATARS } from '../support/test-service.ts'
import { makeKokoroPackage, makePiperPackage } from '../support/tiny-voices.ts'
import { type Trace, traceNode } from '../support/trace-process.ts'
import { installUpstreamVoice, UPSTREAM_SETTINGS, UPSTREAM_SPEAKER } from '../support/upstream-voice.ts'
import { editManifest } from '../support/voice-packages.ts'

const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/declaim', import.meta.url))
const SHIPPED_AVATARS = new URL('../../data/avatars.json', import.meta.url)

/** An avatar of each engine. */
const SPEAKERS = { neural: 3, flite: 17, tone: 900, piper: 1001, kokoro: 1002, upstream: UPSTREAM_SPEAKER } as const

/** As benchmarks and scripts do that use an engine without its threads. */
const SPEAK_IN_MAIN_THREAD = `
  import { createBarePlanner } from './bench/support/plan-bench-speech.ts'
  const planner = await createBarePlanner()
  for (const engine of planner.engines.values()) await engine.close()`

const base = mkdtempSync(join(tmpdir(), 'declaim-traced-'))
const folderOf = (name: string): string => join(base, name)
const env = { HOME: folderOf('home'), TMPDIR: folderOf('tmp'), DATA_DIR: folderOf('data'), ...UPSTREAM_SETTINGS }
let upstream: SpeechServer

beforeAll(async () => {
  for (const name of ['home', 'tmp', 'data']) mkdirSync(folderOf(name))
  upstream = await startSpeechServer()
  installUpstreamVoice(env.DATA_DIR, upstream)
  install(makePiperPackage(), packageAvatar(SPEAKERS.piper, 'tiny-piper'))
  install(makeKokoroPackage(), packageAvatar(SPEAKERS.kokoro, 'af_tone'))
  const [tone] = JSON.parse(readFileSync(TONE_AVATARS, 'utf8')) as object[]
  const shipped = JSON.parse(readFileSync(SHIPPED_AVATARS, 'utf8')) as object[]
  writeFileSync(folderOf('avatars.json'), JSON.stringify([...shipped, { ...tone, id: SPEAKERS.tone }]))
})
afterAll(async () => {
  await upstream.close()
  rmSync(base, { recursive: true })
})

function install(folder: string, avatar: object): void {
  editManifest(folder, (manifest) => {
    manifest.avatars = [avatar]
  })
  cpSync(folder, join(env.DATA_DIR, 'voices', basename(folder)), { recursive: true })
}

/** Paths outside of the folders in which a service may write. */
function foreign({ written }: Trace): readonly string[] {
  const allowed = [env.DATA_DIR, env.TMPDIR, COMPILE_CACHE, '/dev', '/proc']
  return written.filter((path) => !allowed.some((folder) => path === folder || path.startsWith(`${folder}/`)))
}

describe.skipIf(process.platform !== 'linux')('nothing leaves the machine, and nothing is written elsewhere', () => {
  test('while the service starts, speaks with every engine and stops', async () => {
    const traced = traceNode(['bin/declaim.mjs', 'serve'], {
      file: folderOf('serve.trace'),
      env: {
        ...env,
        PORT: '0',
        RENDER_THREADS: '1',
        LOG_LEVEL: 'error',
        MAX_EVENT_LOOP_DELAY_MS: '60000',
        AVATARS_FILE: folderOf('avatars.json'),
        DECLAIM_BOOTSTRAP_KEY: TEST_KEY,
      },
    })
    const url = await addressOf(traced.lines)
    for (const [engine, speaker] of Object.entries(SPEAKERS)) {
      const body = JSON.stringify({ speaker_id: speaker, text: `It keeps to itself: ${engine}.` })
      const answer = await fetch(`${url}/v1/tts/stream`, { method: 'POST', headers: { 'x-api-key': TEST_KEY }, body })
      expect([engine, answer.status]).toEqual([engine, 200])
      expect((await answer.bytes()).length).toBeGreaterThan(1000)
    }
    await traced.stop()
    const trace = await traced.ended()
    expect(trace.sent).toEqual([])
    expect(foreign(trace)).toEqual([])
    // The trace holds what is allowed, so it would hold the rest too.
    expect(trace.loopbackPorts).toContain(Number(new URL(upstream.baseUrl).port))
    expect(trace.written.some((path) => path.startsWith(`${env.DATA_DIR}/`))).toBe(true)
  })

  test.each([
    ['a command that loads every voice', ['bin/declaim.mjs', 'doctor']],
    ['a script that opens models in its main thread', ['--input-type=module', '--eval', SPEAK_IN_MAIN_THREAD]],
  ])('%s', async (_, args) => {
    const trace = await traceNode(args, { file: folderOf('other.trace'), env }).ended()
    expect(trace.sent).toEqual([])
    expect(foreign(trace)).toEqual([])
  })

  test('a process that looks up a host and writes in its home folder is noticed', async () => {
    const code = `
      import { lookup } from 'node:dns/promises'
      import { mkdirSync, openSync } from 'node:fs'
      mkdirSync(process.env.HOME + '/kept', { recursive: true })
      process.chdir(process.env.HOME)
      openSync('kept/deviceid', 'w')
      await lookup('declaim.invalid').catch(() => {})`
    const traced = traceNode(['--input-type=module', '--eval', code], { file: folderOf('noticed.trace'), env })
    const trace = await traced.ended()
    expect(trace.sent).not.toEqual([])
    expect(foreign(trace)).toEqual([join(env.HOME, 'kept', 'deviceid'), join(env.HOME, 'kept')])
  })
})

async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const url = /^Declaim is at (http\S+?)\/v1\/tts$/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error('The service ended before it listened')
}
