/** How fast audio is encoded, resampled and shaped, beside the command lines that do the same. Prints tables. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AUDIO_FORMATS, type AudioFormat } from '../src/audio/encoding/audio-encoder.ts'
import { G711_SAMPLE_RATE } from '../src/audio/encoding/g711/g711-encoder.ts'
import { formatPcm16 } from '../src/audio/encoding/pcm16.ts'
import { formatWavHeader } from '../src/audio/encoding/wav-header.ts'
import { type ProsodyShape, shapeProsody } from '../src/audio/prosody/shape-prosody.ts'
import { createEncoderThreads } from '../src/speaking/threads/encoder-threads.ts'
import { loadEncoders, loadResamplerLibrary } from '../src/speaking/threads/load-audio-libraries.ts'
import { loadRecording } from '../test/support/load-fixture.ts'

const RUNS = 7
const SECONDS = 60
const RATE = 24_000
/** Samples of a chunk: 0.2 s. */
const CHUNK = 4800

/** Each reads IN.wav and writes OUT with the bitrate that our encoder has at this rate. */
const RIVALS: readonly (readonly [AudioFormat, string])[] = [
  ['mp3', 'lame --quiet -m m -b 64 IN.wav OUT.mp3'],
  ['mp3', 'ffmpeg -v error -y -i IN.wav -c:a libmp3lame -b:a 64k OUT.mp3'],
  ['flac', 'flac -s -f -o OUT.flac IN.wav'],
  ['flac', 'ffmpeg -v error -y -i IN.wav -c:a flac OUT.flac'],
  ['opus', 'ffmpeg -v error -y -i IN.wav -c:a libopus -b:a 32k -application voip OUT.opus'],
  ['wav', 'ffmpeg -v error -y -i IN.wav -c:a copy OUT.wav'],
]

type Row = Readonly<Record<string, string | number>>

const recording = loadRecording('rms')
const createResampler = await loadResamplerLibrary()
const encoders = await loadEncoders()
const speech = repeatSpeech()

console.log(`Best of ${RUNS}; ${SECONDS} s of speech, mono, ${RATE} Hz; Node ${process.version}`)
printTable('Encoding', [...(await measureEncoders()), ...measureRivals()])
printTable('Opening a warm encoder', await measureOpening())
printTable('A call to an encoder thread (10 ms of PCM)', await measureThread())
printTable('Resampling from 16 kHz', [24_000, 44_100, 48_000].map(measureResampling))
printTable('Shaping a sentence of 4.9 s', measureShaping())

function repeatSpeech(): Float32Array {
  const { samples, sampleRate } = recording.audio
  const resampler = createResampler({ from: sampleRate, to: RATE })
  const sentence = Float32Array.from([...resampler.resample(samples), ...resampler.flush()])
  return Float32Array.from({ length: SECONDS * RATE }, (_, i) => sentence[i % sentence.length]!)
}

async function measureEncoders(): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const format of AUDIO_FORMATS) {
    let bytes = 0
    const milliseconds = await fastest(async () => {
      const encoder = await encoders.open({ format, inputSampleRate: RATE, sampleRate: rateOf(format), length: 'file' })
      bytes = 0
      for (let start = 0; start < speech.length; start += CHUNK)
        bytes += encoder.encode(speech.subarray(start, start + CHUNK)).length
      bytes += encoder.finish().tail.length
    })
    rows.push(encodingRow({ format, by: 'declaim', milliseconds, bytes }))
  }
  return rows
}

/** Mu-law has a rate of its own, so its time holds resampling too. */
function rateOf(format: AudioFormat): number {
  return format === 'mulaw' || format === 'alaw' ? G711_SAMPLE_RATE : RATE
}

function measureRivals(): readonly Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'declaim-bench-'))
  writeFileSync(join(folder, 'IN.wav'), formatWavHeader(RATE, speech.length))
  writeFileSync(join(folder, 'IN.wav'), formatPcm16(speech), { flag: 'a' })
  const rows = RIVALS.map(([format, line]): Row => {
    const [command, ...args] = line.split(' ')
    const run = (): boolean => spawnSync(command!, args, { cwd: folder }).status === 0
    if (!run()) return { format, by: line, 'x real time': 'not installed' }
    let best = Number.POSITIVE_INFINITY
    for (let i = 0; i < RUNS; i++) best = Math.min(best, timed(run))
    return encodingRow({ format, by: line, milliseconds: best })
  })
  rmSync(folder, { recursive: true })
  return rows
}

type Encoding = {
  readonly format: AudioFormat
  readonly by: string
  readonly milliseconds: number
  readonly bytes?: number
}

function encodingRow({ format, by, milliseconds, bytes }: Encoding): Row {
  const row = { format, by, 'x real time': Math.round((SECONDS * 1000) / milliseconds) }
  return bytes === undefined ? row : { ...row, 'kb/s': Math.round((bytes * 8) / SECONDS / 100) / 10 }
}

async function measureOpening(): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const format of AUDIO_FORMATS) {
    const options = { format, inputSampleRate: 16_000, sampleRate: rateOf(format), length: 'stream' } as const
    const times: number[] = []
    for (let i = 0; i < 50; i++) {
      const start = performance.now()
      const encoder = await encoders.open(options)
      times.push(performance.now() - start)
      encoder.encode(speech.subarray(0, CHUNK))
      encoder.finish()
    }
    rows.push({ format, 'median ms': median(times) })
  }
  return rows
}

async function measureThread(): Promise<readonly Row[]> {
  const threads = createEncoderThreads({ threads: 1 })
  const rows: Row[] = []
  for (const format of ['pcm', 'mp3'] as const) {
    const encoder = threads.open({ format, inputSampleRate: RATE, sampleRate: RATE, length: 'stream' })
    const times: number[] = []
    for (let i = 0; i < 2000; i++) {
      const start = performance.now()
      await encoder.encode(speech.subarray(i * 240, (i + 1) * 240))
      times.push(performance.now() - start)
    }
    await encoder.finish()
    rows.push({ format, 'median ms': median(times) })
  }
  await threads.close()
  return rows
}

function measureResampling(to: number): Row {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < RUNS; i++) {
    const resampler = createResampler({ from: 16_000, to })
    best = Math.min(
      best,
      timed(() => {
        for (let start = 0; start < speech.length; start += CHUNK)
          resampler.resample(speech.subarray(start, start + CHUNK))
        resampler.flush()
      }),
    )
  }
  return { to, 'x real time': Math.round(((speech.length / 16_000) * 1000) / best) }
}

function measureShaping(): readonly Row[] {
  const shapes: readonly ProsodyShape[] = [
    { tempo: 1, pitchSemitones: 0, gainDb: 6 },
    { tempo: 1, pitchSemitones: 4, gainDb: 0 },
    { tempo: 0.7, pitchSemitones: -5, gainDb: -4 },
  ]
  return shapes.map((shape) => {
    const segment = { brightnessDb: 0, words: recording.words.map(() => ({ shape })) }
    let best = Number.POSITIVE_INFINITY
    for (let i = 0; i < RUNS; i++)
      best = Math.min(
        best,
        timed(() => shapeProsody(recording, segment)),
      )
    const seconds = recording.audio.samples.length / recording.audio.sampleRate
    return { ...shape, ms: Math.round(best), 'x real time': Math.round((seconds * 1000) / best) }
  })
}

async function fastest(work: () => Promise<void>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now()
    await work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[sorted.length >> 1]! * 1000) / 1000
}

function printTable(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`)
  console.table(rows)
}
