/**
 * Opus of speech: what each bitrate costs in computing time and in noise, beside ffmpeg's libopus as it comes (SILK, with
 * CELT above 8 kHz) and with CELT alone.
 *   npm run bench -- opus [rounds]
 */
import { loadEncoders, loadResamplerLibrary } from '../src/speaking/threads/load-audio-libraries.ts'
import { decodeAudio } from '../test/support/decode-audio.ts'
import { measureCodingNoise } from './support/coding-noise.ts'
import { measureComputing } from './support/measure-computing.ts'
import { createBarePlanner } from './support/plan-bench-speech.ts'
import { printTable, type TableRow } from './support/print-table.ts'
import { type BenchSpeech, speakBenchSpeech } from './support/speak-bench-speech.ts'
import { measureSimilarity } from './support/spectrogram-similarity.ts'
import { timeFfmpeg } from './support/time-ffmpeg.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
/** Samples that an encoder gets at a time: about 0.2 s. */
const CHUNK = 4096
/** Of each voice: below the default bitrate, the default (undefined), and above. */
const BITRATES = { ember: [16, 32, undefined, 64], rms: [16, 24, undefined, 48] } as const
/** ffmpeg's bitrate: libopus was used so before. */
const RIVAL_BITRATE = { ember: 32, rms: 24 } as const

const planner = await createBarePlanner()
const encoders = await loadEncoders()
const createResampler = await loadResamplerLibrary()

async function encode({ samples, sampleRate }: BenchSpeech, bitrate: number | undefined): Promise<Buffer> {
  const encoder = await encoders.open({
    format: 'opus',
    inputSampleRate: sampleRate,
    sampleRate,
    length: 'file',
    ...(bitrate !== undefined && { bitrate }),
  })
  const parts: Uint8Array[] = []
  for (let start = 0; start < samples.length; start += CHUNK)
    parts.push(encoder.encode(samples.subarray(start, start + CHUNK)))
  return Buffer.concat([...parts, encoder.finish().tail])
}

/** What a decoder makes of it, at the rate of the voice. */
async function decode(file: Buffer, { samples, sampleRate }: BenchSpeech): Promise<Float32Array> {
  const decoded = await decodeAudio(file, { decoder: 'ffmpeg', format: 'opus' })
  const resampler = createResampler({ from: 48_000, to: sampleRate })
  const coded = [resampler.resample(Float32Array.from(decoded.samples, (sample) => sample / 32_768)), resampler.flush()]
  const all = Float32Array.from(coded.flatMap((part) => [...part]))
  return Float32Array.from(samples, (_, i) => all[i] ?? 0)
}

type Encoded = { readonly voice: string; readonly encoder: string; readonly file: Buffer; readonly seconds: number }

async function rowOf(speech: BenchSpeech, { voice, encoder, file, seconds }: Encoded): Promise<TableRow> {
  const { samples, sampleRate } = speech
  const audioSeconds = samples.length / sampleRate
  const recordings = { original: samples, coded: await decode(file, speech), sampleRate }
  const noise = measureCodingNoise(recordings)
  return {
    voice,
    encoder,
    'kb/s': ((file.length * 8) / audioSeconds / 1000).toFixed(1),
    'x real time (CPU)': (audioSeconds / seconds).toFixed(0),
    'noise to mask dB': noise.noiseToMaskDb.toFixed(2),
    'spectral distance dB': noise.spectralDistanceDb.toFixed(2),
    'segmental SNR dB': noise.segmentalSnrDb.toFixed(1),
    similarity: measureSimilarity(recordings).toFixed(4),
  }
}

const rows: TableRow[] = []
for (const voice of ['ember', 'rms'] as const) {
  const speech = await speakBenchSpeech(planner, { speaker: voice, rounds: 1 })
  for (const application of ['voip', 'lowdelay']) {
    const bitrate = `${RIVAL_BITRATE[voice]}k`
    const args = ['-c:a', 'libopus', '-application', application, '-b:a', bitrate]
    const { file, seconds } = await timeFfmpeg(speech.samples, { ...speech, args, suffix: 'opus', rounds: ROUNDS })
    rows.push(await rowOf(speech, { voice, encoder: `ffmpeg libopus, ${application}, ${bitrate}`, file, seconds }))
  }
  for (const bitrate of BITRATES[voice]) {
    const seconds = await measureComputing(() => encode(speech, bitrate), ROUNDS)
    const encoder = `declaim, ${bitrate === undefined ? 'default' : `${bitrate} kb/s`}`
    rows.push(await rowOf(speech, { voice, encoder, file: await encode(speech, bitrate), seconds }))
  }
}
console.log(`Opus, mono, best of ${ROUNDS}\n`)
printTable(rows)
await Promise.all([...planner.engines.values()].map((engine) => engine.close()))
