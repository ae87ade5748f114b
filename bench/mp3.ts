/**
 * MP3 of speech at 64 kb/s: what each effort of LAME costs in computing time and in noise, beside ffmpeg's own LAME.
 *   npm run bench -- mp3 [rounds]
 */
import { LAME_EFFORT, Lame } from '../src/audio/encoding/mp3/lame.ts'
import { ENCODER_DELAY, mp3Layout } from '../src/audio/encoding/mp3/mp3-layout.ts'
import { loadLame } from '../src/speaking/threads/load-audio-libraries.ts'
import { decodeMp3 } from '../test/support/decode-audio.ts'
import { measureCodingNoise } from './support/coding-noise.ts'
import { measureComputing } from './support/measure-computing.ts'
import { createBarePlanner } from './support/plan-bench-speech.ts'
import { printTable, type TableRow } from './support/print-table.ts'
import { type BenchSpeech, speakBenchSpeech } from './support/speak-bench-speech.ts'
import { timeFfmpeg } from './support/time-ffmpeg.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const BITRATE = 64
/** Samples by which a stream without a header decodes late: LAME's, and those of a decoder. */
const DELAY = ENCODER_DELAY + 529
/** Samples that an encoder gets at a time: about 0.2 s. */
const CHUNK = 4096

const planner = await createBarePlanner()
const wasm = await loadLame()

function encodeWithEffort({ samples, sampleRate }: BenchSpeech, effort: number): Buffer {
  const lame = new Lame(wasm, { ...mp3Layout({ sampleRate, bitrate: BITRATE }), effort })
  const parts: Uint8Array[] = []
  for (let start = 0; start < samples.length; start += CHUNK)
    parts.push(lame.encode(samples.subarray(start, start + CHUNK)))
  return Buffer.concat([...parts, lame.finish()])
}

function noiseRow({ samples, sampleRate }: BenchSpeech, decoded: Int16Array): TableRow {
  const coded = Float32Array.from(samples, (_, i) => (decoded[i] ?? 0) / 32_768)
  const noise = measureCodingNoise({ original: samples, coded, sampleRate })
  return {
    'noise to mask dB': noise.noiseToMaskDb.toFixed(2),
    'spectral distance dB': noise.spectralDistanceDb.toFixed(2),
    'segmental SNR dB': noise.segmentalSnrDb.toFixed(1),
  }
}

async function compareEfforts(voice: string, speech: BenchSpeech): Promise<readonly TableRow[]> {
  const audioSeconds = speech.samples.length / speech.sampleRate
  const speed = (seconds: number) => ({ 'x real time (CPU)': (audioSeconds / seconds).toFixed(0) })
  const args = ['-c:a', 'libmp3lame', '-b:a', `${BITRATE}k`]
  const { file, seconds } = await timeFfmpeg(speech.samples, { ...speech, args, suffix: 'mp3', rounds: ROUNDS })
  const rows: TableRow[] = [
    { voice, encoder: 'ffmpeg libmp3lame', ...speed(seconds), ...noiseRow(speech, await decodeMp3(file)) },
  ]
  for (const effort of [0, 3, 5, 7]) {
    const cost = await measureComputing(() => encodeWithEffort(speech, effort), ROUNDS)
    const decoded = (await decodeMp3(encodeWithEffort(speech, effort))).subarray(DELAY)
    const encoder = `declaim, effort ${effort}${effort === LAME_EFFORT ? ' (used)' : ''}`
    rows.push({ voice, encoder, ...speed(cost), ...noiseRow(speech, decoded) })
  }
  return rows
}

const rows: TableRow[] = []
for (const voice of ['ember', 'rms'] as const)
  rows.push(...(await compareEfforts(voice, await speakBenchSpeech(planner, { speaker: voice, rounds: 1 }))))
console.log(`MP3 of ${BITRATE} kb/s, mono, best of ${ROUNDS}\n`)
printTable(rows)
await Promise.all([...planner.engines.values()].map((engine) => engine.close()))
