/**
 * What encoding takes of a render: the computing of each format with its default settings, resampling included, beside that
 * of the speech, levelled and limited, and ffmpeg's for the same file.
 *   npm run bench -- encode-share [rounds]
 */
import type { EncoderOptions } from '../src/audio/encoding/audio-encoder.ts'
import {
  AUDIO_FORMATS,
  type AudioFormat,
  G711_SAMPLE_RATE,
  RATES_OF_FORMAT,
} from '../src/delivery/files/output-format.ts'
import { loadEncoders } from '../src/speaking/threads/load-audio-libraries.ts'
import { measureComputing } from './support/measure-computing.ts'
import { createBarePlanner } from './support/plan-bench-speech.ts'
import { printGoal, printTable, type TableRow } from './support/print-table.ts'
import { type BenchSpeech, speakBenchSpeech } from './support/speak-bench-speech.ts'
import { timeFfmpeg } from './support/time-ffmpeg.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const GOAL_PERCENT = 15
/** Samples that an encoder gets at a time: about 0.2 s. */
const CHUNK = 4096

/** The same by ffmpeg, with its defaults (Opus: CELT, at our effort); the bitrate that ours came to is added. */
const FFMPEG: Readonly<Record<AudioFormat, readonly string[]>> = {
  mp3: ['-c:a', 'libmp3lame'],
  wav: ['-c:a', 'copy'],
  flac: ['-c:a', 'flac'],
  aac: ['-c:a', 'aac'],
  opus: ['-c:a', 'libopus', '-application', 'lowdelay', '-compression_level', '8'],
  pcm: ['-f', 's16le'],
  mulaw: ['-ar', String(G711_SAMPLE_RATE), '-f', 'mulaw'],
  alaw: ['-ar', String(G711_SAMPLE_RATE), '-f', 'alaw'],
}

const planner = await createBarePlanner()
const encoders = await loadEncoders()

async function encode({ samples, sampleRate }: BenchSpeech, options: Partial<EncoderOptions>): Promise<number> {
  const format = options.format ?? 'mp3'
  const [only, ...others] = RATES_OF_FORMAT[format]
  const rates = { inputSampleRate: sampleRate, sampleRate: others.length === 0 ? only! : sampleRate }
  const encoder = await encoders.open({ ...rates, length: 'stream', ...options, format })
  let bytes = 0
  for (let start = 0; start < samples.length; start += CHUNK)
    bytes += encoder.encode(samples.subarray(start, start + CHUNK)).length
  return bytes + encoder.finish().tail.length
}

async function measureFormat(voice: string, speech: BenchSpeech, options: Partial<EncoderOptions>): Promise<Share> {
  const { samples, sampleRate, speechSeconds } = speech
  const audioSeconds = samples.length / sampleRate
  let bytes = 0
  const seconds = await measureComputing(async () => {
    bytes = await encode(speech, options)
  }, ROUNDS)
  const format = options.format!
  const kilobits = (bytes * 8) / audioSeconds / 1000
  const bitrate = format === 'mp3' || format === 'opus' || format === 'aac' ? ['-b:a', `${Math.round(kilobits)}k`] : []
  const rival = await timeFfmpeg(samples, {
    sampleRate,
    args: [...FFMPEG[format], ...bitrate],
    suffix: format,
    rounds: ROUNDS,
  })
  const percent = (100 * seconds) / (speechSeconds + seconds)
  const row = {
    voice,
    format: `${format}${options.bitrateMode === undefined ? '' : `, ${options.bitrateMode}`}`,
    'kb/s': kilobits.toFixed(0),
    'speech CPU s': speechSeconds.toFixed(3),
    'encoding CPU s': seconds.toFixed(3),
    'x real time': (audioSeconds / seconds).toFixed(0),
    share: `${percent.toFixed(1)} %`,
    'ffmpeg CPU s': rival.seconds.toFixed(3),
  }
  return { row, percent }
}

type Share = { readonly row: TableRow; readonly percent: number }

const shares: Share[] = []
for (const speaker of ['ember', 'rms'] as const) {
  const speech = await speakBenchSpeech(planner, { speaker, rounds: ROUNDS })
  for (const format of AUDIO_FORMATS) {
    shares.push(await measureFormat(speaker, speech, { format }))
    if (format === 'mp3') shares.push(await measureFormat(speaker, speech, { format, bitrateMode: 'variable' }))
  }
}
console.log(`Computing time of a render, in all threads, best of ${ROUNDS}\n`)
printTable(shares.map(({ row }) => row))
const largest = Math.max(...shares.map(({ percent }) => percent))
printGoal(`encoding at most ${GOAL_PERCENT} % of a render, whatever the format`, largest <= GOAL_PERCENT)
await Promise.all([...planner.engines.values()].map((engine) => engine.close()))
