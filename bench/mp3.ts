/**
 * MP3 of speech at 64 kb/s: what each effort of LAME costs in computing time and in noise, beside ffmpeg's own LAME; and
 * what encoding takes of a render, beside the engine that makes the sound.
 *   node bench/mp3.ts [rounds]
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EncoderOptions } from '../src/audio/encoding/audio-encoder.ts'
import { LAME_EFFORT, Lame } from '../src/audio/encoding/mp3/lame.ts'
import { ENCODER_DELAY, mp3Layout } from '../src/audio/encoding/mp3/mp3-layout.ts'
import { formatPcm16 } from '../src/audio/encoding/pcm16.ts'
import { formatWavHeader } from '../src/audio/encoding/wav-header.ts'
import { loadEncoders, loadLame } from '../src/rendering/load-audio-libraries.ts'
import { decodeMp3 } from '../test/support/decode-audio.ts'
import { SPEAKERS } from './support/bench-text.ts'
import { measureCodingNoise } from './support/coding-noise.ts'
import { createBarePlanner } from './support/plan-bench-speech.ts'
import { printGoal, printTable, type TableRow } from './support/print-table.ts'
import { SPEECH_SENTENCES } from './support/speech-sentences.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const BITRATE = 64
const GOAL_PERCENT = 15
/** Samples by which a stream without a header decodes late: LAME's, and those of a decoder. */
const DELAY = ENCODER_DELAY + 529
/** Samples that an encoder gets at a time: about 0.2 s. */
const CHUNK = 4096

type Speech = { readonly samples: Float32Array; readonly sampleRate: number; readonly engineSeconds: number }

const planner = await createBarePlanner()
const wasm = await loadLame()
const encoders = await loadEncoders()

/** Seconds of computing that `work` takes, in all threads of this process. */
async function computing(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** The least of several rounds. */
async function fewest(measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) least = Math.min(least, await measure())
  return least
}

async function speak(speaker: keyof typeof SPEAKERS): Promise<Speech> {
  const plans = SPEECH_SENTENCES.map((text) => planner.plan(SPEAKERS[speaker], text))
  const engine = planner.engines.get(plans[0]!.engine)!
  let chunks: Float32Array[] = []
  const { signal } = new AbortController()
  const engineSeconds = await fewest(() => {
    chunks = []
    return computing(async () => {
      for (const segment of plans.flatMap(({ segments }) => segments))
        for await (const { audio } of engine.speak(segment, { signal })) chunks.push(audio.samples)
    })
  })
  const samples = Float32Array.from(chunks.flatMap((chunk) => [...chunk]))
  return { samples, sampleRate: engine.sampleRate, engineSeconds }
}

function encodeWithEffort({ samples, sampleRate }: Speech, effort: number): Buffer {
  const lame = new Lame(wasm, { ...mp3Layout({ sampleRate, bitrate: BITRATE }), effort })
  const parts: Uint8Array[] = []
  for (let start = 0; start < samples.length; start += CHUNK)
    parts.push(lame.encode(samples.subarray(start, start + CHUNK)))
  return Buffer.concat([...parts, lame.finish()])
}

async function encodeWithFfmpeg({ samples, sampleRate }: Speech): Promise<{ mp3: Buffer; seconds: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-mp3-'))
  const [input, output] = [join(folder, 'in.wav'), join(folder, 'out.mp3')]
  await writeFile(input, Buffer.concat([formatWavHeader(sampleRate, samples.length), formatPcm16(samples)]))
  const args = ['-v', 'error', '-y', '-benchmark', '-i', input, '-c:a', 'libmp3lame', '-b:a', `${BITRATE}k`, output]
  let seconds = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const { status, stderr } = spawnSync('ffmpeg', args.with(1, 'info'), { encoding: 'utf8' })
    const [, user, system] = /utime=([\d.]+)s stime=([\d.]+)s/.exec(stderr) ?? []
    if (status !== 0 || user === undefined) throw new Error(`Cannot run ffmpeg: ${stderr}`)
    seconds = Math.min(seconds, Number(user) + Number(system))
  }
  const mp3 = await readFile(output)
  await rm(folder, { recursive: true })
  return { mp3, seconds }
}

function noiseRow({ samples, sampleRate }: Speech, decoded: Int16Array): TableRow {
  const coded = Float32Array.from(samples, (_, i) => (decoded[i] ?? 0) / 32_768)
  const noise = measureCodingNoise({ original: samples, coded, sampleRate })
  return {
    'noise to mask dB': noise.noiseToMaskDb.toFixed(2),
    'spectral distance dB': noise.spectralDistanceDb.toFixed(2),
    'segmental SNR dB': noise.segmentalSnrDb.toFixed(1),
  }
}

async function compareEfforts(voice: string, speech: Speech): Promise<readonly TableRow[]> {
  const audioSeconds = speech.samples.length / speech.sampleRate
  const speed = (seconds: number) => ({ 'x real time (CPU)': (audioSeconds / seconds).toFixed(0) })
  const { mp3, seconds } = await encodeWithFfmpeg(speech)
  const rows: TableRow[] = [
    { voice, encoder: 'ffmpeg libmp3lame', ...speed(seconds), ...noiseRow(speech, await decodeMp3(mp3)) },
  ]
  for (const effort of [0, 3, 5, 7]) {
    const cost = await fewest(() => computing(() => encodeWithEffort(speech, effort)))
    const decoded = (await decodeMp3(encodeWithEffort(speech, effort))).subarray(DELAY)
    const encoder = `declaim, effort ${effort}${effort === LAME_EFFORT ? ' (used)' : ''}`
    rows.push({ voice, encoder, ...speed(cost), ...noiseRow(speech, decoded) })
  }
  return rows
}

async function measureShare({ samples, sampleRate }: Speech, options: Partial<EncoderOptions>): Promise<number> {
  const settings = { format: 'mp3', inputSampleRate: sampleRate, sampleRate, length: 'file', ...options } as const
  return fewest(() =>
    computing(async () => {
      const encoder = await encoders.open(settings)
      for (let start = 0; start < samples.length; start += CHUNK) encoder.encode(samples.subarray(start, start + CHUNK))
      encoder.finish()
    }),
  )
}

const [efforts, shares]: [TableRow[], TableRow[]] = [[], []]
let defaultShare = 0
for (const voice of ['ember', 'rms'] as const) {
  const speech = await speak(voice)
  efforts.push(...(await compareEfforts(voice, speech)))
  const constant = await measureShare(speech, {})
  const variable = await measureShare(speech, { bitrateMode: 'variable' })
  const percent = (seconds: number) => (100 * seconds) / (speech.engineSeconds + seconds)
  if (voice === 'ember') defaultShare = percent(constant)
  shares.push({
    voice,
    'sample rate': speech.sampleRate,
    'audio s': (speech.samples.length / speech.sampleRate).toFixed(1),
    'engine CPU s': speech.engineSeconds.toFixed(3),
    'MP3 CPU s': constant.toFixed(3),
    'MP3 share': `${percent(constant).toFixed(1)} %`,
    'variable MP3 CPU s': variable.toFixed(3),
    'variable MP3 share': `${percent(variable).toFixed(1)} %`,
  })
}
console.log(`MP3 of ${BITRATE} kb/s, mono, best of ${ROUNDS}\n`)
printTable(efforts)
console.log('\nComputing time of a render, in all threads\n')
printTable(shares)
printGoal(`encoding at most ${GOAL_PERCENT} % of a render with the default voice`, defaultShare <= GOAL_PERCENT)
await Promise.all([...planner.engines.values()].map((engine) => engine.close()))
