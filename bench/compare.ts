/**
 * Declaim beside what else can be installed from Debian, each behind HTTP on this machine, in one run: first audio, speed, memory, and what happens at 32 callers. Contenders take turns. docs/guide/comparison.md describes the method.
 *   npm run bench -- compare [seconds]
 *   npm run bench -- compare --server URL --model MODEL --voice VOICE [--key KEY]   adds a server with the OpenAI speech API, such as Kokoro-FastAPI or speaches
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { WAV_HEADER_BYTES } from '../src/audio/encoding/wav-header.ts'
import { BENCH_KEY, startBenchService } from './support/bench-service.ts'
import { SPEAKERS } from './support/bench-text.ts'
import { formatMs, percentile } from './support/percentile.ts'
import { printTable } from './support/print-table.ts'
import { SPEECH_SENTENCES } from './support/speech-sentences.ts'

const { values, positionals } = parseArgs({
  options: {
    server: { type: 'string' },
    model: { type: 'string', default: 'tts-1' },
    voice: { type: 'string', default: 'alloy' },
    key: { type: 'string', default: 'none' },
  },
  allowPositionals: true,
})
const SECONDS = Number(positionals[0] ?? 8)
const CALLERS = [1, 8, 32]
const MEMORY_EVERY_MS = 50

type Contender = {
  readonly name: string
  /** Hz. */
  readonly sampleRate: number
  readonly pid: number | undefined
  request(text: string): { readonly url: string; readonly headers: Record<string, string>; readonly body: string }
  close(): Promise<unknown>
}

type Answer = { readonly firstMs: number; readonly audioSeconds: number }

async function startDeclaim(name: string, speakerId: number, sampleRate: number): Promise<Contender> {
  const service = await startBenchService()
  return {
    name,
    sampleRate,
    pid: service.child.pid,
    request: (text) => ({
      url: `${service.url}/v1/tts/stream`,
      headers: { 'x-api-key': BENCH_KEY },
      body: JSON.stringify({ speaker_id: speakerId, text, audio_configs: { file_format: 'wav' } }),
    }),
    close: () => service.stop(),
  }
}

async function startPlain(program: string, sampleRate: number): Promise<Contender> {
  const file = fileURLToPath(new URL('compare/plain-server.ts', import.meta.url))
  const child = spawn(process.execPath, [file, program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    name: program,
    sampleRate,
    pid: child.pid,
    request: (text) => ({ url, headers: {}, body: text }),
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** A server that somebody else has started. */
function openServer(url: string): Contender {
  const { model, voice, key } = values
  return {
    name: url,
    sampleRate: 24_000,
    pid: undefined,
    request: (text) => ({
      url: `${url.replace(/\/$/, '')}/v1/audio/speech`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, voice, input: text, response_format: 'wav' }),
    }),
    close: async () => {},
  }
}

async function ask({ request, sampleRate }: Contender, text: string): Promise<Answer> {
  const { url, headers, body } = request(text)
  const began = performance.now()
  const response = await fetch(url, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`${response.status}`)
  let firstMs = Number.NaN
  let bytes = 0
  for await (const chunk of response.body!) {
    bytes += chunk.byteLength
    // A header alone is no sound.
    if (Number.isNaN(firstMs) && bytes > WAV_HEADER_BYTES) firstMs = performance.now() - began
  }
  return { firstMs, audioSeconds: (bytes - WAV_HEADER_BYTES) / 2 / sampleRate }
}

/** Resident memory of a process and all that it has started, in MB. */
function memoryOf(pid: number): number {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1])
      parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
    } catch {
      // It has ended.
    }
  }
  const family = [pid]
  for (const one of family) family.push(...(parents.get(one) ?? []))
  return family.reduce((sum, one) => {
    try {
      return sum + Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1] ?? 0) / 1024
    } catch {
      return sum
    }
  }, 0)
}

/** Callers that each ask again as soon as they have their answer, for some seconds. */
async function measure(contender: Contender, callers: number) {
  const answers: Answer[] = []
  let refused = 0
  let megabytes = 0
  let next = 0
  const looking = setInterval(() => {
    if (contender.pid !== undefined) megabytes = Math.max(megabytes, memoryOf(contender.pid))
  }, MEMORY_EVERY_MS)
  const began = performance.now()
  const until = began + 1000 * SECONDS
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) {
        const text = SPEECH_SENTENCES[next++ % SPEECH_SENTENCES.length]!
        await ask(contender, text).then(
          (answer) => answers.push(answer),
          () => (refused += 1),
        )
      }
    }),
  )
  clearInterval(looking)
  const seconds = (performance.now() - began) / 1000
  const first = answers.map(({ firstMs }) => firstMs)
  return {
    contender: contender.name,
    callers,
    answers: answers.length,
    refused,
    'first audio p50': formatMs(percentile(first, 0.5)),
    p95: formatMs(percentile(first, 0.95)),
    'speech s/s': (answers.reduce((sum, { audioSeconds }) => sum + audioSeconds, 0) / seconds).toFixed(1),
    'most MB': megabytes === 0 ? '' : megabytes.toFixed(0),
  }
}

const installed = (program: string): boolean => spawnSync('which', [program]).status === 0
const starters: (() => Promise<Contender>)[] = [
  () => startDeclaim('Declaim, ember (neural)', SPEAKERS.ember, 22_050),
  () => startDeclaim('Declaim, slt (Flite)', SPEAKERS.slt, 16_000),
  ...(installed('espeak-ng') ? [() => startPlain('espeak-ng', 22_050)] : []),
  ...(installed('flite') ? [() => startPlain('flite', 16_000)] : []),
  ...(installed('text2wave')
    ? [() => startPlain('festival-hts', 16_000), () => startPlain('festival-diphone', 16_000)]
    : []),
  ...(values.server === undefined ? [] : [async () => openServer(values.server!)]),
]
const rows = []
for (const callers of CALLERS) {
  for (const start of starters) {
    const contender = await start()
    for (const text of SPEECH_SENTENCES.slice(0, 3)) await ask(contender, text)
    rows.push(await measure(contender, callers))
    await contender.close()
  }
}
printTable(rows)
